import { typeOf } from '../fields/index.ts'
import { isDictionary, isReference } from '../fields/traits.ts'
import { digest } from '../model/digest.ts'
import type { Field, Model, Parameter, ParameterValue, Rule, Step } from '../model/model.ts'
import { compileExpression, type Expression } from '../rules/compile-expression.ts'
import { type RuleInputs, test } from '../rules/evaluate.ts'
import { parametersRead } from '../rules/parameter.ts'
import type { Lookups } from '../rules/run.ts'
import type { Scope } from '../rules/scope.ts'
import { subtermsOf, type Term } from '../rules/term.ts'
import { type CheckContext, fieldNames, type ResourceView } from './check-context.ts'
import { choice } from './checks/unknown-word.ts'
import { isWrittenAs } from './checks/values.ts'
import { type Keys, newKey, shared } from './language/key.ts'
import { at, entriesOf, type Node, plain, textOf, writtenOf } from './tree.ts'
import { bilingual } from './workspace.ts'

/** The keys of a rule. */
export const ruleKeys: Keys = {
  rule: newKey(
    shared('expression'),
    '保存前必须成立的条件；所读的字段有变化时才检查，缺值时放行',
    'The condition that a record must satisfy to be saved. It is checked when a field that it reads changes. With a missing value the rule passes.',
    '"endDay >= startDay"',
    { required: true },
  ),
  message: newKey(
    shared('bilingual'),
    '不成立时的提示',
    'The message when the condition is false.',
    '{ zh: 结束日期不能早于开始日期, en: The end cannot be before the start }',
    { required: true },
  ),
  at: newKey(
    shared('name'),
    '显示提示的字段；步骤的规则写它的输入或可改的字段。不写则显示在所读的、有变化的第一个字段',
    'The field that shows the message; of a rule of a step, an input or an edited field. Default: the first changed field that the rule reads.',
    'endDay',
  ),
  level: newKey(
    { enum: ['warning'] },
    'warning：不成立时只警告，用户确认后可以保存，确认写入变更记录；导入和自动步骤不询问，只作记录。不写则拒绝保存',
    '`warning`: a record that violates the rule can be saved after the user acknowledges the message. The acknowledgement is recorded in the history. Imports and automatic steps need no acknowledgement; their warnings are recorded. Default: the record is refused.',
    'warning',
  ),
  valid: newKey(
    examplesShape(),
    '成立的例子，编译时验证；没写的字段视为缺值。input.名称、引用.字段和 parameter.键 给出其余读到的值；没写的参数取 parameters.yaml 的值',
    'Example records that satisfy the rule; the compiler verifies them. Fields that are not listed have no value. `input.name`, `reference.field` and `parameter.key` set the other values that the rule reads. Parameters that are not listed have their values in parameters.yaml.',
    '{ startDay: 2026-03-01, endDay: 2026-03-02 }',
  ),
  invalid: newKey(
    examplesShape(),
    '不成立的例子；不读时钟的规则，成立与不成立的例子都要有',
    'Example records that violate the rule. A rule that does not read the clock requires examples of both kinds.',
    '{ startDay: 2026-03-02, endDay: 2026-03-01 }',
  ),
}

/** A rule as written; the fields that it reads are found when the Model is complete. */
export function ruleOf(node: Node): Rule {
  const rule = textOf(at(node, 'rule')) ?? ''
  const message = bilingual(at(node, 'message')) ?? { zh: '', en: '' }
  const name = `warning-${digest([JSON.stringify([rule, message.zh, message.en])]).slice(0, 12)}`
  const field = textOf(at(node, 'at'))
  const isWarning = textOf(at(node, 'level')) === 'warning'
  return { rule, message, ...(field !== undefined && { at: field }), reads: [], ...(isWarning && { warning: name }) }
}

