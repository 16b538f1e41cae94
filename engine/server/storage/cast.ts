import type { NumberMarks } from '../../fields/field-type.ts'
import { booleanWritten, dayWritten, hasFraction, momentWritten, numberWritten, timeWritten } from './written-text.ts'

/** The conversion of a column's values to another type. */
export interface Cast {
  /** The value in the new type; null, or the nearest value, if it has no equal there. */
  readonly value: string
  /** True for a row whose value would change; undefined if every value survives. */
  readonly breaks?: string
}

/** How the texts of a column are read as another field's values: as the import of the field reads them. */
export interface TextReading {
  /** Units and currencies of a number. */
  readonly marks?: NumberMarks
  /** The values are addresses of files. */
  readonly links?: true
  /** Each text is one key of a dictionary, which may contain commas. */
  readonly isKey?: true
  /** SQL of the id of the only record that a text names; null for others. */
  readonly idOf?: (text: string) => string
}

/** Undefined if PostgreSQL needs no conversion: the type is only widened, and the table is not rewritten. */
export function castOf(value: string, from: string, to: string, reading: TextReading = {}): Cast | undefined {
  if (grows(from, to)) return undefined
  if (reading.idOf && isText(from)) return guarded(value, reading.idOf(value))
  if (to === 'jsonb') return { value: `to_jsonb(${value})` }
  if (numeric(from) && numeric(to)) return fromNumber(value, to)
  if (from.endsWith('[]') && to.endsWith('[]')) return listToList(value, to)
  if (to === 'text[]' && isText(from)) return { value: listOfText(value, reading) }
  const text = asText(value, from)
  const one = ofText(text.value, to.replace(/\[\]$/, ''), isText(from) ? reading : {})
  const cast = to.endsWith('[]') ? `case when ${one.value} is not null then array[${one.value}]::${to} end` : one.value
  const losses = [text.breaks, one.breaks].flatMap(loss => loss ?? [])
  const isThere = from.endsWith('[]') ? `cardinality(${value}) > 0` : `${value} is not null`
  return losses.length === 0 ? { value: cast } : { value: cast, breaks: `${isThere} and (${losses.join(' or ')})` }
}

function grows(from: string, to: string): boolean {
  if (from.startsWith('varchar') && (to === 'text' || length(from) <= length(to)))
    return to === 'text' || to.startsWith('varchar')
  return (from === 'integer' || from === 'smallint') && to === 'bigint'
}

const numeric = (type: string) => /^(numeric|bigint|integer|smallint)/.test(type) && !type.endsWith('[]')
const length = (type: string) => Number(/\((\d+)\)/.exec(type)?.[1] ?? Number.POSITIVE_INFINITY)
const whole: Readonly<Record<string, string>> = {
  smallint: '32767',
  integer: '2147483647',
  bigint: '9223372036854775807',
}

/** Excess decimals are rounded; a fraction is never converted to an integer. */
function fromNumber(value: string, to: string): Cast {
  const most = whole[to]
  const number = `${value}::numeric`
  if (most)
    return guarded(
      value,
      `case when ${number} = trunc(${number}) and abs(${number}) <= ${most}::numeric then ${value}::${to} end`,
    )
  const [precision = 38, scale = 0] = (/\((.*)\)/.exec(to)?.[1] ?? '').split(',').map(Number)
  const rounded = `round(${number}, ${scale})`
  const cast = `case when abs(${rounded}) < 1e${precision - scale}::numeric then ${rounded}::${to} end`
  return { value: cast, breaks: `${value} is not null and (${cast}) is distinct from ${number}` }
}

function listToList(value: string, to: string): Cast {
  if (to !== 'bigint[]') return { value: `${value}::${to}` }
  const isWhole = `array_to_string(${value}, ',') ~ '^(-?\\d{1,18}(,-?\\d{1,18})*)?$' and array_position(${value}, null) is null`
  return { value: `case when ${isWhole} then ${value}::${to} end`, breaks: `${value} is not null and not (${isWhole})` }
}

/** True for a column of texts. */
export const isText = (column: string): boolean => column === 'text' || column.startsWith('varchar')

function listOfText(value: string, { links, isKey }: TextReading): string {
  if (isKey) return `case when ${value} <> '' then array[(${value})::text] end`
  return links ? linksOfText(value) : textToList(value)
}

