import { dictionaryEntriesOf } from '../../../fields/dictionary/field.ts'
import { fieldOfPath } from '../../../fields/field-path.ts'
import { isDictionary } from '../../../fields/traits.ts'
import { type Aggregate, writtenAggregate } from '../../../model/aggregates.ts'
import type { Bilingual, Resource } from '../../../model/model.ts'
import { fieldOf } from '../../../model/system-fields.ts'
import type { RequestContext } from '../../auth/request-context.ts'

/** An expression of a record with the titles of fields and entries. */
export function inWords({ model, language }: RequestContext, resource: Resource, text: string): string {
  const titles = new Map(
    resource.fields
      .filter(field => isDictionary(field) && text.includes(field.name))
      .flatMap(field => dictionaryEntriesOf(field, model).map(entry => [entry.name, entry.title[language]] as const)),
  )
  const titleOf = (name: string) => fieldOf(resource, name)?.title[language] ?? name
  return text.replace(tokens, (token: string, _quote: string | undefined, quoted: string | undefined, at: number) => {
    if (quoted !== undefined) return titles.get(quoted) ?? token
    const sign = signs[token as keyof typeof signs]
    if (sign) return typeof sign === 'string' ? sign : sign[language]
    const [name = '', step] = token.split('.')
    if (text[at + token.length] === '(') return step === undefined ? token : `${titleOf(name)}.${step}`
    const found = step === undefined ? undefined : fieldOfPath(model, resource, { via: name, field: step })
    return found?.via ? `${found.via.title[language]}·${found.field.title[language]}` : step ? token : titleOf(name)
  })
}

const tokens = /(['"])((?:(?!\1).)*)\1|[a-zA-Z]\w*(?:\.\w+)?|[=!<>]=|&&|\|\|/g
const signs = {
  '==': '=',
  '!=': '≠',
  '<=': '≤',
  '>=': '≥',
  '&&': { zh: '且', en: 'and' },
  '||': { zh: '或', en: 'or' },
  null: { zh: '空', en: 'empty' },
  true: { zh: '是', en: 'yes' },
  false: { zh: '否', en: 'no' },
  'me.id': { zh: '我', en: 'me' },
} as const

/** A measure in words: `条数（预警状态 = 已办结）`. */
export function measureInWords(ctx: RequestContext, resource: Resource, compute: string): string {
  const { of, args } = writtenAggregate(compute) ?? { of: 'count', args: [] }
  const known = args.flatMap(({ text }) => (text === '' ? [] : [inWords(ctx, resource, text)]))
  const name = functions[of][ctx.language]
  if (known.length === 0) return name
  return ctx.language === 'zh' ? `${name}（${known.join('；')}）` : `${name} (${known.join('; ')})`
}

const functions: Readonly<Record<Aggregate['of'], Bilingual>> = {
  count: { zh: '条数', en: 'number of records' },
  distinct: { zh: '不同值的个数', en: 'number of different values' },
  sum: { zh: '合计', en: 'sum' },
  avg: { zh: '平均', en: 'average' },
  min: { zh: '最小', en: 'least' },
  max: { zh: '最大', en: 'greatest' },
  share: { zh: '占比，%', en: 'share, %' },
  ratio: { zh: '两个条数之比，%', en: 'ratio of two numbers of records, %' },
}
