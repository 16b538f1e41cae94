import { digest } from '../model/digest.ts'
import type { DatedValue, Model, ParameterValue, RuleType } from '../model/model.ts'
import { type Day, dayOf } from './day.ts'
import type { RuleOperation } from './operations.ts'
import { bound, raw, ruleSql, type SqlText } from './sql-text.ts'
import { readers } from './transmitted-value.ts'
import type { Value } from './value.ts'
import { calendarRead } from './workdays.ts'

/** A parameter as expressions read it. */
export interface ScopeParameter {
  readonly type: RuleType
  /** As transmitted; absent where the values are dated. */
  readonly value?: ParameterValue
  /** The earliest first. */
  readonly values: readonly DatedValue[]
}

const known = new WeakMap<Model['parameters'], Readonly<Record<string, ScopeParameter>>>()

/** The parameters of a Model by key, with the values that apply. */
export function scopeParameters({ parameters }: Model): Readonly<Record<string, ScopeParameter>> {
  const found = known.get(parameters) ?? parametersIn(parameters)
  known.set(parameters, found)
  return found
}

const parametersIn = (parameters: Model['parameters']): Readonly<Record<string, ScopeParameter>> =>
  Object.fromEntries(
    parameters.flatMap(({ key, field: { rule: type }, value, values }) =>
      type ? [[key, { type, values, ...(value !== undefined && { value }) }]] : [],
    ),
  )

/** The parameters that texts in a part of the Model read. */
export function parametersRead({ parameters }: Model, part: unknown): Model['parameters'] {
  const keys = new Set<string>()
  const visit = (value: unknown): void => {
    if (typeof value === 'string') for (const [, key = ''] of value.matchAll(reading)) keys.add(key)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit)
  }
  visit(part)
  return parameters.filter(({ key }) => keys.has(key))
}

/** What determines the values of these parameters, and the calendar if it is read: compared to find whether they changed. */
export function valuesRead(model: Model, part: unknown): readonly (readonly unknown[])[] {
  const values = parametersRead(model, part).map(({ key, value, values }) => [key, value, values])
  const calendar = calendarRead(model, part)
  return calendar ? [...values, [digest(JSON.stringify(calendar))]] : values
}

const reading = /\bparameter\s*\(\s*["']([^"']*)["']/g

/** Reads the value of a parameter that has only one. */
export const onlyValue = ({ type, value }: ScopeParameter): RuleOperation => ({
  name: 'parameter',
  takes: [],
  gives: type,
  run: moment => read(type, value, moment),
})

/** Reads the value of a parameter on a day: unknown before the first dated value. */
export function valueOnDay({ type, value, values }: ScopeParameter): RuleOperation {
  const dated = values.map(({ from, value }) => ({ from: dayOf(from) ?? 0, value }))
  return {
    name: 'parameter',
    takes: ['date'],
    gives: type,
    run: (day, moment) => read(type, value ?? dated.findLast(({ from }) => from <= (day as Day))?.value, moment),
    sql: (day = raw('null'), zone = raw('null')) => {
      // Earlier than any day of a column where there is one value.
      const all = value === undefined ? values : [{ from: '-infinity', value }]
      const days = bound(all.map(({ from }) => from))
      const texts = bound(all.map(one => String(one.value)))
      const rows = ruleSql`unnest(${days}::date[], ${texts}::text[]) as dated("from", "value")`
      const typed = casts[type](raw('dated."value"'), zone)
      return ruleSql`(select ${typed} from ${rows} where dated."from" <= ${day} order by dated."from" desc limit 1)`
    },
  }
}

const read = (type: RuleType, value: unknown, moment: unknown): Value =>
  value === undefined ? null : readers[type](value, (moment as { readonly zone: string }).zone)

const castTo = (type: string) => (text: SqlText) => ruleSql`${text}::${raw(type)}`

const casts: Readonly<Record<RuleType, (text: SqlText, zone: SqlText) => SqlText>> = {
  string: text => text,
  int: castTo('bigint'),
  decimal: castTo('numeric'),
  bool: castTo('boolean'),
  date: castTo('date'),
  'google.protobuf.Timestamp': (text, zone) => ruleSql`(${text}::timestamp at time zone ${zone})`,
  'list<string>': castTo('text[]'),
  'list<int>': castTo('bigint[]'),
}