/** A text of several keys that users entered separates them with commas. */
function textToList(value: string): string {
  const keys = `regexp_replace(regexp_replace(${value}, '\\s*[,，][\\s,，]*', ',', 'g'), '^[\\s,]+|[\\s,]+$', '', 'g')`
  return `string_to_array(nullif(${keys}, ''), ',')`
}

/** A text is a list of addresses if every part is like one; any other is kept as one element, which is no address. */
function linksOfText(value: string): string {
  const text = `btrim(${value}, E' \\t\\r\\n')`
  const [address, separator] = ['(/|https?://)[^\\s,]*', '\\s*[,\\n]\\s*']
  const split = `regexp_split_to_array(${text}, '${separator}')`
  return `case when ${text} ~ '^${address}(${separator}${address})*$' then ${split} when ${text} <> '' then array[(${value})::text] end`
}

/** The value in its transmitted form. */
function asText(value: string, from: string): Cast {
  if (from.endsWith('[]')) return { value: `(${value})[1]::text`, breaks: `cardinality(${value}) <> 1` }
  if (from === 'jsonb') return { value: `(${value} #>> '{}')`, breaks: `jsonb_typeof(${value}) in ('object', 'array')` }
  if (from.startsWith('timestamptz'))
    return { value: `to_char(${value}, 'YYYY-MM-DD HH24:MI:SS')`, breaks: `${value} <> date_trunc('second', ${value})` }
  return { value: from === 'text' ? value : `(${value})::text` }
}

/** As an import reads the text. */
function ofText(text: string, to: string, { marks }: TextReading): Cast {
  if (to === 'text') return { value: text }
  if (to.startsWith('varchar'))
    return { value: `left(${text}, ${length(to)})`, breaks: `length(${text}) > ${length(to)}` }
  if (to === 'boolean') return guarded(text, booleanWritten(text))
  if (to === 'date') return dayOfText(text)
  if (to.startsWith('timestamptz')) return secondsOf(text, momentWritten(text))
  if (to.startsWith('time')) return secondsOf(text, timeWritten(text))
  if (whole[to]) return marks ? integerOfText(text, to, marks) : wholeOfText(text, to)
  if (numeric(to)) {
    const digits = numberWritten(text, marks ?? noMarks)
    const number = `(${digits})::numeric`
    const { value, breaks } = fromNumber(number, to)
    return { value, breaks: `(${number}) is null or ${isCode(digits)} or ${breaks}` }
  }
  return { value: `null::${to}`, breaks: 'true' }
}

const noMarks: NumberMarks = { before: [], after: [] }

/** Only exact matches: a reference to 7 is not one to 007. */
function wholeOfText(text: string, to: string): Cast {
  const isWhole = `(${text}) ~ '^(0|-?[1-9]\\d{0,18})$'`
  return guarded(
    text,
    `case when ${isWhole} then case when abs((${text})::numeric) <= ${whole[to]} then (${text})::${to} end end`,
  )
}

/** Zeros and a plus sign before the digits would be lost: they may belong to a code or a telephone number. */
const isCode = (digits: string) => `(${digits}) ~ '^([+]|-?0\\d)'`

/** A fraction of a second would be lost. */
function secondsOf(text: string, value: string): Cast {
  const cast = guarded(text, value)
  return { ...cast, breaks: `(${cast.breaks} or ${hasFraction(text)})` }
}

function integerOfText(text: string, to: string, marks: NumberMarks): Cast {
  const digits = numberWritten(text, marks)
  const most = Math.min(Number(whole[to]), Number.MAX_SAFE_INTEGER)
  const number = `(${digits})::numeric`
  const isWhole = `${number} = trunc(${number}) and abs(${number}) <= ${most}`
  const { value, breaks } = guarded(text, `case when ${isWhole} then ${number}::${to} end`)
  return { value, breaks: `(${breaks} or ${isCode(digits)})` }
}

/** A date; of a moment its day, which is lossless only at midnight. */
function dayOfText(text: string): Cast {
  const date = dayWritten(text)
  return { value: `coalesce(${date}, (${momentWritten(text)})::date)`, breaks: `(${date}) is null` }
}

/** A cast that gives null for a value without an equal. */
const guarded = (from: string, value: string): Cast => ({ value, breaks: `${from} is not null and (${value}) is null` })
