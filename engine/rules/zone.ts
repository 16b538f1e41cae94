/** A moment in time, in milliseconds since 1970. */
export type Instant = number

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(zone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(zone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formatters.set(zone, formatter)
  }
  return formatter
}

const hour = 3_600_000
/**
 * Offsets at full hours, by zone: a formatter takes six microseconds, and the same few hours are requested repeatedly.
 */
const known = new Map<string, Map<number, number>>()
const maxKnown = 10_000

function offsetAtHour(at: number, zone: string): number {
  const offsets = known.get(zone) ?? new Map<number, number>()
  known.set(zone, offsets)
  const there = offsets.get(at)
  if (there !== undefined) return there
  if (offsets.size >= maxKnown) offsets.clear()
  const offset = readClock(at, zone) - at
  offsets.set(at, offset)
  return offset
}

/** The offset of a zone from UTC, in milliseconds. */
function offsetAt(instant: Instant, zone: string): number {
  const begin = Math.floor(instant / hour) * hour
  const offset = offsetAtHour(begin, zone)
  // Offsets do not change twice within an hour.
  if (offset === offsetAtHour(begin + hour, zone)) return offset
  const second = Math.floor(instant / 1000) * 1000
  return readClock(second, zone) - second
}

/** The wall-clock time of a zone, as if it were UTC. */
const wallClock = (instant: Instant, zone: string): number =>
  Math.floor(instant / 1000) * 1000 + offsetAt(instant, zone)

function readClock(instant: Instant, zone: string): number {
  const part: Record<string, number> = {}
  for (const { type, value } of formatterOf(zone).formatToParts(instant)) part[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  const wall = new Date(Date.UTC(2000, month - 1, day, hour, minute, second))
  return wall.setUTCFullYear(year, month - 1, day)
}

/** The moment at which a wall clock of the zone shows `YYYY-MM-DD HH:mm:ss`; null for any other text. */
export function instantOf(text: unknown, zone: string): Instant | null {
  if (typeof text !== 'string' || !/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d{1,3})?$/.test(text)) return null
  const wall = Date.parse(`${text.replace(' ', 'T')}Z`)
  return Number.isNaN(wall) ? null : instantAt(wall, zone)
}

/**
 * The moment at which a wall clock of the zone shows this time, given as if it were UTC. As in PostgreSQL, a time that
 * occurs twice is the second one, and one that is skipped is counted from the time before the change.
 */
export function instantAt(wall: number, zone: string): Instant {
  const later = wall - offsetAt(wall + 24 * hour, zone)
  return wallClockWithMs(later, zone) === wall ? later : wall - offsetAt(wall - 24 * hour, zone)
}

/** The wall-clock time of a zone, as if it were UTC. */
export const wallClockWithMs = (instant: Instant, zone: string): number => instant + offsetAt(instant, zone)

/** A moment as `YYYY-MM-DD HH:mm:ss` on a wall clock of the zone. */
export function wallText(instant: Instant, zone: string): string {
  // One request reads the present time many times.
  if (instant !== last.instant || zone !== last.zone)
    last = { instant, zone, text: new Date(wallClock(instant, zone)).toISOString().slice(0, 19).replace('T', ' ') }
  return last.text
}

let last = { instant: Number.NaN, zone: '', text: '' }

/** The day of a moment in a zone. */
export const dayIn = (instant: Instant, zone: string): number => Math.floor(wallClock(instant, zone) / 86_400_000)
