import { typeOf } from '../../fields/index.ts'
import { isMany } from '../../fields/options.ts'
import { serialParts, showsCounter } from '../../fields/serial/pattern.ts'
import { isReference, isSerial, lineResource, referredResource } from '../../fields/traits.ts'
import type { AccessRule, Field, Model, Resource } from '../../model/model.ts'
import { codeOf } from '../../model/names.ts'
import type { FieldOfResource } from '../../rules/carried-values.ts'
import type { CheckContext, ResourceView } from '../check-context.ts'
import type { Draft } from '../draft.ts'
import { at, type Node, textOf } from '../tree.ts'

/**
 * A pattern names required references to one record, and texts or integers that their records always have. A role that
 * reads less of such a field than of the number would read it there.
 */
export function checkSerialParts(
  draft: Draft,
  node: Node,
  field: Field,
  { resource }: ResourceView,
  { model, report }: CheckContext,
): void {
  const pattern = at(node, 'pattern')
  if (!pattern) return
  const text = textOf(pattern) ?? ''
  for (const { reference, field: source } of serialParts(text)) {
    const name = `${reference}.${source}`
    const by = resource.fields.find(one => one.name === reference)
    const of = by && isAlwaysOne(by, resource) ? referredResource(by, model) : undefined
    const part = of?.fields.find(one => one.name === source)
    if (!of || !part || !isTextOfNumber(part)) {
      report(draft, pattern.start, 'serial.part-unfit', { name })
      continue
    }
    const number = { resource, name: field.name }
    const parts = [
      { resource, name: reference },
      { resource: of, name: source },
    ]
    const role = parts.map(one => roleWithMore(model, number, one)).find(one => one !== undefined)
    if (role !== undefined)
      report(draft, pattern.start, 'serial.part-hidden', { name, role, number: readAs(model, number).name })
  }
  if (!showsCounter(text)) report(draft, pattern.start, 'serial.counter-unclear', { name: field.name })
}

/** Whether a reference always names one record, which exists before the number; the master of a line may be new. */
const isAlwaysOne = (field: Field, { partOf }: Resource): boolean =>
  isReference(field) && !isMany(field) && field.name !== partOf?.field && isAlwaysGiven(field)

/** A text of one line, an integer or a serial number, which all records have. */
const isTextOfNumber = (field: Field): boolean =>
  field.column !== undefined &&
  field.personal === undefined &&
  (isSerial(field) ||
    (isAlwaysGiven(field) &&
      field.compute === undefined &&
      (typeOf(field).freeText === 'line' || (field.rule === 'int' && !isReference(field)))))

const isAlwaysGiven = ({ required, when }: Field): boolean => required && when === undefined

/**
 * The first role that reads more of a field than of the one from which its value was read. An effect of a step is written to
 * tell one record to the readers of another, so that `isEffect` counts only fields that a rule hides or masks.
 */
export function roleWithMore(
  model: Model,
  field: FieldOfResource,
  source: FieldOfResource,
  isEffect = false,
): string | undefined {
  const [into, from] = [readAs(model, field), readAs(model, source)]
  const isOwn = into.resource === from.resource
  return rolesOf(model, [into, from]).find(role => {
    const { codes = [] } = model.roles.find(({ alias }) => alias === role) ?? {}
    if (codes.length > 0 && !codes.some(code => code.startsWith(`${into.resource.code}_`))) return false
    // The display field is read without the code.
    const needsCode = source.name !== source.resource.display && mayView(model, role, into)
    const isSeen = isOwn || isEffect || (mayBeViewed(role, from) && (!needsCode || mayView(model, role, from)))
    return maxShown(role, into) > (isSeen ? leastShown(role, from) : 0)
  })
}

/** A field as rules of access name it: those of lines are read through the field of the master with its lines. */
function readAs(model: Model, { resource, name }: FieldOfResource): FieldOfResource {
  const master = resource.partOf && model.resources[resource.partOf.resource]
  const lines = master?.fields.find(field => lineResource(field, model) === resource)
  return master && lines ? { resource: master, name: lines.name } : { resource, name }
}

/** The roles that rules of access name, and the declared ones. */
const rolesOf = ({ roles }: Model, read: readonly FieldOfResource[]): readonly string[] => [
  ...new Set([
    ...read.flatMap(({ resource }) => resource.access.map(({ role }) => role)),
    ...roles.map(({ alias }) => alias),
  ]),
]

const rulesOf = (role: string, { resource }: FieldOfResource): readonly AccessRule[] =>
  resource.access.filter(rule => rule.role === role)

/** What a rule shows of a field: nothing, a masked value or all. */
const shownBy = ({ hide, mask }: AccessRule, name: string): number =>
  hide.includes(name) ? 0 : mask?.includes(name) ? 1 : 2

/** The most that a role reads of a field, in any operation. What is hidden from viewing is hidden from all. */
function maxShown(role: string, read: FieldOfResource): number {
  const rules = rulesOf(role, read)
  const shown = (some: readonly AccessRule[]) => some.map(rule => shownBy(rule, read.name))
  const viewing = rules.filter(({ allow }) => allow.includes('view'))
  if (viewing.length > 0) return Math.min(...shown(viewing))
  return rules.length > 0 ? Math.max(...shown(rules)) : 2
}

/** The least that a role reads of a field, in any operation. */
const leastShown = (role: string, read: FieldOfResource): number =>
  Math.min(2, ...rulesOf(role, read).map(rule => shownBy(rule, read.name)))

/** Whether the rules that name a role, if any, allow it to view the records of a field. */
function mayBeViewed(role: string, read: FieldOfResource): boolean {
  const rules = rulesOf(role, read)
  return rules.length === 0 || rules.some(({ allow }) => allow.includes('view'))
}

/** Whether a declared role has the code to view the records of a field. */
const mayView = ({ roles }: Model, role: string, { resource }: FieldOfResource): boolean =>
  roles.some(({ alias, codes }) => alias === role && codes.includes(codeOf(resource, 'view')))
