import { auditResource } from '../../model/account-resources.ts'
import { isLines } from '../../model/lines.ts'
import type { Model, Resource } from '../../model/model.ts'
import { perModel } from '../../model/per-model.ts'
import { recordAct } from '../auth/audit.ts'
import type { RequestContext } from '../auth/request-context.ts'
import { countServiceRows } from '../auth/service-tokens.ts'
import type { Queries } from '../database/database.ts'
import { referenceOf } from '../database/shape.ts'
import { Refusal, refuse } from '../errors/refuse.ts'
import type { Effects, EngineHandlers, Handlers } from './action.ts'
import { releaseClaims } from './aspects/claims.ts'
import { makeAutoSteps } from './auto-steps.ts'
import { transitionBatch, updateBatch } from './batch-changes.ts'
import { bin } from './bin.ts'
import { linkedChoices, links, replaceLinks } from './bind.ts'
import { branchCounts } from './branch-counts.ts'
import { bulkPreview } from './bulk-preview.ts'
import { rolledBack } from './check.ts'
import { declaredQuery } from './declared-query.ts'
import { deleteOrRestore } from './deletion.ts'
import { duplicateOf } from './duplicate.ts'
import { find, get } from './get.ts'
import { history } from './history.ts'
import { withLinks } from './history-links.ts'
import { firstPerformed, once, type Performed } from './idempotency.ts'
import { listPosition } from './list-position.ts'
import { allDescendants, findInTree, labels, options, tree } from './look-up.ts'
import { assureUniqueMasks, countMaskedFilters } from './masked-filters.ts'
import { matchReferences } from './match-references.ts'
import { previewMessages } from './message-preview.ts'
import { newWork, type WorkParts } from './new-work.ts'
import type { Store } from './operations.ts'
import type { FilesOfHandlers } from './outside.ts'
import { count, list, page } from './page.ts'
import { nextPick } from './picks.ts'
import { partsOf } from './referring.ts'
import { relatedCounts, relatedPage } from './related.ts'
import { reveal } from './reveal.ts'
import { save, update } from './save.ts'
import { removeLines, saveLine, updateLine } from './save-line.ts'
import { search } from './search.ts'
import { displays, selection } from './selection.ts'
import { shownTargets } from './shown-targets.ts'
import { act, type StepExecution, transition } from './step.ts'
import { stream } from './stream.ts'
import { undo } from './undo.ts'
import { withoutInvisibleChanges } from './visible-references.ts'
import { type RecordProcesses, type Work, workOn } from './work.ts'

/** The dependencies of the store. */
export interface StoreParts extends WorkParts, FilesOfHandlers {
  /** The product's handlers. */
  readonly handlers: Handlers
  /** The engine's own handlers. Missing in commands, where no step is made. */
  readonly ownHandlers?: EngineHandlers
  /** Effects of parts on steps. */
  readonly effects?: Effects
  /** Ports for which an adapter is configured. */
  readonly ports?: ReadonlySet<string>
  readonly processes?: RecordProcesses
}

/** The only access to rows on behalf of a user. All reads and writes use it. */
export function createStore(parts: StoreParts): Store {
  return operationsOn(parts, (ctx, resource) =>
    newWork({ ...parts, database: parts.database.share(tablesRead(ctx.model, resource)) }, ctx),
  )
}

/** The store within a transaction: every operation is part of it. */
export function storeWithin(parts: StoreParts, work: Work, queries: Queries): Store {
  const inside = workOn(work, queries)
  return operationsOn(parts, ctx => ({ ...inside, ctx }))
}

