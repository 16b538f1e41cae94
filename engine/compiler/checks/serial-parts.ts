import { typeOf } from '../../fields/index.ts'
import { isMany } from '../../fields/options.ts'
import { serialParts, showsCounter } from '../../fields/serial/pattern.ts'
import { isReference, isSerial, lineResource, referredResource } from '../../fields/traits.ts'
import type { AccessRule, Field, Model, Resource } from '../../model/model.ts'
import { codeOf } from '../../model/names.ts'
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
    const number = readAs(model, resource, field.name)
    const link = readAs(model, resource, reference)
    const other = readAs(model, of, source)
    const role = rolesOf(model, [number, other]).find(one => {
      // The display field is read without the code.
      const needsCode = source !== of.display && mayView(model, one, number)
      const isSeen = mayBeViewed(one, other) && (!needsCode || mayView(model, one, other))
      return maxShown(one, number) > (isSeen ? Math.min(leastShown(one, link), leastShown(one, other)) : 0)
    })
    if (role !== undefined) report(draft, pattern.start, 'serial.part-hidden', { name, role, number: number.name })
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

/** A field as rules of access name it: those of lines are read through the field of the master with its lines. */
interface ReadField {
  readonly resource: Resource
  readonly name: string
}

function readAs(model: Model, resource: Resource, name: string): ReadField {
  const master = resource.partOf && model.resources[resource.partOf.resource]
  const lines = master?.fields.find(field => lineResource(field, model) === resource)
  return master && lines ? { resource: master, name: lines.name } : { resource, name }
}

/** The roles that rules of access name, and the declared ones. */
const rolesOf = ({ roles }: Model, read: readonly ReadField[]): readonly string[] => [
  ...new Set([
    ...read.flatMap(({ resource }) => resource.access.map(({ role }) => role)),
    ...roles.map(({ alias }) => alias),
  ]),
]

const rulesOf = (role: string, { resource }: ReadField): readonly AccessRule[] =>
  resource.access.filter(rule => rule.role === role)

/** What a rule shows of a field: nothing, a masked value or all. */
const shownBy = ({ hide, mask }: AccessRule, name: string): number =>
  hide.includes(name) ? 0 : mask?.includes(name) ? 1 : 2

/** The most that a role reads of a field, in any operation. What is hidden from viewing is hidden from all. */
function maxShown(role: string, read: ReadField): number {
  const rules = rulesOf(role, read)
  const shown = (some: readonly AccessRule[]) => some.map(rule => shownBy(rule, read.name))
  const viewing = rules.filter(({ allow }) => allow.includes('view'))
  if (viewing.length > 0) return Math.min(...shown(viewing))
  return rules.length > 0 ? Math.max(...shown(rules)) : 2
}

/** The least that a role reads of a field, in any operation. */
const leastShown = (role: string, read: ReadField): number =>
  Math.min(2, ...rulesOf(role, read).map(rule => shownBy(rule, read.name)))

/** Whether the rules that name a role, if any, allow it to view the records of a field. */
function mayBeViewed(role: string, read: ReadField): boolean {
  const rules = rulesOf(role, read)
  return rules.length === 0 || rules.some(({ allow }) => allow.includes('view'))
}

/** Whether a declared role has the code to view the records of a field. */
const mayView = ({ roles }: Model, role: string, { resource }: ReadField): boolean =>
  roles.some(({ alias, codes }) => alias === role && codes.includes(codeOf(resource, 'view')))