/** Runs a rule's examples as tests, and finds rules condition a key of a field could express. */
export function checkRule(
  rule: Node,
  expression: Expression,
  scope: Scope,
  view: ResourceView,
  { model, report }: CheckContext,
  step?: Pick<Step, 'input' | 'edit'>,
) {
  const inputs = step?.input ?? []
  const inputNames = inputs.map(field => `${inputPrefix}${field.name}`)
  const parameters = parametersRead(model, expression.text)
  const parameterNames = parameters.map(({ key }) => `${parameterPrefix}${key}`)
  const known = [...fieldNames(view), ...inputNames, ...parameterNames, ...stepsIn(expression.term).map(nameOfStep)]
  const { draft, resource } = view
  const condition = at(rule, 'rule')
  const place = at(rule, 'at')
  const places = step ? [...inputs.map(field => field.name), ...step.edit] : fieldNames(view)
  const placed = textOf(place)
  if (place && placed !== undefined && !places.includes(placed))
    report(draft, place.start, 'field.unknown', choice(placed, places))
  // `min` and the other keys of a field only refuse.
  const restated = at(rule, 'level') ? undefined : restates(expression.text, resource.fields)
  if (condition && restated) return report(draft, condition.start, 'rule.restates', restated)
  const level = at(rule, 'level')
  const rolledUp = level && rolledUpIn(expression.reads, resource.fields)
  if (level && rolledUp) report(draft, level.start, 'rule.warning-rolled-up', { name: rolledUp.name })
  for (const key of ['valid', 'invalid'] as const) {
    const examples = at(rule, key)
    if (!examples && condition && !expression.readsClock)
      report(draft, condition.start, 'rule.examples-missing', { key })
    for (const example of examples?.kind === 'list' ? examples.items : examples ? [examples] : []) {
      const unknown = entriesOf(example).filter(entry => !known.includes(entry.key))
      for (const { key: name, keyStart } of unknown) report(draft, keyStart, 'field.unknown', choice(name, known))
      const unread = entriesOf(example).flatMap(({ key: name, value }) => {
        const field = resource.fields.find(one => one.name === name)
        return field && !isWrittenAs(plain(value), field, model) ? [{ field, value }] : []
      })
      for (const { field, value } of unread)
        report(draft, value.start, 'rule.example-unread', {
          value: value.kind === 'scalar' ? writtenOf(value) : String(plain(value)),
          example: String(typeOf(field).example(field, model, 0)),
        })
      const record = recordOf(example, resource.fields, model.dictionaries)
      const input = recordOf(example, inputs, model.dictionaries, inputPrefix)
      const given = withSteps(example, expression, { record, input }, model)
      const isSatisfied =
        test(withParameters(example, expression, scope, parameters, model), given, {
          now: new Date(),
          zone: 'Asia/Shanghai',
        }) !== false
      if (unknown.length > 0 || unread.length > 0 || isSatisfied === (key === 'valid')) continue
      report(draft, example.start, key === 'valid' ? 'rule.example-fails' : 'rule.example-holds')
    }
  }
}

/** A stored value of related records among fields and those from which they are computed. */
function rolledUpIn(names: readonly string[], fields: readonly Field[]): Field | undefined {
  const reads = new Set(names)
  for (const name of reads) {
    const { compute = '' } = fields.find(one => one.name === name) ?? {}
    for (const word of compute.match(/\w+/g) ?? []) reads.add(word)
  }
  return fields.find(one => one.rolledUp && reads.has(one.name))
}

type StepTerm = Extract<Term, { kind: 'step' }>

const stepsIn = (term: Term): readonly StepTerm[] => [
  ...(term.kind === 'step' ? [term] : []),
  ...subtermsOf(term).flatMap(stepsIn),
]

/** The key of an example's value that is read through a reference: `siteId.siteName`. */
const nameOfStep = ({ of, name }: StepTerm): string =>
  of.kind === 'field' ? `${of.source === 'input' ? inputPrefix : ''}${of.name}.${name}` : ''

/** The example's record and input, and the records with its values that are read through references. */
function withSteps(example: Node, { term }: Expression, values: Pick<RuleInputs, 'record' | 'input'>, model: Model) {
  const rows = new Map<string, Record<string, unknown>>()
  const [record, input] = [{ ...values.record }, { ...values.input }]
  for (const step of stepsIn(term)) {
    const { of, resource, name } = step
    const value = entriesOf(example).find(({ key }) => key === nameOfStep(step))?.value
    if (!value || of.kind !== 'field') continue
    const given = of.source === 'input' ? input : record
    const id = String(given[of.name] ?? '1')
    given[of.name] = id
    const field = model.resources[resource]?.fields.find(one => one.name === name)
    const row = rows.get(`${resource} ${id}`) ?? {}
    rows.set(`${resource} ${id}`, {
      ...row,
      [name]: field ? wireOf(field, plain(value), model.dictionaries) : plain(value),
    })
  }
  const lookups: Lookups = { record: (resource, id) => rows.get(`${resource} ${id}`), isBelow: () => null }
  return { record, input, lookups }
}

