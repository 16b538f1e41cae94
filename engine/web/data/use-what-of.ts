import { figure } from '../words/figure.ts'
import { useSaid, useSay } from '../words/i18n.ts'
import { useModelIndex } from './resource-part.ts'

/** What something was done to, for its message: the name of a single record, else how many of which kind. */
export function useWhatOf(resource: string): (count: number, name?: string) => string {
  const say = useSay()
  const said = useSaid()
  const entry = useModelIndex()?.resources.find(one => one.name === resource)
  return (count, name = '') => {
    if (count === 1 && name !== '') return name
    const title = entry ? said(count === 1 ? entry.title : entry.titles) : ''
    return say('bulk.count', { count: figure(count), resource: title })
  }
}
