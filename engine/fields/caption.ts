import type { Field, Language } from '../model/model.ts'
import { unitOf } from './number.ts'

/** A field's title with the unit of its numbers. */
export function captionOf(field: Field, language: Language): string {
  const title = field.title[language]
  const unit = unitOf(field, language)
  if (unit === undefined) return title
  return language === 'zh' ? `${title}（${unit}）` : `${title} (${unit})`
}
