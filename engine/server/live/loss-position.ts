import type { UndeclaredRename } from '../../compiler/declare-rename.ts'
import { type Draft, sourcePositionOf } from '../../compiler/draft.ts'
import type { SourcePosition } from '../../compiler/problem.ts'
import { at, entryOf, type Node } from '../../compiler/tree.ts'
import { isDictionary } from '../../fields/traits.ts'
import type { Field, Model, Resource } from '../../model/model.ts'
import { codeOf } from '../../model/names.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { widerAccess } from '../../model/wider-access.ts'
import { accessLoss } from '../storage/change.ts'
import { lossHint } from './loss-hint.ts'
import type { LossWithRows } from './pending-revision.ts'

/** Descriptors with their files. */
export interface Described {
  readonly model: Model | undefined
  readonly drafts: readonly Draft[] | undefined
}

/** A loss with the place in the files that causes it, and what to write there instead. */
export function withCause(before: Described, after: Described, loss: LossWithRows): LossWithRows {
  const at = positionOfLoss(before, after, loss)
  const cure = after.model && lossHint(before.model, loss)
  return { ...loss, ...(at && { at }), ...(cure && { cure }) }
}

/**
 * Where descriptors cause a loss: the part that may be renamed, the changed part, the map from which it was removed, or
 * the removed file.
 */
function positionOfLoss(
  before: Described,
  after: Described,
  { loss, renames: [rename] }: Pick<LossWithRows, 'loss' | 'renames'>,
): SourcePosition | undefined {
  if (rename) return positionOfRename(after, rename)
  const [, kind, table, column] = /^(\w+):(\w+)(?:\.(\w+))?/.exec(loss) ?? []
  if (loss === accessLoss) return positionOfAccess(before, after)
  if (table === 'role' && column !== undefined) return startOf(ofSubject(after, 'roles'))
  const former = ofTable(before.model, table)
  const resource = ofTable(after.model, table)
  const files = draftsOf(after, resource ?? former)
  if (!resource) {
    const file = draftsOf(before, former)[0]?.source.file
    return file === undefined ? undefined : { file, line: 1, column: 1 }
  }
  if (kind === 'owner' || column === 'owner_id') return keyIn(files, 'owner') ?? startOf(files)
  if (kind === 'meaning' && column === undefined) return keyIn(files, 'partOf') ?? startOf(files)
  if (kind === 'tenant') return keyIn(files, 'shared') ?? startOf(files)
  if (column === undefined) return startOf(files)
  const field = ofColumn(resource, column)
  if (field) {
    const isSame = former && ofColumn(former, column)?.options['of'] === field.options['of']
    if (kind === 'key' && (isSame || hasFewerEntries(before.model, after.model, field)))
      return keyIn(ofSubject(after, 'dictionary', String(field.options['of'])), 'entries')
    return keyIn(files, 'fields', field.name)
  }
  const removed = former && ofColumn(former, column)
  // A field that is no longer stored.
  const present = removed && fieldOf(resource, removed.name)
  if (present) return keyIn(files, 'fields', present.name)
  const file = draftsOf(before, former).find(draft => removed && at(at(draft.root, 'fields'), removed.name))?.source
    .file
  return keyIn([...files.filter(({ source }) => source.file === file), ...files], 'fields')
}

/** Where the first access is given: in the file of its resource, by its role, or by the owner of the app. */
function positionOfAccess({ model: before }: Described, after: Described): SourcePosition | undefined {
  const [first] = before && after.model ? widerAccess(before, after.model) : []
  const { role = '', resource = '', what, names = [] } = first ?? {}
  const of = after.model?.resources[resource]
  const files = draftsOf(after, of)
  const [roles, app] = [ofSubject(after, 'roles'), ofSubject(after, 'app')]
  const ofRole = keyIn(roles, role, what === 'code' ? 'allow' : 'dataScope') ?? keyIn(roles, role)
  const isOfRules = of?.access.some(
    rule => rule.role === role && rule.allow.some(one => names.includes(codeOf(of, one))),
  )
  if (what === 'code' && ofRole && !isOfRules) return ofRole
  const ofAll = role === '' ? keyIn(files, 'partOf') : keyIn(files, 'access')
  return ofAll ?? startOf(files) ?? ofRole ?? keyIn(app, 'owner') ?? startOf(app)
}

function positionOfRename(after: Described, rename: UndeclaredRename): SourcePosition | undefined {
  if ('dictionary' in rename)
    return keyIn(ofSubject(after, 'dictionary', rename.dictionary), 'entries', rename.entry ?? '')
  const files = [...ofSubject(after, 'resource', rename.resource), ...ofSubject(after, 'mixin')]
  return rename.field === undefined ? startOf(files) : keyIn(files, 'fields', rename.field)
}

const startOf = ([draft]: readonly Draft[]): SourcePosition | undefined =>
  draft && sourcePositionOf(draft, draft.root.start)

const ofTable = (model: Model | undefined, table: string | undefined): Resource | undefined =>
  Object.values(model?.resources ?? {}).find(resource => resource.table === table)

const ofColumn = ({ fields }: Resource, column: string): Field | undefined =>
  fields.find(field => field.column === column)

const ofSubject = ({ drafts = [] }: Described, subject: string, name?: string): readonly Draft[] =>
  drafts.filter(draft => draft.subject === subject && (name === undefined || draft.name === name))

/** The file of a resource, and those of mixins. */
const draftsOf = (described: Described, resource: Resource | undefined): readonly Draft[] =>
  resource ? [...ofSubject(described, 'resource', resource.name), ...ofSubject(described, 'mixin')] : []

function hasFewerEntries(before: Model | undefined, after: Model | undefined, field: Field): boolean {
  if (!isDictionary(field)) return false
  const [former, present] = [before, after].map(model => model?.dictionaries[String(field.options['of'])]?.entries)
  return former?.some(({ key }) => !present?.some(one => one.key === key)) ?? false
}

/** The position of the last of nested keys, in the first file that has them. */
function keyIn(drafts: readonly Draft[], ...keys: readonly string[]): SourcePosition | undefined {
  for (const draft of drafts) {
    const parent = keys.slice(0, -1).reduce<Node | undefined>(at, draft.root)
    const entry = entryOf(parent, keys.at(-1) ?? '')
    if (entry) return sourcePositionOf(draft, entry.keyStart)
  }
  return undefined
}
