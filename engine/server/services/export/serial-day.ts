const dayOfMilliseconds = 86_400_000
const secondsOfDay = 86_400
// Day 0; from March 1900 on all spreadsheets agree (they have a 29 February 1900).
const dayNought = Date.UTC(1899, 11, 30)
const firstSure = 61

/** The serial number of a day, time or moment in a spreadsheet; undefined for days before March 1900. */
export function serialDayOf(kind: 'date' | 'time' | 'datetime', text: string): number | undefined {
  if (kind === 'time') return partOfDay(text)
  const [day = '', time = '00:00:00'] = text.split(' ')
  const days = (Date.parse(`${day}T00:00:00Z`) - dayNought) / dayOfMilliseconds
  const part = partOfDay(time)
  return Number.isInteger(days) && days >= firstSure && day.length === 10 && part !== undefined
    ? days + part
    : undefined
}

function partOfDay(text: string): number | undefined {
  const [, hours, minutes, seconds] = /^(\d{2}):(\d{2}):(\d{2})$/.exec(text) ?? []
  if (hours === undefined) return undefined
  return (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) / secondsOfDay
}
