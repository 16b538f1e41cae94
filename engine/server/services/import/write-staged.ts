import { setImmediate } from 'node:timers/promises'
import { isInputField } from '../../../fields/record-schema.ts'
import { basisText } from '../../../model/basis.ts'
import type { StepProgress } from '../../../model/import-view.ts'
import type { Field, Model, Resource } from '../../../model/model.ts'
import { refuse } from '../../errors/refuse.ts'
import { deleteOperation, touchOperation } from '../operations/operation-log.ts'
import { clearSecrets } from './clear-secrets.ts'
import { readingOf } from './file-reading.ts'
import { demandFor, importAccess } from './import-access.ts'
import { beginImport, endImport, withinImport } from './import-operation.ts'
import { ImportRefusal } from './import-refusal.ts'
import { isCheckedNow } from './import-rights.ts'
import type { ImportSteps } from './import-steps.ts'
import { rollBack } from './roll-back.ts'
import {
  acquireLease,
  changeImport,
  type ImportDetails,
  releaseLease,
  renewImportLease,
  resourceOfImport,
  type StagedImport,
} from './staged-import.ts'
import { countRows } from './staged-outcomes.ts'
import { writeAll } from './write-all.ts'

/**
 * Writes the checked rows of a staged import in short transactions. An all-or-nothing import is rolled back when it is
 * stopped or a row cannot be written. With `goodRows`, written rows remain and the rest can follow.
 */
export async function writeStaged(
  steps: ImportSteps,
  staged: StagedImport,
  goodRows: boolean,
): Promise<AsyncGenerator<StepProgress>> {
  const { work } = steps
  const isGoingOn = staged.state === 'writing'
  if (!isGoingOn && staged.state !== 'checked')
    throw new ImportRefusal(staged.state === 'written' ? 'import.wrong-state' : 'import.not-checked')
  if (!isCheckedNow(work.ctx, steps.resource, staged.details)) throw new ImportRefusal('import.not-checked')
  const { rows, wrong, same } = await countRows(work.queries, staged.id)
  if (wrong === rows) throw new ImportRefusal('import.no-right')
  const isOfGood = isGoingOn ? staged.details.goodRows : goodRows
  if (wrong > 0 && !isOfGood) throw new ImportRefusal('import.has-wrong', { count: wrong })
  const access = demandFor(work.ctx, steps.resource, steps.access, staged.details.match)
  return write({ ...steps, access }, staged, { ...staged.details, goodRows: isOfGood }, rows - wrong - same)
}

async function* write(
  given: ImportSteps,
  { id, file }: StagedImport,
  details: ImportDetails,
  total: number,
): AsyncGenerator<StepProgress> {
  const steps = { ...given, work: withinImport(given.work, id) }
  const { work, resource, access } = steps
  const reading = readingOf(work.ctx.model, resource, access, details)
  const { queries } = work
  const turn = work.ids.next()
  await acquireLease(queries, id, turn)
  try {
    const { goodRows } = details
    await changeImport(work, id, { state: 'writing', details: { goodRows: details.goodRows } })
    await beginImport(work, id, { resource, file, rows: details.rows })
    const { written: before } = await countRows(queries, id)
    yield { done: before, total }
    const targets = [resource, ...reading.parts.map(({ part }) => part.resource)]
    const targetsIn = (model: Model) => targets.map(one => presentTarget(model, one))
    const rows = writeAll({
      id,
      work,
      resource,
      access,
      reading,
      goodRows,
      assureTarget: () => void targetsIn(work.ctx.renewed().model),
      ...(steps.catchUp && { catchUp: steps.catchUp }),
      async renewed() {
        const unit = work.ctx.renewed()
        const ctx = unit.withRights(await steps.renewedActor(unit))
        const [present = resource] = targetsIn(ctx.model)
        const access = demandFor(ctx, present, importAccess(ctx, present), details.match)
        return { work: { ...work, ctx }, resource: present, access }
      },
    })
    for (;;) {
      const { done, value } = await rows.next().catch(error => brokenOff(steps, id, goodRows, error))
      if (done) {
        await changeImport(work, id, { state: value ? 'written' : 'checked' })
        if (value) await clearSecrets(queries, id, reading)
        else await deleteOperation(queries, work.ctx.actor.tenantId, id)
        return
      }
      yield { done: before + value, total }
      await touchOperation(queries, work.ctx.actor.tenantId, id)
      await setImmediate()
      if (!(await renewImportLease(queries, id, turn))) {
        if (!goodRows) await rollBackAll(steps, id)
        return
      }
    }
  } finally {
    await endImport(work, id)
    await releaseLease(queries, id, turn)
  }
}

/**
 * The target in the present Model. Refuses to go on where a field was removed, renamed or changed, a required one was
 * added, or a rule is another one: the rows were checked without it. Texts and optional fields may change.
 */
export function presentTarget(model: Model, resource: Resource): Resource {
  const present = Object.hasOwn(model.resources, resource.name) ? model.resources[resource.name] : undefined
  const isKept = (field: Field) =>
    present?.fields.some(
      one => one.name === field.name && one.column === field.column && basisText(one) === basisText(field),
    )
  // The links of a bind are neither written nor read by rules.
  const isUsed = (field: Field) => field.column !== undefined || field.compute !== undefined || isInputField(field)
  const isNew = (field: Field) => !resource.fields.some(({ name }) => name === field.name)
  const changed =
    present &&
    (resource.fields.find(field => isUsed(field) && !isKept(field)) ??
      present.fields.find(field => isNew(field) && (field.required || field.requiredIf !== undefined)))
  if (present && present.table === resource.table && !changed && conditionsOf(present) === conditionsOf(resource))
    return present
  const { zh, en } = changed?.title ?? resource.title
  throw refuse.conflict('import-changed', {
    zh: `导入期间“${zh}”的配置已修改，导入已停止，请重新检查文件后再导入`,
    en: `The import was stopped because "${en}" was changed in the descriptors. Validate the file again before you import it.`,
  })
}

/** What decides besides the fields whether a record is valid, and which record it is. */
const conditionsOf = ({ rules, unique, allowIf, lifecycle, renamedFrom }: Resource): string =>
  basisText([rules, unique, allowIf, lifecycle?.field, lifecycle?.initial, renamedFrom])

/** If the rollback fails because the database is unreachable, recovery repeats it later. */
async function brokenOff(steps: ImportSteps, id: string, goodRows: boolean, error: unknown): Promise<never> {
  if (!goodRows) await rollBackAll(steps, id).catch(() => undefined)
  throw error
}

/** Rolls back all rows of an import and returns it to the state `checked`. */
export async function rollBackAll(
  { work, resource }: Pick<ImportSteps, 'work' | 'resource'>,
  id: string,
): Promise<void> {
  // A rename of the resource rewrites its name in the row of the import.
  const name = await resourceOfImport(work.queries, id)
  const ctx = work.ctx.renewed()
  await rollBack({ ...work, ctx }, id, ctx.model.resources[name] ?? resource, undefined)
  await deleteOperation(work.queries, work.ctx.actor.tenantId, id)
  await changeImport({ ...work, ctx }, id, { state: 'checked' })
}
