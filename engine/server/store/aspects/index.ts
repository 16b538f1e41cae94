import { isGuarded } from '../../../model/guard.ts'
import type { Bilingual, Field, Resource } from '../../../model/model.ts'
import { ownerFieldOf, ownerOf } from '../../../model/owner.ts'
import { hasAutoSteps, hasProcesses } from '../../../model/steps.ts'
import { masked } from '../../../record/mask.ts'
import { storesTargets } from '../../../record/target-reads.ts'
import { accessTo } from '../../auth/access.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import { type Row, referenceOf } from '../../database/shape.ts'
import { refuse } from '../../errors/refuse.ts'
import { storeLinks } from '../links.ts'
import { checkReferences } from '../needed-references.ts'
import { newLinksIn } from '../new-files.ts'
import { enteredLines } from '../plan-lines.ts'
import { assureNoCircle, assureReferences } from '../references.ts'
import { partsOf as childParts, tablesWithLines } from '../referring.ts'
import { withLockedTargets } from '../refresh-values.ts'
import { countedChanges, isCounted, lockCounting, markedRows, rollUp } from '../roll-up.ts'
import { completeSerials } from '../serial.ts'
import { markLacking, markReaders } from '../stale-values.ts'
import { assureStateKept } from '../state-key.ts'
import { withTargets } from '../target-records.ts'
import { assureUnreferred } from '../unreferred.ts'
import { withInvisible } from '../visible-references.ts'
import { setLinesOwner } from '../write-lines.ts'
import { type Aspect, origins, type PlannedWrite, rowChangeOf, type WriteOrigin } from './aspect.ts'
import { endClaims } from './claims.ts'
import { applyOnDelete, clearGone, revertOnDelete } from './deletion-effects.ts'
import { assureEvidenceKept, assureNoEvidence } from './evidence.ts'
import { guardWrites } from './guard-writes.ts'
import { assureWritten } from './hidden-fields.ts'
import { assureAllowed, assureUnlocked } from './locks.ts'
import { assureNoOverlap, hasPeriods } from './periods.ts'
import { assureEditedColumns, assureReadOnlyValues } from './read-only-values.ts'
import { digestSecrets } from './secrets.ts'
import { computeWithGiven } from './system-values.ts'
import { checkAcknowledged } from './warnings.ts'

const isNew = ({ before }: PlannedWrite) => before === null
const idsOf = (changes: readonly PlannedWrite[]) => changes.map(({ id }) => id)
const partsOf = (changes: readonly PlannedWrite[]) => changes.flatMap(({ parts }) => parts)

const allowIf: Aspect = {
  async entered(work, { resource, origin }, { before }) {
    if (before && !isImport(origin)) await assureAllowed(work, resource, 'edit', [before.record])
  },
  // A row of a file that changes nothing is not refused.
  async planned(work, { resource, origin }, { before, changed }) {
    if (before && changed.size > 0 && isImport(origin)) await assureAllowed(work, resource, 'edit', [before])
  },
}

const isImport = (origin: string) => origin === 'import' || origin === 'import-whole'

const invisibleReferences: Aspect = {
  async entered(work, { resource }, change) {
    const { before, values, lineInputs } = change
    if (before) Object.assign(change, await withInvisible(work, resource, before, values, lineInputs))
  },
}

/** The mask of the stored value leaves it unchanged, in lines too. Only who may enter a field without reading it replaces it. */
const masks: Aspect = {
  entered({ ctx }, { resource }, { before, values, lineInputs }) {
    if (!before) return
    keepMasked(ctx, resource, before.record, values, '')
    for (const part of childParts(ctx.model, resource)) {
      const there = new Map((before.lines.get(part.name) ?? []).map(line => [String(line['id']), line]))
      for (const [path, { id, values: own }] of enteredLines(lineInputs.get(part.name), part.name)) {
        const line = there.get(id ?? '')
        if (line) keepMasked(ctx, part.resource, line, own, path)
      }
    }
  },
}

function keepMasked(ctx: RequestContext, resource: Resource, before: Row, values: Row, path: string): void {
  const names = accessTo(ctx, resource, 'view').masked
  for (const field of names.size > 0 ? resource.fields : []) {
    if (!names.has(field.name) || values[field.name] === undefined) continue
    if (values[field.name] === masked(field, before[field.name] ?? null)) delete values[field.name]
    else if (field.editableBy === undefined) throw refuse.input({ [`${path}${field.name}`]: maskedMessage(field) })
  }
}

const maskedMessage = ({ title }: Field): Bilingual => ({
  zh: `${title.zh}已遮盖，不能修改`,
  en: `${title.en} is masked and cannot be changed`,
})

const state: Aspect = {
  entered(_work, { resource }, { before, values }) {
    if (before) assureStateKept(resource, before.record, values)
  },
}