/** The prefix of a parameter's key in an example. */
const parameterPrefix = 'parameter.'

/** The expression with the values that the example gives to parameters, on every day. */
function withParameters(
  example: Node,
  expression: Expression,
  scope: Scope,
  parameters: readonly Parameter[],
  model: Model,
): Expression {
  const given = parameters.flatMap(({ key, field }) => {
    const node = at(example, `${parameterPrefix}${key}`)
    const known = scope.parameters?.[key]
    const value = node && wireOf(field, plain(node), model.dictionaries)
    return known && node ? [[key, { ...known, value: value as ParameterValue, values: [] }] as const] : []
  })
  if (given.length === 0) return expression
  const own = { ...scope, parameters: { ...scope.parameters, ...Object.fromEntries(given) } }
  const compiled = compileExpression(expression.text, own, 'bool')
  return 'expression' in compiled ? compiled.expression : expression
}

type Dictionaries = CheckContext['model']['dictionaries']

/** The prefix of an input's name in an example. */
const inputPrefix = 'input.'

/** An example as transmitted: dictionary entries by their keys. With a prefix, the values whose names begin with it. */
function recordOf(
  example: Node,
  fields: readonly Field[],
  dictionaries: Dictionaries,
  prefix = '',
): Record<string, unknown> {
  return Object.fromEntries(
    entriesOf(example).flatMap(({ key, value }) => {
      if (!key.startsWith(prefix)) return []
      const field = fields.find(one => `${prefix}${one.name}` === key)
      return [[key.slice(prefix.length), field ? wireOf(field, plain(value), dictionaries) : plain(value)]]
    }),
  )
}

function wireOf(field: Field, value: unknown, dictionaries: Dictionaries): unknown {
  if (isReference(field)) return Array.isArray(value) ? value.map(String) : value === null ? null : String(value)
  const entries = isDictionary(field) ? dictionaries[String(field.options['of'])]?.entries : undefined
  const keyOf = (name: unknown) => entries?.find(entry => entry.name === name)?.key ?? name
  return entries && Array.isArray(value) ? value.map(keyOf) : entries ? keyOf(value) : value
}

/** The key condition expresses the same as the rule, if any. */
function restates(text: string, fields: readonly Field[]): { name: string; key: string } | undefined {
  for (const [pattern, key] of sayings) {
    const name = pattern.exec(text.trim())?.groups?.['name']
    const field = fields.find(one => one.name === name)
    // A computed value may be limited, but not required.
    const mayHave = key === 'max' ? !field || !(typeOf(field).given || field.derived) : field?.compute === undefined
    if (name !== undefined && field && mayHave) return { name, key }
  }
  return undefined
}

const field = '(?<name>[a-z][a-zA-Z0-9]*)'
const sayings: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`^${field}\\s*!=\\s*null$`), 'required'],
  [new RegExp(`^null\\s*!=\\s*${field}$`), 'required'],
  [new RegExp(`^size\\(\\s*${field}\\s*\\)\\s*(>\\s*0|>=\\s*1|!=\\s*0)$`), 'required'],
  [new RegExp(`^${field}\\.size\\(\\)\\s*(>\\s*0|>=\\s*1|!=\\s*0)$`), 'required'],
  [new RegExp(`^size\\(\\s*${field}\\s*\\)\\s*<=?\\s*\\d+$`), 'max'],
  [new RegExp(`^${field}\\.size\\(\\)\\s*<=?\\s*\\d+$`), 'max'],
  [new RegExp(`^${field}\\s*<=\\s*-?\\d+(\\.\\d+)?$`), 'max'],
]

function examplesShape() {
  const one = { type: 'object' }
  return { anyOf: [one, { type: 'array', items: one, minItems: 1 }] }
}
