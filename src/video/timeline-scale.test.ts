import { expect, it } from 'vitest'
import {
  eventFrom,
  minute,
  nowIn,
  placeOnTrack,
  showing,
  spanOfDay,
  ticksOf,
  wallTextOf,
  wallTimeOf,
  windowAt,
  zoomedSpan,
} from './timeline-scale.ts'

const day = spanOfDay('2026-11-24')
const at = (clock: string) => wallTimeOf(`2026-11-24 ${clock}`)

it('keeps times of the wall clock through texts, and knows the present one of a zone', () => {
  expect(wallTextOf(at('10:20:31'))).toBe('2026-11-24 10:20:31')
  expect(Math.abs(nowIn('Asia/Shanghai') - nowIn('UTC') - 8 * 60 * minute)).toBeLessThan(2000)
})

it.each([
  [day, '00:00', '24:00', 9],
  [{ from: at('08:10:00'), to: at('12:10:00') }, '08:30', '12:00', 8],
  [{ from: at('08:10:02'), to: at('08:11:02') }, '08:10:10', '08:11:00', 6],
] as const)('marks round times %#', (span, first, last, count) => {
  const ticks = ticksOf(span)
  expect([ticks[0]?.text, ticks.at(-1)?.text, ticks.length]).toEqual([first, last, count])
})

it('zooms around a time, between a minute and the day', () => {
  const hours = zoomedSpan(day, 0.5, at('06:00:00'), day)
  expect(hours).toEqual({ from: at('03:00:00'), to: at('15:00:00') })
  expect(zoomedSpan(hours, 9, at('06:00:00'), day)).toEqual(day)
  const { from, to } = zoomedSpan(hours, 0, at('15:00:00'), day)
  expect([to - from, to]).toEqual([minute, at('15:00:00')])
  expect(showing(hours, at('10:00:00'), day)).toBe(hours)
  expect(showing(hours, at('23:30:00'), day)).toEqual({ from: at('12:00:00'), to: day.to })
})

it('places spans in what is shown, and leaves out others', () => {
  const shown = { from: at('08:00:00'), to: at('12:00:00') }
  expect(placeOnTrack({ from: at('07:00:00'), to: at('09:00:00') }, shown)).toEqual({ left: '0%', width: '25%' })
  expect(placeOnTrack({ from: at('12:00:00'), to: at('13:00:00') }, shown)).toBeUndefined()
  expect(placeOnTrack({ from: at('10:00:00'), to: at('10:00:00') }, shown)).toEqual({ left: '50%', width: '0%' })
})

it('loads an hour of a recording at most, and nothing in a gap', () => {
  const recordings = [{ from: at('08:20:00'), to: at('10:30:00') }]
  expect(windowAt(recordings, at('08:40:00'))).toEqual({ from: at('08:20:00'), to: at('09:00:00') })
  expect(windowAt(recordings, at('10:10:00'))).toEqual({ from: at('10:00:00'), to: at('10:30:00') })
  expect(windowAt(recordings, at('10:30:00'))).toBeUndefined()
})

it('goes from event to event', () => {
  const events = ['08:21:09', '09:13:00'].map(clock => ({ time: at(clock) }))
  expect(eventFrom(events, at('08:21:09'), 1)).toBe(events[1])
  expect(eventFrom(events, at('09:13:00'), -1)).toBe(events[0])
  expect(eventFrom(events, at('09:13:00'), 1)).toBeUndefined()
})