const locks: Aspect = {
  entered: (work, { resource }, { before, values, lineInputs }) =>
    assureUnlocked(work, resource, before, values, lineInputs),
}

const hiddenFields: Aspect = {
  planned(_work, { resource }, planned, { entered, values }) {
    if (entered) assureWritten(resource, planned, values)
  },
}

const readOnlyValues: Aspect = {
  async planned(work, { resource }, planned, { before, readOnly, of, lineInputs }) {
    if (readOnly) await assureReadOnlyValues(work, resource, before, planned, readOnly, lineInputs)
    if (of && before) await assureEditedColumns(work, resource, of, before, planned, lineInputs)
  },
}

const serials: Aspect = {
  async before({ work, resource }, changes) {
    const records = changes.filter(isNew).map(({ after }) => after)
    const numbers = records.length > 0 ? await completeSerials(work.queries, work.ctx, resource, records) : []
    for (const [index, record] of records.entries()) Object.assign(record, numbers[index])
  },
  async deleted({ work, resource, deletion, ids }) {
    if (deletion === 'restore')
      for (const { of, column } of tablesWithLines(work.ctx.model, resource)) await markLacking(work, of, column, ids)
  },
}

/** Values that are computed from others: those are locked, and read once more. */
const storedValues: Aspect = {
  async before({ work, resource }, changes) {
    const locked = await withLockedTargets(work, resource, changes)
    for (const [index, change] of changes.entries()) Object.assign(change, locked[index])
  },
  async after({ work, resource }, written) {
    const changed = written.filter(change => !isNew(change))
    await markReaders(work, resource, changed)
    for (const { part, lines } of partsOf(changed)) {
      const stored = lines.flatMap(({ before, changed }) => (before ? [{ id: String(before['id']), changed }] : []))
      await markReaders(work, part.resource, stored)
    }
  },
  isPlain: ({ ctx }, resource) => !storesTargets(ctx.model, resource),
}

/** What reads the id, the time or a serial number of a new record. */
const systemValues: Aspect = {
  async before({ work, resource }, changes) {
    const created = changes.filter(isNew)
    const warnings = await withTargets(work, own => created.map(({ after }) => computeWithGiven(own, resource, after)))
    for (const [index, one] of created.entries()) one.warnings = [...(one.warnings ?? []), ...(warnings[index] ?? [])]
  },
}

const warnings: Aspect = {
  planned: ({ ctx }, _target, change) => checkAcknowledged(ctx, warningsOf(change)),
  before({ work: { ctx } }, changes) {
    for (const change of changes) checkAcknowledged(ctx, warningsOf(change))
  },
}

const warningsOf = ({ step, warnings = [] }: PlannedWrite) => [...(step.warnings ?? []), ...warnings]

const guard: Aspect = {
  before: ({ work, resource, recording }, changes) => guardWrites(work, resource, changes, recording),
  deleting: ({ work, resource, deletion }, changes) =>
    guardWrites(
      work,
      resource,
      changes.map(({ before }) => rowChangeOf(before, deletion)),
    ),
  isPlain: (_work, resource) => !isGuarded(resource),
  // With the rights after the previous change.
  isAlone: (_work, resource) => isGuarded(resource),
}

/** After the guard, which knows why a row of the descriptors remains. */
const allowDelete: Aspect = {
  async deleting({ work, resource, origin }, changes) {
    const records = changes.map(({ before }) => before ?? {})
    if (origins[origin].isEntered) await assureAllowed(work, resource, 'delete', records)
  },
}

const references: Aspect = {
  async before({ work: { queries, ctx }, resource, known }, changes) {
    const own = new Set(idsOf(changes.filter(isNew)))
    await assureReferences(queries, ctx, resource, changes, { has: id => own.has(id) || known?.has(id) === true })
  },
  async deleting({ work, resource, deletion, ids }) {
    if (deletion === 'remove') await assureUnreferred(work, resource, ids)
  },
  async deleted({ work, resource, deletion, ids }) {
    if (deletion === 'restore')
      for (const { of, column, link } of tablesWithLines(work.ctx.model, resource))
        await checkReferences(work, of, column, ids, link)
  },
  isInStatement: true,
  isPlain: (_work, resource, change) => newLinksIn(resource, change).length === 0,
}

const evidence: Aspect = {
  before: ({ resource }, changes) => assureEvidenceKept(resource, changes),
  async deleting({ work, resource, deletion, ids }) {
    if (deletion === 'remove') await assureNoEvidence(work, resource, ids)
  },
}

const tree: Aspect = {
  async before({ work: { queries, ctx }, resource }, changes) {
    for (const change of changes.filter(one => !isNew(one))) await assureNoCircle(queries, ctx, resource, change)
  },
  isAlone: ({ ctx: { model } }, resource, { changed }) =>
    resource.fields.some(
      field => changed.has(field.name) && referenceOf(model, field).some(({ of }) => of.name === resource.name),
    ),
}

