import { openEntriesOf } from '../../../fields/dictionary/field.ts'
import { typeOf } from '../../../fields/index.ts'
import { isMany, ofOption } from '../../../fields/options.ts'
import { isDictionary, isReference } from '../../../fields/traits.ts'
import type { Bilingual, Field, JsonSchema, Model } from '../../../model/model.ts'
import { resourceOf } from '../../../model/names.ts'

/** The permitted values of a field, as text for a template. */
export function allowedValues(field: Field, model: Model): Bilingual {
  const parts = [kindOf(field, model), ...limitsOf(typeOf(field).value(field, model)), ...severalOf(field)]
  return { zh: parts.map(part => part.zh).join('，'), en: parts.map(part => part.en).join('; ') }
}

/** An example value of the field; empty if only existing records could provide one. */
export function exampleOf(field: Field, model: Model, language: keyof Bilingual): string {
  const type = typeOf(field)
  if (type.reference || type.secret) return ''
  if (isDictionary(field)) {
    const open = openEntriesOf(field, model)
    return open
      .slice(0, isMany(field) ? 2 : 1)
      .map(({ title }) => title[language])
      .join(language === 'zh' ? '、' : ', ')
  }
  const value: unknown = type.example(field, model, 1)
  return Array.isArray(value) ? value.map(String).join('、') : type.format(value, field, model, language)
}

function kindOf(field: Field, model: Model): Bilingual {
  if (isReference(field)) {
    const { title } = resourceOf(model, ofOption(field))
    return {
      zh: `已有的${title.zh}：填名称或唯一的编号`,
      en: `Existing ${title.en}: its name or a unique number`,
    }
  }
  if (isDictionary(field)) {
    const open = openEntriesOf(field, model)
    return {
      zh: `只能填：${open.map(({ title }) => title.zh).join('、')}`,
      en: `One of: ${open.map(({ title }) => title.en).join(', ')}`,
    }
  }
  return typeOf(field).title
}

/** The limits in the schema of a value. */
function limitsOf(schema: JsonSchema): Bilingual[] {
  const { items } = schema
  const { maxLength, minimum, maximum } = (typeof items === 'object' && items !== null ? items : schema) as JsonSchema
  const found: Bilingual[] = []
  if (typeof maxLength === 'number') found.push({ zh: `最多 ${maxLength} 个字`, en: `at most ${maxLength} characters` })
  if (isUsual(minimum)) found.push({ zh: `不小于 ${minimum}`, en: `at least ${minimum}` })
  if (isUsual(maximum)) found.push({ zh: `不大于 ${maximum}`, en: `at most ${maximum}` })
  return found
}

/** Bounds of the column type are irrelevant to users. */
const isUsual = (bound: unknown): bound is number => typeof bound === 'number' && Math.abs(bound) < 1e12

const severalOf = (field: Field): Bilingual[] =>
  isMany(field) ? [{ zh: '多个值用顿号隔开', en: 'several values separated by commas' }] : []
