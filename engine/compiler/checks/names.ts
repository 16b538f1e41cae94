import { isReference } from '../../fields/traits.ts'
import { snake } from '../../model/names.ts'
import { stateSince, systemFields, timeRemaining } from '../../model/system-fields.ts'
import type { CheckContext, ResourceView } from '../check-context.ts'
import { at, type Entry, entriesOf, entryOf, type Node, textOf } from '../tree.ts'

/** PostgreSQL truncates longer names silently. */
export const longestName = 63
const languages = ['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString', 'valueOf', 'toJSON', 'then']
const rules =
  'it input me in null true false as break const continue else for function if import let loop package namespace return var void while'
const database = ['tableoid', 'xmin', 'cmin', 'xmax', 'cmax', 'ctid', 'isDeleted', 'lineNo']
const queries = ['current', 'size', 'ascs', 'descs', 'ids']
const reserved = new Set([
  ...languages,
  ...rules.split(' '),
  ...database,
  ...queries,
  ...systemFields.map(field => field.name),
  timeRemaining.name,
  stateSince.name,
])

/** Whether a field's name is reserved by the engine, the rules, queries or the database. */
export const isReserved = (name: string): boolean => reserved.has(name)

/** Finds reserved, too long and duplicate names. */
export function checkNames({ workspace, views, report }: CheckContext): void {
  for (const view of views) {
    const { draft, resource } = view
    const isOurs = languages.includes(resource.name) || resource.table.startsWith('engine_')
    if (isOurs) report(draft, 0, 'name.reserved', { name: resource.name })
    if (resource.table.length > longestName)
      report(draft, 0, 'name.long', { name: resource.name, limit: String(longestName) })
    const was = at(draft.root, 'renamedFrom')
    const former = workspace.resources.get(resource.renamedFrom ?? '')
    // In a chain or a swap, the other resource is renamed as well.
    if (was && former && at(former.root, 'renamedFrom') === undefined)
      report(draft, was.start, 'renamed-from.present', { name: String(resource.renamedFrom) })
    checkFieldNames(view, report)
    checkColumns(view, report)
    checkStepNames(draft, report)
    for (const { key: name, keyStart } of chosenIn(draft.root))
      if (languages.includes(name)) report(draft, keyStart, 'name.reserved', { name })
  }
  for (const draft of workspace.dictionaries.values())
    for (const { key: name, keyStart } of entriesOf(at(draft.root, 'entries')))
      if (languages.includes(name)) report(draft, keyStart, 'name.reserved', { name })
}

const stepsIn = (root: Node): Entry[] => [
  ...entriesOf(at(at(root, 'lifecycle'), 'transitions')),
  ...entriesOf(at(root, 'actions')),
]

function checkStepNames(draft: ResourceView['draft'], report: CheckContext['report']): void {
  const steps = stepsIn(draft.root)
  for (const { value } of steps) {
    const was = at(value, 'renamedFrom')
    const former = textOf(was)
    if (was && former !== undefined && steps.some(({ key }) => key === former))
      report(draft, was.start, 'renamed-from.present', { name: former })
  }
}

/** Names that an author chose for transitions, actions and their inputs. */
function chosenIn(root: Node): Entry[] {
  const steps = stepsIn(root)
  return [...steps, ...steps.flatMap(({ value }) => entriesOf(at(value, 'input')))]
}

function checkFieldNames(view: ResourceView, report: CheckContext['report']): void {
  const { resource, members } = view
  const references = new Map(resource.fields.filter(isReference).map(field => [`${field.name}Name`, field.name]))
  const own = engineOwn(view)
  for (const [name, { draft, entry }] of members) {
    if (isReserved(name) || own.includes(name)) report(draft, entry.keyStart, 'name.reserved', { name })
    if (snake(name).length > longestName)
      report(draft, entry.keyStart, 'name.long', { name, limit: String(longestName) })
    const other = references.get(name)
    if (other !== undefined) report(draft, entry.keyStart, 'field.name-taken', { name, other })
    const was = at(entry.value, 'renamedFrom')
    const former = textOf(was)
    const isMoved = resource.fields.some(field => field.name === former && field.renamedFrom !== undefined)
    if (was && former !== undefined && members.has(former) && !isMoved)
      report(draft, was.start, 'renamed-from.present', { name: former })
  }
}

/** PostgreSQL's limit for a table. */
const mostColumns = 1600
/** Columns that the engine adds to a table at most. */
const ownColumns = 20

function checkColumns({ draft, resource }: ResourceView, report: CheckContext['report']): void {
  const count = resource.fields.filter(({ column }) => column !== undefined).length
  const limit = mostColumns - ownColumns
  const fields = entryOf(draft.root, 'fields')
  if (count > limit)
    report(draft, fields?.keyStart ?? 0, 'resource.columns', { count: String(count), limit: String(limit) })
}

/** Columns that the engine adds to some tables only. */
function engineOwn({ resource }: ResourceView): string[] {
  return [...(resource.shared ? [] : ['tenantId']), ...(resource.owner || resource.partOf ? ['ownerId'] : [])]
}
