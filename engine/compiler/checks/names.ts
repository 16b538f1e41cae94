import { isReference } from '../../fields/traits.ts'
import type { Field, Resource } from '../../model/model.ts'
import { snake } from '../../model/names.ts'
import { systemFields } from '../../model/system-fields.ts'
import type { CheckContext, ResourceView } from '../check-context.ts'
import { checkFormerNames } from '../former-names.ts'
import { isReserved, languages, longestName } from '../language/reserved-names.ts'
import { at, type Entry, entriesOf, entryOf, type Node } from '../tree.ts'
import type { DraftEntry } from '../workspace.ts'

/** Finds reserved, too long and duplicate names. */
export function checkNames({ workspace, views, report }: CheckContext): void {
  checkFormerNames(
    views.map(({ draft, resource }) => ({ draft, key: resource.name, value: draft.root })),
    { report },
    { isRenamed: name => views.some(({ resource }) => resource.name === name && isRenamed(resource)) },
  )
  for (const view of views) {
    const { draft, resource } = view
    const isOurs = languages.includes(resource.name) || resource.table.startsWith('engine_')
    if (isOurs) report(draft, 0, 'name.reserved', { name: resource.name })
    if (resource.table.length > longestName)
      report(draft, 0, 'name.long', { name: resource.name, limit: String(longestName) })
    checkFieldNames(view, report)
    checkColumns(view, report)
    checkFormerNamesIn(view, report)
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

const isRenamed = ({ renamedFrom }: Field | Resource): boolean => renamedFrom !== undefined

/** Codes of grants contain the names of steps and binds, entries of the history those of fields and binds. */
function checkFormerNamesIn({ draft, resource, members }: ResourceView, report: CheckContext['report']): void {
  const [steps, binds] = [stepsIn(draft.root), entriesOf(at(draft.root, 'bind'))]
  const fields = placedIn(members)
  const isField = (name: string) => members.has(name)
  const isIn = (parts: readonly Entry[]) => (name: string) => parts.some(({ key }) => key === name)
  const placed = (parts: readonly Entry[]) => parts.map(part => ({ ...part, draft }))
  checkFormerNames(
    fields,
    { report },
    { isRenamed: name => resource.fields.some(field => field.name === name && isRenamed(field)) },
  )
  checkFormerNames(placed(steps), { report }, { isTaken: isIn(binds) })
  for (const { value } of steps) checkFormerNames(placed(entriesOf(at(value, 'input'))), { report })
  checkFormerNames(placed(binds), { report }, { isTaken: name => isField(name) || isIn(steps)(name) })
}

/** The fields of a resource, if one was renamed. */
function placedIn(members: ResourceView['members']): DraftEntry[] {
  for (const { entry } of members.values())
    if (at(entry.value, 'renamedFrom')) return [...members.values()].map(({ draft, entry }) => ({ draft, ...entry }))
  return []
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
    if (isReserved(name) || own.includes(name))
      report(draft, entry.keyStart, 'name.reserved', { name, ...(isOfSystem(name) && { given: 'true' }) })
    if (snake(name).length > longestName)
      report(draft, entry.keyStart, 'name.long', { name, limit: String(longestName) })
    const other = references.get(name)
    if (other !== undefined) report(draft, entry.keyStart, 'field.name-taken', { name, other })
  }
}

const isOfSystem = (name: string) => systemFields.some(field => field.name === name)

/** PostgreSQL's limit for a table. */
const maxColumns = 1600
/** Columns that the engine adds to a table at most. */
const ownColumns = 20

function checkColumns({ draft, resource }: ResourceView, report: CheckContext['report']): void {
  const count = resource.fields.filter(({ column }) => column !== undefined).length
  const limit = maxColumns - ownColumns
  const fields = entryOf(draft.root, 'fields')
  if (count > limit)
    report(draft, fields?.keyStart ?? 0, 'resource.columns', { count: String(count), limit: String(limit) })
}

/** Columns that the engine adds to some tables only. */
function engineOwn({ resource }: ResourceView): string[] {
  return [...(resource.shared ? [] : ['tenantId']), ...(resource.owner || resource.partOf ? ['ownerId'] : [])]
}
