import { createHash } from 'node:crypto'
import { instantOf } from '../../engine/rules/zone.ts'

/** A box as a part of the picture: 0 to 1 of its width and height. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

/** An event as senders describe it. `boxes` are in pixels or from 0 to 1; a picture that is not a part is base64. */
export interface SentEvent {
  readonly id?: string | number
  readonly camera?: string | number
  readonly channel?: string | number
  readonly rule?: string | number
  readonly time?: string | number
  readonly confidence?: string | number
  readonly duration?: string | number
  readonly boxes?: readonly unknown[]
  readonly boxFormat?: string
  readonly picture?: string
}

/** What is wrong with the time of an event: it is kept with the time of its receipt. */
const [maxAhead, lateAfter, maxAge] = [2 * 60_000, 3_600_000, 7 * 86_400_000]

/**
 * The time of an event: seconds, also with decimals, milliseconds, or a text with or without a zone. A time in the
 * future or of another week is that of a wrong clock (1970 after a power cut, a zone off by hours).
 */
export function sentTimeOf(sent: unknown, now: Date, zone: string): { at: Date; isLate: boolean; isWrong: boolean } {
  const instant = instantIn(sent, zone)
  const age = instant === null ? Number.NaN : now.getTime() - instant
  if (instant === null || !(age >= -maxAhead && age <= maxAge)) return { at: now, isLate: false, isWrong: true }
  return { at: new Date(Math.min(instant, now.getTime())), isLate: age > lateAfter, isWrong: false }
}

function instantIn(sent: unknown, zone: string): number | null {
  const text = String(sent ?? '').trim()
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * (Number(text) > 1e11 ? 1 : 1000)
  const offset = Date.parse(text)
  if (/(Z|[+-]\d{2}:?\d{2})$/i.test(text)) return Number.isNaN(offset) ? null : offset
  return instantOf(
    text
      .replace('T', ' ')
      .replaceAll('/', '-')
      .replace(/\.\d+$/, ''),
    zone,
  )
}

/** Per cent from 0-1 or 0-100. */
export function confidenceOf(sent: unknown): number | undefined {
  const value = Number(sent)
  if (sent === undefined || sent === '' || !(value >= 0 && value <= 100)) return undefined
  return Math.round(value <= 1 ? value * 100 : value)
}

const namesOfBox = [
  ['x', 'y', 'w', 'h'],
  ['x', 'y', 'width', 'height'],
  ['xmin', 'ymin', 'xmax', 'ymax'],
  ['x1', 'y1', 'x2', 'y2'],
] as const

/** Boxes as parts of the picture, of whose size pixels are. One that is not understood is left out. */
export function boxesOf(
  sent: readonly unknown[] = [],
  format = 'xyxy',
  size?: { readonly width: number; readonly height: number },
): Box[] {
  return sent.flatMap(one => {
    const names = Array.isArray(one) ? undefined : namesOfBox.find(keys => keys.every(key => key in Object(one)))
    const values = (Array.isArray(one) ? one : (names ?? []).map(key => Object(one)[key])).slice(0, 4).map(Number)
    const [left = Number.NaN, top = Number.NaN, third = Number.NaN, fourth = Number.NaN] = values
    const isCorners = names ? names[2].startsWith('x') : format !== 'xywh'
    const [w, h] = isCorners ? [third - left, fourth - top] : [third, fourth]
    const inPixels = values.some(value => value > 1)
    const [ofWidth, ofHeight] = inPixels ? [size?.width ?? 0, size?.height ?? 0] : [1, 1]
    const box = { x: left / ofWidth, y: top / ofHeight, w: w / ofWidth, h: h / ofHeight }
    const isInside = [box.x, box.y, box.x + box.w, box.y + box.h].every(value => value >= -0.01 && value <= 1.01)
    return isInside && box.w > 0 && box.h > 0 ? [rounded(box)] : []
  })
}

const rounded = (box: Box): Box => {
  const part = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 10_000) / 10_000
  return { x: part(box.x), y: part(box.y), w: part(box.w), h: part(box.h) }
}

/** What is equal for two deliveries of one event: the id of its sender, else a hash of what it says. */
export function eventKeyOf(client: string, event: SentEvent, second: string, picture: Uint8Array | undefined): string {
  const hash = createHash('sha256')
  const parts =
    event.id === undefined || event.id === '' ? [event.camera, event.channel, event.rule, second] : ['id', event.id]
  hash.update(JSON.stringify([client, ...parts]))
  if (parts[0] !== 'id' && picture) hash.update(picture)
  return hash.digest('base64url')
}
