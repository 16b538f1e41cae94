import { openEntriesOf } from '../../engine/fields/dictionary/field.ts'
import { typeOf } from '../../engine/fields/index.ts'
import { isMany, numberOption, ofOption, textOption } from '../../engine/fields/options.ts'
import { isBoolean, isDictionary, isPicture, isTextual, scaleOfNumber } from '../../engine/fields/traits.ts'
import type { Field } from '../../engine/model/model.ts'
import type { Range } from './demo.ts'
import { patternText } from './pattern-text.ts'
import type { RowGeneration } from './row-generation.ts'
import { dayAfter, minutesAfter, minutesOf } from './workdays.ts'

/** The value of a field without a recipe, from its type and options alone. */
export function plausible(making: RowGeneration, field: Field): unknown {
  const { random, resource, n } = making
  if (isPicture(field) && making.pictures && (field.required || random.chance(0.3))) {
    const links = making.pictures.linksOf(1)
    return isMany(field) ? links : links[0]
  }
  if (!field.required && field.requiredIf === undefined && (isRare(making, field) || random.chance(0.3)))
    return field.default ?? null
  const type = typeOf(field)
  if (type.secret) return null
  if (type.scale) return numberIn(making, field, usualRange(field))
  if (isBoolean(field)) return random.chance(0.5)
  if (type.freeText) {
    const pattern = textOption(field, 'pattern')
    if (pattern !== undefined) return patternText(pattern, random) ?? null
    if ('only' in field.options) return type.example(field, making.model, random.whole(1, 999_999))
    const title = field.name === resource.display ? resource.title.zh : field.title.zh
    return `${title}${n + 1}`
  }
  if (type.entries) {
    if (field.default !== undefined && random.chance(0.5)) return field.default
    const entries = openEntriesOf(field, making.model)
    return entries.length > 0 ? random.pick(entries).key : null
  }
  switch (type.timeKind) {
    case 'date':
      return field.options['past'] === true
        ? dayAfter(making.day, random.whole(-365, 0))
        : dayAfter(making.day, random.whole(1, 90))
    case 'datetime':
      return field.options['past'] === true || field.required
        ? minutesAfter(making.created, -random.whole(0, 30))
        : minutesAfter(making.created, random.whole(60, 10_000))
    case 'time':
      return `${String(random.whole(7, 19)).padStart(2, '0')}:${random.pick(['00', '15', '30', '45'])}:00`
    case undefined:
      return type.example(field, making.model, random.whole(0, 999_999))
  }
}

/** Optional fields that stay empty: large ones, and addresses, which would lead to no page. */
function isRare({ model }: RowGeneration, field: Field): boolean {
  const type = typeOf(field)
  return type.large === true || type.value(field, model)['format'] === 'web-address'
}

function usualRange(field: Field): Range {
  const least = numberOption(field, 'min') ?? 1
  return [least, numberOption(field, 'max') ?? Math.max(least, 0) + 100]
}

/** A number in a range, with the scale of the field. */
export function numberIn({ random }: RowGeneration, field: Field, [least, most]: Range): number {
  const scale = scaleOfNumber(field) ?? 2
  if (scale === 0) return random.whole(Math.ceil(least), Math.floor(most))
  return Number((least + random.next() * (most - least)).toFixed(scale))
}

/** A moment between two times of a day. */
export function momentOn(
  { random }: Pick<RowGeneration, 'random'>,
  day: string,
  [from, to]: readonly [string, string],
): string {
  return minutesAfter(`${day} 00:00:00`, minutesOf(from) + random.next() * (minutesOf(to) - minutesOf(from)))
}

/** A value as transmitted: dictionary keys for names, shortened texts, lists if the field has several values. */
export function fitted({ model }: RowGeneration, field: Field, value: unknown): unknown {
  if (value === null || value === undefined) return null
  // Links are already in stored form.
  if (isPicture(field)) return value
  if (Array.isArray(value)) return value.flatMap(one => single(model, field, one))
  return isMany(field) ? [single(model, field, value)].flat() : single(model, field, value)
}

function single(model: RowGeneration['model'], field: Field, value: unknown): unknown {
  if (isDictionary(field)) {
    const entries = model.dictionaries[ofOption(field)]?.entries ?? []
    return (entries.find(({ name }) => name === value) ?? entries.find(({ key }) => key === String(value)))?.key ?? null
  }
  if (typeof value === 'string') {
    const whole = typeOf(field).normalise?.(value, field) ?? value
    const most = numberOption(field, 'max')
    return typeof whole === 'string' && most !== undefined ? [...whole].slice(0, most).join('') : whole
  }
  if (typeof value === 'number' && isTextual(field)) return String(value)
  return value
}
