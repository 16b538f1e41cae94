/** Milliseconds of the wall clock of the server's zone, as if it were UTC; a day has 24 hours. */
export type WallTime = number

/** From a time until before another. */
export interface WallSpan {
  readonly from: WallTime
  readonly to: WallTime
}

export const second = 1000
export const minute = 60 * second
const hour = 60 * minute
export const wholeDay = 24 * hour

/** The time of `yyyy-MM-dd HH:mm:ss`, or the start of a day. */
export const wallTimeOf = (text: string): WallTime =>
  Date.parse(`${text.slice(0, 10)}T${text.slice(11) || '00:00:00'}Z`)
/** A time as `yyyy-MM-dd HH:mm:ss`, as it is sent. */
export const wallTextOf = (time: WallTime): string => new Date(time).toISOString().slice(0, 19).replace('T', ' ')
export const wallDayOf = (time: WallTime): string => wallTextOf(time).slice(0, 10)
export const clockOf = (time: WallTime): string => wallTextOf(time).slice(11)
export const spanOfDay = (day: string): WallSpan => ({ from: wallTimeOf(day), to: wallTimeOf(day) + wholeDay })

/** The present time on the wall clock of a zone. */
export const nowIn = (zone: string): WallTime =>
  wallTimeOf(new Date().toLocaleString('sv-SE', { timeZone: zone }).slice(0, 19))

const steps = [5, 10, 30, 60, 300, 600, 1800, 3600, 7200, 10_800].map(seconds => seconds * second)

/** Round times in a span, at most about ten, with the clock as far as it is needed. */
export function ticksOf(
  { from, to }: WallSpan,
  most = 10,
): readonly { readonly at: WallTime; readonly text: string }[] {
  const step = steps.find(one => (to - from) / one <= most) ?? 4 * hour
  const first = Math.ceil(from / step) * step
  const times = Array.from({ length: Math.max(0, Math.floor((to - first) / step) + 1) }, (_, at) => first + at * step)
  const text = (at: WallTime) =>
    at === to && at % wholeDay === 0 ? '24:00' : clockOf(at).slice(0, step < minute ? 8 : 5)
  return times.map(at => ({ at, text: text(at) }))
}

/** A span of another length with the same share before `around`, within limits: a minute to all of them. */
export function zoomedSpan({ from, to }: WallSpan, factor: number, around: WallTime, limits: WallSpan): WallSpan {
  const length = Math.min(limits.to - limits.from, Math.max(minute, (to - from) * factor))
  return spanWithin(around - ((around - from) / (to - from)) * length, length, limits)
}

/** A span of the same length that contains a time; the same one if it does already. */
export const showing = (span: WallSpan, time: WallTime, limits: WallSpan): WallSpan =>
  time >= span.from && time <= span.to
    ? span
    : spanWithin(time - (span.to - span.from) / 4, span.to - span.from, limits)

/** A span of a length that begins at a time, or as near as limits allow. */
export function spanWithin(start: WallTime, length: number, limits: WallSpan): WallSpan {
  const from = Math.min(Math.max(start, limits.from), limits.to - length)
  return { from, to: from + length }
}

/** The position of a span in the shown one, in per cent; undefined outside of it. */
export function placeOnTrack(
  span: WallSpan,
  shown: WallSpan,
): { readonly left: string; readonly width: string } | undefined {
  const [from, to] = [Math.max(span.from, shown.from), Math.min(span.to, shown.to)]
  if (to < from || (to === from && span.to > span.from)) return undefined
  const share = (part: number) => `${(part / (shown.to - shown.from)) * 100}%`
  return { left: share(from - shown.from), width: share(to - from) }
}

/** The hour of a recording that a player loads to show a time; undefined where nothing is recorded. */
export function windowAt(recordings: readonly WallSpan[], time: WallTime): WallSpan | undefined {
  const found = recordings.find(({ from, to }) => from <= time && time < to)
  if (!found) return undefined
  const start = Math.floor(time / hour) * hour
  return { from: Math.max(found.from, start), to: Math.min(found.to, start + hour) }
}

/** The next or previous of sorted events from a time on. */
export const eventFrom = <One extends { readonly time: WallTime }>(
  events: readonly One[],
  time: WallTime,
  direction: 1 | -1,
): One | undefined =>
  direction === 1 ? events.find(one => one.time > time + second) : events.findLast(one => one.time < time - second)