const periods: Aspect = {
  before: ({ work, resource, recording }, changes) =>
    recording === 'pending' ? undefined : assureNoOverlap(work, resource, changes),
  isPlain: (_work, resource) => !hasPeriods(resource),
}

const secrets: Aspect = {
  before: ({ work, resource }, changes) => digestSecrets(work, resource, changes),
}

const claims: Aspect = {
  after: ({ work, resource }, _written, all) => endClaims(work, resource, idsOf(all.filter(one => !isNew(one)))),
}

const onDelete: Aspect = {
  deleted: scope => (scope.deletion === 'remove' ? applyOnDelete(scope) : revertOnDelete(scope)),
}

const removedLines: Aspect = {
  async after({ work }, written) {
    for (const { part, removed } of partsOf(written))
      await assureUnreferred(
        work,
        part.resource,
        removed.map(line => String(line['id'])),
      )
  },
  // What refers to the lines may have been deleted along.
  async deleted({ work, deletion, lines }) {
    if (deletion === 'remove') for (const [part, ids] of lines) await assureUnreferred(work, part.resource, ids)
  },
}

const links: Aspect = {
  async after({ work }, written) {
    for (const { id, links = [] } of written) for (const change of links) await storeLinks(work, id, change)
  },
}

const owner: Aspect = {
  async after({ work, resource }, written) {
    const { name } = ownerFieldOf(resource) ?? {}
    for (const { id, before, after, changed } of written)
      if (name !== undefined && before && changed.has(name))
        await setLinesOwner(work, resource, id, ownerOf(resource, after))
  },
}

const rollUps: Aspect = {
  deleting: async ({ work, resource, ids }) => lockCounting(work, await markedRows(work, resource, ids)),
  async deleted({ work, resource, ids }) {
    await rollUp(work, await markedRows(work, resource, ids))
  },
  async after({ work, resource, recording }, written) {
    if (recording === 'pending') return
    const entries = written.map(one => ({ ...one, entryId: one.step.id }))
    const values = await rollUp(work, countedChanges(resource, recording === 'initial' ? written : entries))
    for (const { id, after } of written) Object.assign(after, values.get(`${resource.name} ${id}`))
  },
  isPlain: (work, resource) => !isCounted(work, resource),
}

/** References to records that were deleted while the restored ones were in the bin. */
const goneReferences: Aspect = {
  async deleted(scope) {
    if (scope.deletion === 'restore')
      for (const { of, column } of tablesWithLines(scope.work.ctx.model, scope.resource))
        await clearGone(scope, of, column)
  },
}

const effects: Aspect = {
  async after({ work }, _written, all) {
    for (const change of all) await change.effects?.(work, change)
  },
}

const automaticSteps: Aspect = {
  async after({ work, resource }, _written, all) {
    for (const one of all)
      if (one.title !== undefined) {
        const cause = { id: one.id, before: one.stored, entryId: one.step.id, title: one.title }
        one.auto = await work.makeAuto?.(work, resource, cause)
      }
  },
  isPlain: (_work, resource) => !hasAutoSteps(resource),
}

/** While a process decides about a record, only the tasks of the process change it. No record with a process is deleted. */
const runningProcess: Aspect = {
  async planned(work, { resource, origin, deletion }, { id, before, changed }) {
    if (resource.approval !== undefined && before && !deletion && origins[origin].isEntered)
      await work.processes?.assureEditable(work, resource, [id], [...changed])
  },
  async deleting({ work, resource, origin, deletion, ids }) {
    if (hasProcesses(resource) && deletion === 'remove' && origins[origin].isEntered)
      await work.processes?.assureEditable(work, resource, ids)
  },
}

const approval: Aspect = {
  async before({ work, resource, origin }, changes) {
    if (isSubmitted(resource, origin))
      for (const { after } of changes.filter(isNew))
        Object.assign(after, await work.processes?.idsOfNext(work, resource))
  },
  async after({ work, resource, origin }, written) {
    if (isSubmitted(resource, origin))
      for (const { after } of written.filter(isNew)) await work.processes?.start(work, resource, after)
  },
  isPlain: (_work, { approval }) => approval === undefined,
}

const isSubmitted = ({ approval }: Resource, origin: WriteOrigin): boolean =>
  approval !== undefined && (origin === 'save' || origin === 'effect')

/** All features of records, in the order in which a write applies them (semantics 25). */
export const aspects: readonly Aspect[] = [
  allowIf,
  invisibleReferences,
  masks,
  state,
  locks,
  hiddenFields,
  readOnlyValues,
  runningProcess,
  serials,
  storedValues,
  systemValues,
  warnings,
  guard,
  allowDelete,
  references,
  evidence,
  tree,
  periods,
  secrets,
  claims,
  onDelete,
  removedLines,
  links,
  owner,
  rollUps,
  goneReferences,
  effects,
  automaticSteps,
  approval,
]