function operationsOn(parts: StoreParts, workFor: (ctx: RequestContext, of: Resource) => Work): Store {
  /** Runs one operation, and reports the field of a violated unique index. */
  const on = async <Result>(
    ctx: RequestContext,
    name: string,
    operation: (work: StepExecution, resource: Resource) => Promise<Result>,
  ): Promise<Result> => {
    const { model } = ctx
    const resource = Object.hasOwn(model.resources, name) ? model.resources[name] : undefined
    if (!resource) throw refuse.notFound({ zh: `资源“${name}”`, en: `Resource "${name}"` })
    const work = executionOf(parts, workFor(ctx, resource))
    try {
      const result = await operation(work, resource)
      await countMaskedFilters(work.queries, ctx, resource)
      // Reading the audit log is an act, too.
      if (name === auditResource) await recordAct(work.queries, ctx, { kind: 'auditRead' })
      return result
    } catch (error) {
      const refusal = duplicateOf(ctx, resource, error) ?? error
      if (!work.inTransaction && refusal instanceof Refusal && refusal.code === 'duplicate')
        await countMaskedFilters(work.queries, ctx, resource)
      throw refusal
    }
  }
  const reads: typeof on = (ctx, name, operation) =>
    on(ctx, name, async (work, of) => {
      const result = await operation(work, of)
      await countServiceRows(work, rowsIn(result))
      return result
    })
  /** A change counts as one row before it is made: what is refused above the limit of a service token is not stored. */
  const writes: typeof on = (ctx, name, operation) =>
    on(ctx, name, async (work, of) => {
      await countServiceRows(work, 1)
      return operation(work, of)
    })
  const enters: typeof on = (ctx, name, operation) =>
    writes(ctx, name, async (work, of) => {
      await assureUniqueMasks(work.queries, ctx, of)
      return operation(work, of)
    })
  return {
    check: (ctx, name, several) =>
      on(ctx, name, work =>
        rolledBack(work, inside =>
          several(
            operationsOn(parts, own => ({ ...inside, ctx: own })),
            inside.queries,
          ),
        ),
      ),
    preview: (ctx, name, selected, bulkOperation) =>
      reads(ctx, name, ({ queries }, of) => bulkPreview(queries, ctx, of, selected, bulkOperation)),
    undo: (ctx, name, operation, some, key) => writes(ctx, name, (work, of) => undo(work, of, operation, some, key)),
    page: (ctx, name, query) => reads(ctx, name, ({ queries }, of) => page(queries, ctx, of, query)),
    count: (ctx, name, query) => reads(ctx, name, ({ queries }, of) => count(queries, ctx, of, query)),
    list: (ctx, name, query) => reads(ctx, name, ({ queries }, of) => list(queries, ctx, of, query)),
    query: (ctx, name, query, given) => reads(ctx, name, (work, of) => declaredQuery(work, of, query, given)),
    release: (ctx, name, query) => writes(ctx, name, (work, of) => releaseClaims(work, of, query)),
    stream: (ctx, name, wanted) => reads(ctx, name, ({ queries }, of) => stream(queries, ctx, of, wanted)),
    find: (ctx, name, query) => reads(ctx, name, ({ queries }, of) => find(queries, ctx, of, query)),
    get: (ctx, name, id, step) => reads(ctx, name, ({ queries }, of) => get(queries, ctx, of, id, step)),
    reveal: (ctx, name, id, fields, reason) =>
      reads(ctx, name, ({ queries }, of) => reveal(queries, ctx, of, id, { fields, reason })),
    options: (ctx, name, field, wanted) =>
      reads(ctx, name, ({ queries }, of) => options(queries, ctx, of, field, wanted)),
    nextPick: (ctx, name, field, record) => reads(ctx, name, (work, of) => nextPick(work, of, field, record)),
    targets: (ctx, name, target, ids) => reads(ctx, name, (work, of) => shownTargets(work, of, target, ids)),
    meant: (ctx, name, field, wanted) =>
      reads(ctx, name, ({ queries }, of) => matchReferences(queries, ctx, of, field, wanted)),
    labels: (ctx, name, some) => reads(ctx, name, ({ queries }, of) => labels(queries, ctx, of, some)),
    findInTree: (ctx, name, text) => reads(ctx, name, ({ queries }, of) => findInTree(queries, ctx, of, text)),
    search: (ctx, name, text) => reads(ctx, name, ({ queries }, of) => search(queries, ctx, of, text)),
    wholeBelow: (ctx, name, parentId) =>
      reads(ctx, name, ({ queries }, of) => allDescendants(queries, ctx, of, parentId)),
    branchCounts: (ctx, name, asked) => reads(ctx, name, ({ queries }, of) => branchCounts(queries, ctx, of, asked)),
    tree: (ctx, name, parentId, query = {}, from = 0) =>
      reads(ctx, name, ({ queries }, of) => tree(queries, ctx, of, parentId, query, from)),
    history: (ctx, name, id, part) =>
      reads(ctx, name, async ({ queries }, of) => {
        const entries = await history(queries, ctx, of, id, part)
        return withLinks(queries, ctx, await withoutInvisibleChanges(queries, ctx, of, entries))
      }),
    related: (ctx, name, id, withBelow) =>
      reads(ctx, name, ({ queries }, of) => relatedCounts(queries, ctx, of, id, withBelow)),
    relatedPage: (ctx, name, id, list, query) =>
      reads(ctx, name, ({ queries }, of) => relatedPage(queries, ctx, of, id, list, query)),
    listPosition: (ctx, name, id, query) =>
      reads(ctx, name, ({ queries }, of) => listPosition(queries, ctx, of, id, query)),
    together: (ctx, name, several) =>
      on(ctx, name, work => work.transaction(queries => several(storeWithin(parts, work, queries)))),
    save: (ctx, name, record, key) =>
      enters(ctx, name, (work, of) => (isLines(of) ? saveLine : save)(work, of, record, key)),
    update: (ctx, name, record, key) =>
      enters(ctx, name, (work, of) => (isLines(of) ? updateLine : update)(work, of, record, key)),
    bind: (ctx, name, called, input, recorded, key) =>
      writes(ctx, name, (work, of) => replaceLinks(work, of, called, input, recorded, key)),
    links: (ctx, name, called, id) => reads(ctx, name, ({ queries }, of) => links(queries, ctx, of, called, id)),
    linkedChoices: (ctx, name, called, id) =>
      reads(ctx, name, ({ queries }, of) => linkedChoices(queries, ctx, of, called, id)),
    updateTogether: (ctx, name, some, values, key) =>
      enters(ctx, name, (work, of) => updateBatch(work, of, some, values, key)),
    transitionTogether: (ctx, name, some, step, input, key) =>
      enters(ctx, name, (work, of) => transitionBatch(work, of, some, step, input, key)),
    performed: (ctx, name, key, body) => on(ctx, name, work => firstPerformed(work, key, body)),
    first: (ctx, name, key, body, performed) =>
      on(ctx, name, work =>
        once<Performed>(work, key, body, { performed: own => own, again: (_, own) => own }, async () => performed),
      ),
    remove: (ctx, name, some, key) =>
      writes(ctx, name, (work, of) =>
        isLines(of) ? removeLines(work, of, some, key) : deleteOrRestore(work, of, some, 'remove', key),
      ),
    bin: (ctx, name, query) => reads(ctx, name, ({ queries }, of) => bin(queries, ctx, of, query)),
    restore: (ctx, name, some, key) => writes(ctx, name, (work, of) => deleteOrRestore(work, of, some, 'restore', key)),
    selection: (ctx, name, part) => reads(ctx, name, ({ queries }, of) => selection(queries, ctx, of, part)),
    displays: (ctx, name, some) => reads(ctx, name, ({ queries }, of) => displays(queries, ctx, of, some)),
    transition: (ctx, name, id, step, input, key) =>
      enters(ctx, name, (work, of) => transition(work, of, id, step, input, key)),
    messages: (ctx, name, id, path) => reads(ctx, name, (work, of) => previewMessages(work, of, id, path)),
    act: (ctx, name, id, step, input, key) => enters(ctx, name, (work, of) => act(work, of, id, step, input, key)),
  }
}

