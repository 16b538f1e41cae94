import { format, Validator } from '@cfworker/json-schema'
import { checkRecord } from '../fields/check-record.ts'
import { formats } from '../fields/formats.ts'
import { normaliseRecord } from '../fields/normalise-record.ts'
import { recordSchema } from '../fields/record-schema.ts'
import { violationsOfInterpreter } from '../fields/violation.ts'
import { type Said, sayViolations } from '../fields/wordings.ts'
import type { Field, Language, Model, Resource } from '../model/model.ts'
import { wallText } from '../rules/zone.ts'
import { holds, type Surroundings, withComputed } from './expression.ts'
import { isSame } from './merge-record.ts'
import type { RecordError } from './record-validator.ts'

type Values = Readonly<Record<string, unknown>>

// The interpreter keeps its formats in one table of its own; ours are added to it, under names that it lacks.
Object.assign(format, formats)

/** The checks of a form: the server's own, run where the person types. */
export interface RecordCheck {
  /** Names of the fields whose `when` holds, or that have none. */
  visible(values: Values): readonly string[]
  /** The record with what is computed from other fields. */
  computed(values: Values): Values
  /** What is wrong, by path; with `only`, no more than is wrong with those fields. */
  errors(values: Values, initial: Values, only?: ReadonlySet<string>): readonly RecordError[]
}

/** The checks of one resource's form, for one person and one language. */
export function recordCheck(
  model: Model,
  resource: Resource,
  language: Language,
  around: () => Surroundings,
): RecordCheck {
  const isShown = (field: Field, record: Values) =>
    field.when === undefined || holds(model, resource, field.when, record, around()) === true
  const validator = new Validator(recordSchema(resource, model, 'save') as never, '7', false)

  return {
    visible: values => resource.fields.filter(field => isShown(field, values)).map(field => field.name),
    computed: values => withComputed(model, resource, values, around()),
    errors(values, initial, only) {
      const record = normaliseRecord(present(values), resource.fields, model)
      const shown = new Set(resource.fields.filter(field => isShown(field, record)).map(field => field.name))
      const found = validator.validate(record)
      const said: Said = {
        ...ruleErrors(record, initial),
        ...checkRecord(record, resource.fields, model, { isShown, now: wallNow(around()), whole: true }),
        ...sayViolations(violationsOfInterpreter(found.errors, record), resource.fields, model),
      }
      return inOrder(said).filter(({ path: [name] }) => shown.has(String(name)) && (only?.has(String(name)) ?? true))
    },
  }

  /** Rules run when a field that they read differs from what was read; they are said at the first such field. */
  function ruleErrors(record: Values, initial: Values): Said {
    const broken = resource.rules.flatMap(rule => {
      const at = rule.reads.find(name => !isSame(record[name], initial[name]))
      const isBroken = at !== undefined && holds(model, resource, rule.that, record, around()) === false
      return isBroken ? [[at, rule.say] as const] : []
    })
    return Object.fromEntries(broken)
  }

  /** In the order in which the form shows the fields. */
  function inOrder(said: Said): RecordError[] {
    const order = [...resource.form.flatMap(group => group.fields), ...resource.fields.map(field => field.name)]
    return Object.entries(said)
      .map(([name, words]) => ({
        path: name.split('.').map(part => (/^\d+$/.test(part) ? Number(part) : part)),
        message: words[language],
      }))
      .sort((one, other) => order.indexOf(String(one.path[0])) - order.indexOf(String(other.path[0])))
  }
}

const wallNow = ({ clock }: Surroundings) => wallText(clock.now.getTime(), clock.zone)

/** JSON knows no undefined, and neither does a schema. */
const present = (values: Values): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
