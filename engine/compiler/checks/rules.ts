import { typeOf } from '../../fields/index.ts'
import { isDictionary, isReference } from '../../fields/traits.ts'
import type { Field, Model, Parameter, ParameterValue, Step } from '../../model/model.ts'
import { compileExpression, type Expression } from '../../rules/compile-expression.ts'
import { type RuleInputs, test } from '../../rules/evaluate.ts'
import { parametersRead } from '../../rules/parameter.ts'
import type { Lookups } from '../../rules/run.ts'
import type { Scope } from '../../rules/scope.ts'
import { subtermsOf, type Term } from '../../rules/term.ts'
import { type CheckContext, fieldNames, type ResourceView } from '../check-context.ts'
import { at, entriesOf, type Node, plain, textOf, writtenOf } from '../tree.ts'
import { choice } from './unknown-word.ts'
import { isWrittenAs } from './values.ts'

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
