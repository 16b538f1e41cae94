import type { Model, Resource } from '../../model/model.ts'
import type { Caller } from '../auth/caller.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Queries } from '../database/database.ts'
import { uniqueFault } from '../errors/database-errors.ts'
import { refuse } from '../errors/refuse.ts'
import { uniqueIndexName } from '../storage/tables-of.ts'
import type { Handlers } from './action.ts'
import { moveBatch, updateBatch } from './batch-changes.ts'
import { bin } from './bin.ts'
import { branchCounts } from './branch-counts.ts'
import { bulkPreview } from './bulk-preview.ts'
import { copied } from './copies.ts'
import { find, get } from './get.ts'
import { history } from './history.ts'
import { once, storedResponse } from './idempotency.ts'
import { listPosition } from './list-position.ts'
import { allDescendants, findInTree, labels, options, tree } from './look-up.ts'
import { matchReferences } from './match-references.ts'
import { newWork, type WorkParts } from './new-work.ts'
import type { Store } from './operations.ts'
import { count, list, page } from './page.ts'
import { partsOf } from './referring.ts'
import { related } from './related.ts'
import { remove } from './remove.ts'
import { restore } from './restore.ts'
import { save, update } from './save.ts'
import { removeLines, saveLine, updateLine } from './save-line.ts'
import { search } from './search.ts'
import { displays, selection } from './selection.ts'
import { act, move, type StepExecution } from './step.ts'
import { stream } from './stream.ts'
import { undo } from './undo.ts'
import { type Work, workOn } from './work.ts'

/** The dependencies of the store. */
export interface StoreParts extends WorkParts {
  /** The current Model. Every operation calls it once. */
  readonly current: () => Model
  readonly handlers: Handlers
  /** Ports for which an adapter is configured. */
  readonly ports?: ReadonlySet<string>
  /** The current time. */
  readonly clock: () => Date
  /** The time zone of days and of times in the HTTP API. */
  readonly zone: string
}

/** The only access to rows on behalf of a user. All reads and writes use it. */
export function createStore(parts: StoreParts): Store {
  return operationsOn(parts, ctx => newWork(parts, ctx))
}

/** The store within a transaction: every operation is part of it. */
export function storeWithin(parts: StoreParts, work: Work, queries: Queries): Store {
  return operationsOn(parts, ctx => workOn({ ...work, ctx }, queries))
}

