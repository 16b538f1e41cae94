import { wallText } from '../../rules/zone.ts'
import { useModelIndex } from './resource-part.ts'

/** The text of a moment in the zone of days, to the minute. */
export function useTimeText(): (moment: string) => string {
  const zone = useModelIndex()?.zone ?? 'UTC'
  return moment => wallText(Date.parse(moment), zone).slice(0, 16)
}