/** The execution of steps for one work, in transactions of its own. */
export const executionOf = (parts: StoreParts, work: Work): StepExecution => ({
  ...work,
  handlers: parts.handlers,
  ownHandlers: parts.ownHandlers ?? {},
  effects: parts.effects ?? {},
  ports: parts.ports ?? noPorts,
  ...(parts.storeFile && { storeFile: parts.storeFile }),
  ...(parts.processes && { processes: parts.processes }),
  makeAuto: (inside, resource, cause) => makeAutoSteps({ ...executionOf(parts, inside), ...inside }, resource, cause),
  storeIn: inside => operationsOn(parts, ctx => ({ ...inside, ctx: ctx.unasked(), typed: false })),
})

/** The number of rows in what an operation returns. */
function rowsIn(result: unknown): number {
  if (Array.isArray(result)) return result.length
  const { records, data, total, chunks, id } = Object(result) as Readonly<Record<string, unknown>>
  for (const list of [records, data]) if (Array.isArray(list)) return list.length
  if (chunks !== undefined) return Number(total)
  return id === undefined ? 0 : 1
}

const noPorts: ReadonlySet<string> = new Set()

const known = perModel<readonly string[]>()

/**
 * The tables for which operations on a resource may wait: its own, those of its lines, and those to which their fields
 * refer. Users as authors of rows are left out, because every resource refers to them.
 */
const tablesRead = (model: Model, resource: Resource): readonly string[] =>
  known(model, resource.name, () => {
    const own = [resource, ...partsOf(model, resource).map(part => part.resource)]
    const referred = own.flatMap(({ fields }) => fields.flatMap(field => referenceOf(model, field).map(({ of }) => of)))
    return [...new Set([...own, ...referred].map(({ table }) => table))].sort()
  })
