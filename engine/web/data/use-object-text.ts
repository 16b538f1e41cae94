import { figure } from '../words/figure.ts'
import { useLocalized, useTranslation } from '../words/i18n.ts'
import { workWords } from '../words/work-words.ts'
import { useModelIndex } from './resource-part.ts'

/** The object of a message: the name of a single record, else the count and the title of the resource. */
export function useObjectText(resource: string): (count: number, name?: string) => string {
  const translate = useTranslation(workWords)
  const localized = useLocalized()
  const entry = useModelIndex()?.resources.find(one => one.name === resource)
  return (count, name = '') => {
    if (count === 1 && name !== '') return name
    const title = entry ? localized(count === 1 ? entry.title : entry.titles) : ''
    return translate('bulk.count', { count: figure(count), resource: title })
  }
}
