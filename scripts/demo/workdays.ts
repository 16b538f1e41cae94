const dayLength = 86_400_000

/** The day `days` later; both are `YYYY-MM-DD`. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayLength).toISOString().slice(0, 10)

/** The number of days from one day to another. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayLength

/** Whether canteens are open on a day. */
export function isSchoolDay(day: string, holidays: readonly string[]): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return weekday !== 0 && weekday !== 6 && !holidays.includes(day)
}

/** The number of days, ending today, that contain this many working days. */
export function daysWith(workdays: number, today: string, holidays: readonly string[]): number {
  let days = 0
  for (let left = workdays; left > 0; days++) if (isSchoolDay(dayAfter(today, -days), holidays)) left--
  return days
}

/** The wall-clock text `minutes` later. */
export const minutesAfter = (text: string, minutes: number): string =>
  new Date(Date.parse(`${text.replace(' ', 'T')}Z`) + Math.round(minutes * 60_000))
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ')

/** Minutes since midnight, of a text such as `06:30`. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
