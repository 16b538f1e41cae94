/** Today where the person is, as `YYYY-MM-DD`. */
export const today = (): string => dayOf(new Date())

/** A day so many days before or after another; both as `YYYY-MM-DD`. */
export function shifted(day: string, by: number): string {
  const at = new Date(`${day}T12:00:00`)
  at.setDate(at.getDate() + by)
  return dayOf(at)
}

/** What the clock shows where the person is, as `HH:mm:ss`. */
export const clock = (): string => new Date().toTimeString().slice(0, 8)

function dayOf(at: Date): string {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}
