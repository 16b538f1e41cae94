import type { FieldState, ResourceState, Row, Value, World } from './plan-world.ts'
import type { Random } from './random.ts'

const texts = [
  '甲',
  'abc',
  '12',
  '2026-01-31',
  '2026-02-30',
  'true',
  '1.50',
  '3',
  '007',
  '-5',
  '1',
  `a'b"c\\`,
  '2026-03-01 08:30:00',
  '2026/3/1',
  '2026年3月1日',
  '20260301',
  '题1',
  '题12',
  '题甲',
  '市场监督管理所的一条很长的备注文字，超过二十个字',
]
const wholes = ['0', '1', '2', '3', '12', '-5', '2147483648', '9007199254740991']
const decimals = ['1.5', '2', '3', '-0.25', '1234567890.12']

/** A valid value of a field from a small set, so that values repeat. */
export function randomValue(random: Random, world: World, field: FieldState, tenant: string): Value {
  if (random.chance(0.2)) return null
  switch (field.kind) {
    case 'text':
      return random.pick(texts.filter(text => text.length <= (field.max ?? 255)))
    case 'longtext':
      return random.pick(texts.filter(text => text.length <= (field.max ?? 500)))
    case 'integer':
      return random.pick(wholes)
    case 'decimal':
      return random.pick(decimals.flatMap(text => fixed(text, field.scale ?? 2) ?? []))
    case 'boolean':
      return random.chance(0.5)
    case 'date':
      return random.pick(['2026-01-31', '2024-02-29'])
    case 'datetime':
      return random.pick(['2026-01-31 00:00:00', '2026-03-01 08:30:00', '2026-03-01 08:30:00.25'])
    case 'one':
      return random.pick(world.dictionaries[String(field.of)] ?? [])
    case 'many':
      return (world.dictionaries[String(field.of)] ?? []).filter(() => random.chance(0.5))
    case 'reference':
      return random.pick([...idsIn(world, field.of, tenant), null])
    case 'references':
      return idsIn(world, field.of, tenant).filter(() => random.chance(0.4))
    case 'password':
      return random.pick(['$argon2id$v=19$甲', '$argon2id$v=19$乙', '12'])
  }
}

/** Ids that a row of the tenant may refer to. */
export const idsIn = (world: World, resource: string | undefined, tenant: string): string[] =>
  (world.resources.find(({ name }) => name === resource)?.rows ?? []).flatMap(row =>
    isSeenBy(row, tenant) ? row.id : [],
  )

export const isSeenBy = (row: Row, tenant: string): boolean => row.tenant === tenant

export const tenantOfRow = (n: number): string => (n < 6 ? '000000' : '000001')

/** Rows for a new table: of two tenants, some of them deleted. */
export function randomRows(random: Random, world: World, resource: ResourceState): Row[] {
  const taken = new Set<string>()
  return Array.from({ length: 9 }, (_, n) => {
    const tenant = tenantOfRow(n)
    const deleted = random.chance(0.2)
    const values = Object.fromEntries(
      resource.fields.map(field => {
        const value = randomValue(random, world, field, tenant)
        const known = `${field.name} ${tenant} ${String(value)}`
        if (!field.unique || deleted) return [field.name, value]
        if (taken.has(known)) return [field.name, null]
        taken.add(known)
        return [field.name, value]
      }),
    )
    return { tenant, id: String(n + 1), deleted, values }
  })
}

/** The value after a change of the field's type; `broken` when it differs. */
export function converted(
  value: Value,
  from: FieldState,
  to: FieldState,
): { readonly value: Value; readonly broken: boolean } {
  if (value === null) return { value, broken: false }
  if (Array.isArray(value)) {
    if (to.kind === 'many') return { value, broken: false }
    if (value.length === 0) return { value: null, broken: false }
    const first = ofText(String(value[0]), to)
    return { value: first ?? null, broken: value.length > 1 || first === undefined }
  }
  // The text of a moment ends with its seconds, as it is shown.
  const isCut = hasMilliseconds(value) && to.kind !== 'datetime'
  // Users separate several keys with commas; a key may contain one.
  if (to.kind === 'many' && (from.kind === 'text' || from.kind === 'longtext'))
    return { value: String(value).split(/[,，]/), broken: false }
  // A number that begins with a zero may be a code.
  const isCode = to.kind === 'decimal' && /^-?0\d/.test(String(value))
  const result = isCode ? undefined : ofText(isCut ? String(value).slice(0, 19) : String(value), to)
  return { value: result ?? null, broken: isCut || result === undefined }
}

/** Whether a value is a moment with milliseconds. No text of the test is one. */
export const hasMilliseconds = (value: Value): boolean =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+$/.test(value)

/** Undefined when the text is not a value of that type. */
function ofText(text: string, { kind, max = 255, scale = 2 }: FieldState): Value | undefined {
  switch (kind) {
    case 'longtext':
    case 'one':
    case 'password':
    case 'references':
      return text
    case 'many':
      return [text]
    case 'text':
      return [...text].length <= max ? text : undefined
    case 'integer':
    case 'reference': {
      // A decimal without a fraction is an integer; as a text it differs.
      const whole = text.replace(/(?<=^-?\d+)\.0+$/, '')
      return /^(0|-?[1-9]\d*)$/.test(whole) ? whole : undefined
    }
    case 'decimal':
      return fixed(text, scale)
    case 'boolean':
      return { true: true, 1: true, false: false, 0: false }[text]
    case 'date':
      if (isDay(dayIn(text))) return dayIn(text)
      return isDay(text.slice(0, 10)) && text.slice(10) === ' 00:00:00' ? text.slice(0, 10) : undefined
    case 'datetime':
      if (isDay(dayIn(text))) return `${dayIn(text)} 00:00:00`
      return /^.{10} \d\d:\d\d:\d\d(\.\d+)?$/.test(text) && isDay(text.slice(0, 10)) ? text : undefined
  }
}

/** A day as YYYY-MM-DD, however it is written. */
function dayIn(text: string): string {
  const written = /^(\d{4})[/年](\d{1,2})[/月](\d{1,2})日?$/.exec(text) ?? /^(\d{4})(\d\d)(\d\d)$/.exec(text)
  const [year, month, day] = written?.slice(1) ?? []
  return year && month && day ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text
}

const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text

/** A number with so many decimals; undefined where digits would be lost or fifteen are too few. */
function fixed(text: string, scale: number): string | undefined {
  const match = /^(-?)0*(\d+?)(?:\.(\d*?)0*)?$/.exec(text)
  if (!match) return undefined
  const [, sign = '', whole = '0', rest = ''] = match
  if (rest.length > scale || (whole === '0' ? 0 : whole.length) > 15 - scale) return undefined
  return `${sign}${whole}${scale > 0 ? `.${rest.padEnd(scale, '0')}` : ''}`
}
