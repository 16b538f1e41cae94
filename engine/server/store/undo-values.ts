import { isInputField } from '../../fields/record-schema.ts'
import type { Resource } from '../../model/model.ts'
import { fieldOf } from '../../model/system-fields.ts'
import type { Access } from '../auth/access.ts'
import { Refusal, refuse } from '../errors/refuse.ts'
import { assureAllowed } from './allow-if.ts'
import type { PlannedWrite } from './aspects/aspect.ts'
import { assureKnown, lineInputsFor } from './former-values.ts'
import { type LinkChange, revertedLinks } from './links.ts'
import { lockRecords, refusalOfLock } from './lock.ts'
import { isAsWritten, type Undoable } from './undo-entries.ts'
import type { Work } from './work.ts'
import { plan, store } from './write.ts'

/**
 * Restores the former values of records as a new version of each. Returns by id that version and the history entry.
 * `causeId` is the entry that causes the change.
 */
export async function revertValues(
  given: Work,
  resource: Resource,
  access: Access,
  records: readonly Undoable[],
  refused: Map<string, Refusal>,
  causeId?: string,
): Promise<ReadonlyMap<string, Reverted>> {
  const work = { ...given, ctx: given.ctx.unasked() }
  const stored = await lockRecords(
    work,
    resource,
    access,
    records.map(({ id }) => id),
  )
  const target = { resource, access, origin: 'undo' } as const
  const planned: PlannedWrite[] = []
  for (const one of records) {
    const { id, former, right } = one
    const refusal = await refusalFrom(async () => {
      assureKnown(former)
      const before = stored.get(id)
      if (!before) throw await refusalOfLock(work, resource, id, right)
      if (!isAsWritten(before.record['version'], one)) throw changedSince()
      if (right === 'edit') await assureAllowed(work, resource, 'edit', [before.record])
      assureReadable(resource, access, one)
      const lineInputs = await lineInputsFor(work, resource, former, before.lines)
      const links: LinkChange[] = []
      for (const [name, change] of former.links)
        links.push(await revertedLinks(work, resource, before.record, name, change))
      const step = { operation: 'undo', ...(causeId !== undefined && { causeId }) }
      const change = await plan(work, target, { before, set: former.values, lines: lineInputs, links, step })
      await access.writes(work.queries, { before: before.record, after: change.after, links })
      planned.push(change)
    })
    if (refusal) refused.set(id, refusal)
  }
  const written = await store(work, target, planned)
  return new Map(written.map(({ id, after, step }) => [id, { version: Number(after['version']), entryId: step.id }]))
}

interface Reverted {
  readonly version: number
  readonly entryId: string
}

/** The undo fails if it would restore a field that the operation edited and that is now hidden from the user. */
function assureReadable(resource: Resource, access: Access, { right, entered }: Undoable): void {
  if (right !== 'edit') return
  const isWithheld = entered.some(name => {
    const field = fieldOf(resource, name)
    return field !== undefined && isInputField(field) && !access.writesField(field)
  })
  if (isWithheld) throw refuse.outOfReach()
}

/** The refusal of the work; undefined where it was done. */
export async function refusalFrom(work: () => Promise<unknown>): Promise<Refusal | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/** 409: the record was changed after the operation. */
export const changedSince = () =>
  refuse.conflict('changed-since', {
    zh: '之后又有修改，保持不变',
    en: 'The record has been changed since and was not reverted',
  })
