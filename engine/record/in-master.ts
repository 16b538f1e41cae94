import type { Model, Resource } from '../model/model.ts'
import { perModel } from '../model/per-model.ts'
import type { RecordContext } from './expressions.ts'
import { targetReads } from './target-reads.ts'

type Values = Readonly<Record<string, unknown>>

const readers = perModel<boolean>()

/** Whether expressions of lines, or the `where` of their references, read their master. */
export const readsMaster = (model: Model, line: Resource): boolean =>
  readers(
    model,
    line.name,
    () =>
      targetReads(model, line).some(
        ({ reference, target }) => reference === line.partOf?.field && target === line.partOf?.resource,
      ) || line.fields.some(({ reads = [] }) => reads.includes(line.partOf?.field ?? '')),
  )

// The id of a master that has none yet.
const unsaved = '0'

/**
 * A line as its expressions read it, and their context: the master is the given record, which may not be stored yet. The
 * same line and context where no expression reads the master.
 */
export function inMaster(
  context: RecordContext,
  line: Resource,
  master: Values,
  values: Values,
): readonly [context: RecordContext, values: Values] {
  const { partOf } = line
  if (!partOf || !readsMaster(context.model, line)) return [context, values]
  const { model, me, clock, isPartial, targets } = context
  const id = String(master['id'] ?? unsaved)
  const lookups = {
    record: (resource: string, wanted: bigint) =>
      resource === partOf.resource && String(wanted) === id ? master : targets?.record(resource, wanted),
    isBelow: (tree: string, node: bigint, root: bigint) => targets?.isBelow(tree, node, root) ?? null,
  }
  const own = { model, me, clock, ...(isPartial && { isPartial }), targets: lookups }
  return [own, { ...values, [partOf.field]: id }]
}

/** The result of an evaluation on a line in its master, with the reference to the master that the line itself has. */
export function evaluatedIn(
  context: RecordContext,
  line: Resource,
  master: Values,
  values: Values,
  evaluation: (context: RecordContext, values: Values) => Values,
): Values {
  const [own, read] = inMaster(context, line, master, values)
  const next = evaluation(own, read)
  if (next === read) return values
  const link = line.partOf?.field
  if (read === values || link === undefined) return next
  const { [link]: _, ...rest } = next
  return link in values ? { ...rest, [link]: values[link] } : rest
}