function operationsOn(parts: StoreParts, workFor: (ctx: RequestContext) => Work): Store {
  /** Runs one operation, and reports the field of a violated unique index. */
  const on = async <Result>(
    caller: Caller,
    name: string,
    operation: (work: StepExecution, resource: Resource) => Promise<Result>,
  ): Promise<Result> => {
    const model = parts.current()
    const resource = Object.hasOwn(model.resources, name) ? model.resources[name] : undefined
    if (!resource) throw refuse.notFound({ zh: '资源', en: 'Resource' })
    const ctx: RequestContext = { caller, model, clock: { now: parts.clock(), zone: parts.zone } }
    const work: StepExecution = { ...workFor(ctx), handlers: parts.handlers, ports: parts.ports ?? noPorts, storeIn }
    try {
      return await operation(work, resource)
    } catch (error) {
      throw duplicateOf(model, resource, error) ?? error
    }
  }
  const storeIn = (work: Work): Store =>
    operationsOn({ ...parts, current: () => work.ctx.model }, ctx => ({
      ...work,
      ctx: { ...ctx, ...partOf(work.ctx) },
    }))
  return {
    within: operation => operationsOn(parts, ctx => workFor({ ...ctx, operation })),
    preview: (caller, name, selected, doing) =>
      on(caller, name, ({ queries, ctx }, of) => bulkPreview(queries, ctx, of, selected, doing)),
    undo: (caller, name, undoing, some, key) => on(caller, name, (work, of) => undo(work, of, undoing, some, key)),
    page: (caller, name, query) => on(caller, name, ({ queries, ctx }, of) => page(queries, ctx, of, query)),
    count: (caller, name, query) => on(caller, name, ({ queries, ctx }, of) => count(queries, ctx, of, query)),
    list: (caller, name, query) => on(caller, name, ({ queries, ctx }, of) => list(queries, ctx, of, query)),
    stream: (caller, name, wanted) => on(caller, name, ({ queries, ctx }, of) => stream(queries, ctx, of, wanted)),
    find: (caller, name, query) => on(caller, name, ({ queries, ctx }, of) => find(queries, ctx, of, query)),
    get: (caller, name, id) => on(caller, name, ({ queries, ctx }, of) => get(queries, ctx, of, id)),
    options: (caller, name, field, wanted) =>
      on(caller, name, ({ queries, ctx }, of) => options(queries, ctx, of, field, wanted)),
    copied: (caller, name, reference, id) => on(caller, name, (work, of) => copied(work, of, reference, id)),
    meant: (caller, name, field, wanted) =>
      on(caller, name, ({ queries, ctx }, of) => matchReferences(queries, ctx, of, field, wanted)),
    labels: (caller, name, some) => on(caller, name, ({ queries, ctx }, of) => labels(queries, ctx, of, some)),
    findInTree: (caller, name, text) => on(caller, name, ({ queries, ctx }, of) => findInTree(queries, ctx, of, text)),
    search: (caller, name, text) => on(caller, name, ({ queries, ctx }, of) => search(queries, ctx, of, text)),
    wholeBelow: (caller, name, parentId) =>
      on(caller, name, ({ queries, ctx }, of) => allDescendants(queries, ctx, of, parentId)),
    branchCounts: (caller, name, asked) =>
      on(caller, name, ({ queries, ctx }, of) => branchCounts(queries, ctx, of, asked)),
    tree: (caller, name, parentId, query = {}, from = 0) =>
      on(caller, name, ({ queries, ctx }, of) => tree(queries, ctx, of, parentId, query, from)),
    history: (caller, name, id, part) =>
      on(caller, name, ({ queries, ctx }, of) => history(queries, ctx, of, id, part)),
    related: (caller, name, id, withBelow) =>
      on(caller, name, ({ queries, ctx }, of) => related(queries, ctx, of, id, withBelow)),
    listPosition: (caller, name, id, query) =>
      on(caller, name, ({ queries, ctx }, of) => listPosition(queries, ctx, of, id, query)),
    save: (caller, name, record, key) =>
      on(caller, name, (work, of) => (of.partOf ? saveLine : save)(work, of, record, key)),
    update: (caller, name, record, key) =>
      on(caller, name, (work, of) => (of.partOf ? updateLine : update)(work, of, record, key)),
    updateTogether: (caller, name, some, values, key) =>
      on(caller, name, (work, of) => updateBatch(work, of, some, values, key)),
    moveTogether: (caller, name, some, step, input, key) =>
      on(caller, name, (work, of) => moveBatch(work, of, some, step, input, key)),
    answered: <Answer extends object>(caller: Caller, name: string, key: string, body: unknown) =>
      on(caller, name, work => storedResponse<Answer>(work, key, body)),
    first: (caller, name, key, body, answer) =>
      on(caller, name, work => work.transaction(queries => once(workOn(work, queries), key, body, async () => answer))),
    remove: (caller, name, some, key) =>
      on(caller, name, (work, of) => (of.partOf ? removeLines : remove)(work, of, some, key)),
    bin: (caller, name, query) => on(caller, name, ({ queries, ctx }, of) => bin(queries, ctx, of, query)),
    restore: (caller, name, some, key) => on(caller, name, (work, of) => restore(work, of, some, key)),
    selection: (caller, name, part) => on(caller, name, ({ queries, ctx }, of) => selection(queries, ctx, of, part)),
    displays: (caller, name, some) => on(caller, name, ({ queries, ctx }, of) => displays(queries, ctx, of, some)),
    move: (caller, name, id, step, input, key) => on(caller, name, (work, of) => move(work, of, id, step, input, key)),
    act: (caller, name, id, step, input, key) => on(caller, name, (work, of) => act(work, of, id, step, input, key)),
  }
}

const noPorts: ReadonlySet<string> = new Set()

const partOf = ({ operation }: RequestContext) => (operation === undefined ? {} : { operation })

/** Names the field with the duplicate value, without other data of the row that has it. */
function duplicateOf(model: Model, resource: Resource, error: unknown): Error | undefined {
  const { constraint } = uniqueFault(error) ?? {}
  if (constraint === undefined) return undefined
  const resources = [
    resource,
    ...partsOf(model, resource).map(part => part.resource),
    ...Object.values(model.resources),
  ]
  for (const one of resources) {
    const field = one.fields.find(field => field.column && field.unique && uniqueIndexName(one, field) === constraint)
    if (field) return refuse.duplicate(field.name, field.title)
  }
  return undefined
}
