import { checkNode } from '../../engine/compiler/checks/shape.ts'
import type { ProblemCode } from '../../engine/compiler/problem-messages.ts'
import type { Node } from '../../engine/compiler/tree.ts'
import type { JsonSchema } from '../../engine/model/model.ts'
import type { FaultWords } from '../../engine/rules/fault-texts.ts'

/** A part of `seeds/demo.yaml` that is not as it must be. */
export interface DemoFault {
  readonly offset: number
  readonly code: ProblemCode
  readonly words: FaultWords
}

/** Validates `seeds/demo.yaml` or `seeds/drawings.yaml`; returns the faults in the order of the file. */
export function demoFaults(root: Node, file: 'demo' | 'drawings'): DemoFault[] {
  const faults: DemoFault[] = []
  const schema = file === 'demo' ? demo : drawings
  checkNode(root, schema, (offset, code, words = {}) => faults.push({ offset, code, words }), { schema, file: 'keys' })
  return faults.sort((one, other) => one.offset - other.offset)
}

const mapOf = (values: JsonSchema): JsonSchema => ({ type: 'object', additionalProperties: values })

const objectOf = (properties: Readonly<Record<string, JsonSchema>>, required: readonly string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
  additionalProperties: false,
})

const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items })

const withExample = (schema: JsonSchema, example: unknown): JsonSchema => ({ ...schema, examples: [example] })

const [text, number] = [{ type: 'string' }, { type: 'number' }]
const texts = listOf(text)
const departments = withExample(texts, ['Inspection'])
const role = withExample(text, 'inspector')
const name = withExample(text, 'Ada')
const textOrTexts: JsonSchema = { anyOf: [text, texts] }
const range = withExample(listOf(number), [1, 5])

// A recipe contains recipes, so its parts are added below.
const recipe: Record<string, unknown> = {}
const instructions = objectOf({
  share: withExample(number, 0.5),
  value: recipe,
  weights: withExample(mapOf(number), { planned: 3, urgent: 1 }),
  inTurn: listOf({}),
  between: range,
  per: text,
  step: number,
  days: range,
  after: text,
  time: withExample(texts, ['06:30', '18:00']),
  by: text,
  cases: mapOf(recipe),
  else: recipe,
  copy: text,
  without: text,
  drawn: textOrTexts,
  times: range,
  among: text,
})
recipe['anyOf'] = [{ type: ['string', 'number', 'boolean'] }, listOf({}), instructions]

const states = withExample(mapOf(number), { draft: 1, done: 3 })
const fields = withExample(mapOf(recipe), { phone: '1380000{####}' })
const days = withExample(listOf(number), [-30, 0])
const ofRows = { rows: withExample({ anyOf: [number, range, text] }, 20), created: days, gaps: days, states, fields }
const rows = objectOf({
  ...ofRows,
  each: text,
  if: text,
  on: withExample({ type: 'string', pattern: '^(days|workdays|weeks|each\\.\\w+)$' }, 'workdays'),
  longer: text,
  owners: mapOf(objectOf(ofRows)),
  records: withExample(listOf({ type: 'object', additionalProperties: {} }), [{ siteName: 'A' }]),
  later: texts,
  actions: withExample(mapOf(number), { close: 0.5 }),
})

const account = objectOf(
  {
    role,
    name,
    owners: number,
    where: text,
    having: mapOf(text),
    refers: mapOf(text),
    linked: withExample(mapOf(mapOf(text)), { person: { accountId: "name == 'Ada'" } }),
  },
  ['role', 'name'],
)

const demo = objectOf({
  words: withExample(mapOf(listOf({ type: ['string', 'number'] })), { street: ['High Street', 'Park Road'] }),
  fields,
  resources: withExample(mapOf(rows), { site: { rows: 20 } }),
  people: withExample(objectOf({ name: text, officers: number, owners: texts }, ['name', 'officers']), {
    name: '{person}',
    officers: 8,
  }),
  organisation: withExample(
    objectOf({ name, administrator: name, departments, region: text }, ['name', 'administrator', 'departments']),
    { name: 'City', administrator: 'Ada', departments: ['Inspection'] },
  ),
  roles: withExample(mapOf(objectOf({ sourceType: text, departments })), {
    inspector: { departments: ['Inspection'] },
  }),
  accounts: withExample(mapOf(account), { ada: { role: 'inspector', name: 'Ada' } }),
  holidays: withExample(listOf({ type: 'string', format: 'date', examples: ['2026-10-01'] }), ['2026-10-01']),
})

const drawings = mapOf(listOf({ type: 'object', additionalProperties: {} }))
