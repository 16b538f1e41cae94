import { literal } from './sql-text.ts'

/** The conversion of a column's values to another type. */
export interface Cast {
  /** The value in the new type; null, or the nearest value, if it has no equal there. */
  readonly value: string
  /** True for a row whose value would change; undefined if every value survives. */
  readonly breaks?: string
}

/** How the texts of a column are read as another field's values: as the import of the field reads them. */
export interface TextReading {
  /** Units and currencies before or after a number, in half width. */
  readonly marks?: readonly string[]
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
  if (to === 'text[]' && isText(from)) return { value: textToList(value) }
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

/** A text of several keys separates them with commas, which neither keys nor links contain. */
const textToList = (value: string) =>
  `case when btrim(${value}) <> '' then regexp_split_to_array(btrim(${value}), '\\s*,\\s*') end`

/** The value in its transmitted form. */
function asText(value: string, from: string): Cast {
  if (from.endsWith('[]')) return { value: `(${value})[1]::text`, breaks: `cardinality(${value}) <> 1` }
  if (from === 'jsonb') return { value: `(${value} #>> '{}')`, breaks: `jsonb_typeof(${value}) in ('object', 'array')` }
  if (from.startsWith('timestamptz')) return { value: `to_char(${value}, 'YYYY-MM-DD HH24:MI:SS')` }
  return { value: from === 'text' ? value : `(${value})::text` }
}

const day = '(?!0000)\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])'
const clock = '([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?'

function ofText(text: string, to: string, { marks }: TextReading): Cast {
  if (to === 'text') return { value: text }
  if (to.startsWith('varchar'))
    return { value: `left(${text}, ${length(to)})`, breaks: `length(${text}) > ${length(to)}` }
  if (to === 'boolean') return guarded(text, booleanOf(text))
  if (to === 'date') return dayOfText(writtenMoment(text))
  if (to.startsWith('timestamptz')) {
    const moment = writtenMoment(text)
    const isMoment = `${moment} ~ '^${day}( ${clock})?$' and ${isRealDay(moment)}`
    return guarded(text, `case when ${isMoment} then (${moment})::${to} end`)
  }
  if (to === 'time') {
    const time = writtenTime(`btrim(${text})`)
    return guarded(text, `case when ${time} ~ '^${clock}$' then (${time})::time end`)
  }
  if (whole[to]) return wholeOfText(marks ? plainNumber(text, marks) : text, to, marks !== undefined)
  if (numeric(to)) {
    const plain = plainNumber(text, marks ?? [])
    const isNumber = `(${plain}) ~ '^-?\\d{1,25}(\\.\\d{1,10})?$'`
    const number = fromNumber(`(${plain})::numeric`, to)
    return {
      value: `case when ${isNumber} then ${number.value} end`,
      breaks: `case when ${isNumber} then ${number.breaks} else true end`,
    }
  }
  return { value: `null::${to}`, breaks: 'true' }
}

const yes = ['true', '1', '是', 'yes', 'y', '√', '✓']
const no = ['false', '0', '否', 'no', 'n', '×', '✗']
const oneOf = (words: readonly string[]) => words.map(literal).join(', ')

const booleanOf = (text: string) =>
  `case when lower(btrim(${text})) in (${oneOf(yes)}) then true when lower(btrim(${text})) in (${oneOf(no)}) then false end`

/**
 * Without marks only exact matches: a reference to 7 is not one to 007. Of a number, the zeros before it would be lost:
 * they may belong to a code.
 */
function wholeOfText(text: string, to: string, isNumber: boolean): Cast {
  const isWhole = `(${text}) ~ '^${isNumber ? '-?\\d{1,19}' : '(0|-?[1-9]\\d{0,18})'}$'`
  const value = `case when ${isWhole} then case when abs((${text})::numeric) <= ${whole[to]} then (${text})::${to} end end`
  const { breaks } = guarded(text, value)
  return { value, breaks: isNumber ? `(${breaks} or (${text}) ~ '^-?0\\d')` : String(breaks) }
}

/** A number without its unit, currency and separators, in half width. */
function plainNumber(text: string, marks: readonly string[]): string {
  const half = `translate(${text}, '０１２３４５６７８９．，－−￥　', '0123456789.,--¥ ')`
  const any = marks.map(mark => mark.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')
  const bare =
    any === ''
      ? half
      : `regexp_replace(${half}, ${literal(`^\\s*([+-]?)\\s*(?:${any})?\\s*(.*?)\\s*(?:${any})?\\s*$`)}, '\\1\\2', 'i')`
  const trimmed = `regexp_replace(btrim(${bare}), '^\\+', '')`
  return `case when ${trimmed} ~ '^-?\\d{1,3}([, ]\\d{3})+(\\.\\d+)?$' then translate(${trimmed}, ', ', '') else ${trimmed} end`
}

/** A text whose day and time are written as an import reads them (`2026/3/5 9:05`, `20260305`) as YYYY-MM-DD HH:MM. */
function writtenMoment(text: string): string {
  const trimmed = `regexp_replace(btrim(${text}), '(\\d)T(?=\\d)', '\\1 ')`
  const written = `split_part(${trimmed}, ' ', 1)`
  const part = (n: number) => `lpad(split_part(translate(${written}, '/.年月日', '----'), '-', ${n}), 2, '0')`
  const time = `btrim(substr(${trimmed}, length(${written}) + 1))`
  const rest = `case when ${time} = '' then '' else ' ' || ${writtenTime(time)} end`
  const digits = `left(${written}, 4) || '-' || substr(${written}, 5, 2) || '-' || substr(${written}, 7)`
  const isParted = `${written} ~ '^\\d{4}([-/.]\\d{1,2}[-/.]\\d{1,2}|年\\d{1,2}月\\d{1,2}日)$'`
  return `(case when ${written} ~ '^\\d{8}$' then ${digits} || ${rest} when ${isParted} then split_part(translate(${written}, '/.年', '---'), '-', 1) || '-' || ${part(2)} || '-' || ${part(3)} || ${rest} else ${text} end)`
}

/** `9:05` and `9时5分` as `09:05`; other texts are unchanged. */
function writtenTime(text: string): string {
  const parts = `rtrim(translate(${text}, '：时分秒', ':::'), ':')`
  const isTime = `${text} ~ '^\\d{1,2}([:：]\\d{1,2}([:：]\\d{1,2})?|时\\d{1,2}分(\\d{1,2}秒)?)$'`
  return `case when ${isTime} then regexp_replace(${parts}, '(?<!\\d)(\\d)(?!\\d)', '0\\1', 'g') else ${text} end`
}

/** A date; of a moment its day, which is lossless only at midnight. */
function dayOfText(text: string): Cast {
  const value = `case when ${text} ~ '^${day}( ${clock})?$' and ${isRealDay(text)} then left(${text}, 10)::date end`
  return { value, breaks: `(${value}) is null or substr(${text}, 11) not in ('', ' 00:00', ' 00:00:00')` }
}

/** False for 31 April. `case` prevents PostgreSQL from casting an invalid month. */
const isRealDay = (text: string) =>
  `case when ${text} ~ '^${day}' then substr(${text}, 9, 2)::int <= extract(day from (left(${text}, 7) || '-01')::date + interval '1 month -1 day') else false end`

/** A cast that gives null for a value without an equal. */
const guarded = (from: string, value: string): Cast => ({ value, breaks: `${from} is not null and (${value}) is null` })
