const dayLength = 86_400_000

/** The day so many days later, both as `YYYY-MM-DD`. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayLength).toISOString().slice(0, 10)

/** Whether people work on that day. */
export function isWorkday(day: string, holidays: readonly string[]): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return weekday !== 0 && weekday !== 6 && !holidays.includes(day)
}

/** Over how many days, the given one the last of them, people work on so many. */
export function daysWith(workdays: number, today: string, holidays: readonly string[]): number {
  let days = 0
  for (let left = workdays; left > 0; days++) if (isWorkday(dayAfter(today, -days), holidays)) left--
  return days
}

/** A wall clock's text so many minutes later. */
export const minutesAfter = (text: string, minutes: number): string =>
  new Date(Date.parse(`${text.replace(' ', 'T')}Z`) + Math.round(minutes * 60_000))
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ')

/** Minutes since midnight of `06:30`. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
