import { endsOf, rangeOfQuery } from '../../fields/day-filter.tsx'
import { operatorsOf, typeOf } from '../../fields/index.ts'
import { hasDay, isMoment } from '../../fields/traits.ts'
import { listSeparator } from '../../model/list-separator.ts'
import type { Bilingual, Field, Language, Model } from '../../model/model.ts'

/** The conditions of one field, by query name. */
type Asked = Readonly<Record<string, string>>

/** The names of the records in a reference's condition, in their order; undefined while they are loading. */
export type ReferenceNames = (field: Field, ids: readonly string[]) => readonly string[] | undefined

/** The conditions of one field as text: `待审核、已超期`, `2026-11-01 至 2026-11-30`. */
export function conditionText(
  field: Field,
  asked: Asked,
  model: Model,
  language: Language,
  names: ReferenceNames,
): string {
  const { days, rest } = dayRange(field, asked, language)
  const others = Object.entries(rest).map(([name, text]) => {
    const suffix = name.slice(field.name.length + 1) || (operatorsOf(field)[0] === 'contains' ? 'like' : 'in')
    const isList = suffix === 'in' || suffix === 'below'
    const texts = isList ? text.split(',').filter(each => each !== '') : [text]
    return (phrases[suffix] ?? plain)(valueText(field, texts, model, language, names))[language]
  })
  return [...days, ...others].join(language === 'zh' ? '，' : ', ')
}

const plain = (value: string): Bilingual => ({ zh: value, en: value })

/** The operator of a name's suffix. */
const phrases: Readonly<Record<string, (value: string) => Bilingual>> = {
  like: value => ({ zh: `含“${value}”`, en: `contains "${value}"` }),
  notlike: value => ({ zh: `不含“${value}”`, en: `does not contain "${value}"` }),
  likeright: value => ({ zh: `以“${value}”开头`, en: `begins with "${value}"` }),
  likeleft: value => ({ zh: `以“${value}”结尾`, en: `ends with "${value}"` }),
  notequal: value => ({ zh: `不是${value}`, en: `not ${value}` }),
  ge: value => ({ zh: `不小于 ${value}`, en: `at least ${value}` }),
  le: value => ({ zh: `不大于 ${value}`, en: `at most ${value}` }),
  gt: value => ({ zh: `大于 ${value}`, en: `more than ${value}` }),
  lt: value => ({ zh: `小于 ${value}`, en: `less than ${value}` }),
  datege: value => ({ zh: `${value} 起`, en: `from ${value}` }),
  dategt: value => ({ zh: `${value} 之后`, en: `after ${value}` }),
  datele: value => ({ zh: `${value} 止`, en: `to ${value}` }),
  datelt: value => ({ zh: `${value} 之前`, en: `before ${value}` }),
  null: () => ({ zh: '无', en: 'missing' }),
  notnull: () => ({ zh: '有', en: 'given' }),
  below: value => ({ zh: `${value}及下级`, en: `${value} and below` }),
}

/** Both ends of a range are one condition, shown with the days that the user entered. */
function dayRange(field: Field, asked: Asked, language: Language): { days: readonly string[]; rest: Asked } {
  if (!hasDay(field)) return { days: [], rest: asked }
  const ends = endsOf(field)
  const { [ends.from]: from, [ends.to]: to, ...rest } = asked
  const { first, last } = rangeOfQuery({ [ends.from]: from ?? '', [ends.to]: to ?? '' }, ends)
  if (first && first === last) return { days: [first], rest }
  const range: Bilingual =
    first && last
      ? { zh: `${first} 至 ${last}`, en: `${first} to ${last}` }
      : first
        ? { zh: `${first} 起`, en: `from ${first}` }
        : { zh: `至 ${last}`, en: `to ${last}` }
  return { days: first || last ? [range[language]] : [], rest }
}

/** Values as the field's type writes them; unreadable ones stay unchanged. */
function valueText(
  field: Field,
  texts: readonly string[],
  model: Model,
  language: Language,
  names: ReferenceNames,
): string {
  // The user entered a day, even if the field has a time.
  if (isMoment(field) && texts.every(isDay)) return texts.join(listSeparator(language))
  const one: Field = { ...field, options: { ...field.options, many: false } }
  const type = typeOf(one)
  const read = texts.map(each => {
    const value = type.parse(each, one, model)
    return 'fault' in value ? each : type.format(value.value, one, model, language)
  })
  return (names(field, texts) ?? read).join(listSeparator(language))
}

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)
