import { colourPng } from '../../engine/server/auth/png.ts'
import type { Random } from './random.ts'

/** A number, or a range from which one is chosen. */
export type Measure = number | readonly [least: number, most: number]

/** A colour `#rrggbb`, or one of several. */
type Colour = string | readonly string[]

/** One shape of a drawing; later shapes cover earlier ones. */
export interface DrawnShape {
  /** Left, top, width, height. */
  readonly box?: readonly Measure[]
  /** Centre x and y, then half the width and half the height. */
  readonly oval?: readonly Measure[]
  /** Corners in order: x, y. */
  readonly corners?: readonly Measure[]
  /** The shapes of another drawing, or of one of several drawings. */
  readonly use?: string | readonly string[]
  /** The origin and the scale of those shapes. */
  readonly at?: readonly [Measure, Measure]
  readonly scale?: Measure
  readonly fill?: Colour
  /** The colour at the bottom, for a gradient. */
  readonly to?: Colour
}

/** Drawings by name; a picture has 400 by 225 pixels. */
export type Drawings = Readonly<Record<string, readonly DrawnShape[]>>

const [width, height] = [400, 225]
/** Supersampling factor, which gives smooth edges. */
const fine = 2
const deepest = 8

interface Frame {
  readonly x: number
  readonly y: number
  readonly scale: number
}

/** Renders a picture as PNG; the same random source gives the same picture. */
export function drawPicture(drawings: Drawings, name: string, random: Random): Buffer {
  const canvas = new Uint32Array(width * fine * height * fine).fill(0xffffff)
  const draw = (shapes: readonly DrawnShape[], frame: Frame, depth: number): void => {
    if (depth > deepest) throw new Error(`The drawing "${name}" uses itself.`)
    for (const shape of shapes) {
      const used = shape.use === undefined ? undefined : chosen(shape.use, random)
      if (used === undefined) fillShape(canvas, shape, frame, random)
      else draw(shapesOf(drawings, used), within(frame, shape, random), depth + 1)
    }
  }
  draw(shapesOf(drawings, name), { x: 0, y: 0, scale: fine }, 0)
  return colourPng(width, height, smaller(canvas))
}

function shapesOf(drawings: Drawings, name: string): readonly DrawnShape[] {
  const shapes = drawings[name]
  if (!shapes) throw new Error(`There is no drawing "${name}". Known drawings: ${Object.keys(drawings).join(', ')}.`)
  return shapes
}

const chosen = <Item extends string>(one: Item | readonly Item[], random: Random): Item =>
  typeof one === 'string' ? one : random.pick(one)

const measured = (measure: Measure, random: Random): number =>
  typeof measure === 'number' ? measure : measure[0] + random.next() * (measure[1] - measure[0])

function within({ x, y, scale }: Frame, shape: DrawnShape, random: Random): Frame {
  const [across, down] = (shape.at ?? [0, 0]).map(one => measured(one, random)) as [number, number]
  return { x: x + across * scale, y: y + down * scale, scale: scale * measured(shape.scale ?? 1, random) }
}

type Span = readonly [left: number, right: number]

function fillShape(canvas: Uint32Array, shape: DrawnShape, frame: Frame, random: Random): void {
  const numbers = (measures: readonly Measure[]) => measures.map(one => measured(one, random))
  const first = colourOf(chosen(shape.fill ?? '#808080', random))
  const last = shape.to === undefined ? first : colourOf(chosen(shape.to, random))
  const paint = (top: number, bottom: number, spans: (y: number) => readonly Span[]) => {
    for (let y = Math.max(0, Math.round(top)); y < Math.min(height * fine, Math.round(bottom)); y++) {
      const colour = first === last ? first : between(first, last, (y - top) / (bottom - top))
      for (const [left, right] of spans(y + 0.5)) {
        const from = Math.min(width * fine, Math.max(0, Math.round(left)))
        const until = Math.min(width * fine, Math.max(0, Math.round(right)))
        if (from < until) canvas.fill(colour, y * width * fine + from, y * width * fine + until)
      }
    }
  }
  const { x, y, scale } = frame
  if (shape.box) {
    const [left = 0, top = 0, wide = 0, high = 0] = numbers(shape.box)
    const span: Span = [x + left * scale, x + (left + wide) * scale]
    paint(y + top * scale, y + (top + high) * scale, () => [span])
  }
  if (shape.oval) {
    const [middle = 0, down = 0, half = 0, tall = 0] = numbers(shape.oval)
    const [centre, level, rx, ry] = [x + middle * scale, y + down * scale, half * scale, tall * scale]
    paint(level - ry, level + ry, at => {
      const halfWidth = rx * Math.sqrt(Math.max(0, 1 - ((at - level) / ry) ** 2))
      return [[centre - halfWidth, centre + halfWidth]]
    })
  }
  if (shape.corners) {
    const all = numbers(shape.corners)
    const points = all.flatMap((one, at) =>
      at % 2 === 0 ? [[x + one * scale, y + (all[at + 1] ?? 0) * scale] as const] : [],
    )
    const downs = points.map(([, down]) => down)
    paint(Math.min(...downs), Math.max(...downs), at => spansAt(points, at))
  }
}

/** The spans of a horizontal line inside a polygon. */
function spansAt(points: readonly (readonly [number, number])[], y: number): Span[] {
  const crossings = points.flatMap(([x1, y1], at) => {
    const [x2, y2] = points[(at + 1) % points.length] ?? [x1, y1]
    return y1 > y === y2 > y ? [] : [x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)]
  })
  crossings.sort((one, other) => one - other)
  return crossings.flatMap((left, at): Span[] => (at % 2 === 0 ? [[left, crossings[at + 1] ?? left]] : []))
}

function colourOf(text: string): number {
  if (!/^#[0-9a-f]{6}$/i.test(text)) throw new Error(`"${text}" is no colour such as "#a0b1c2".`)
  return Number.parseInt(text.slice(1), 16)
}

const parts = [16, 8, 0] as const

function between(first: number, last: number, share: number): number {
  const mixed = parts.map(part => {
    const [from, to] = [(first >> part) & 255, (last >> part) & 255]
    return Math.round(from + (to - from) * share) << part
  })
  return mixed.reduce((sum, part) => sum | part, 0)
}

function smaller(canvas: Uint32Array): Uint8Array {
  const pixels = new Uint8Array(width * height * 3)
  let index = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * fine * width * fine + x * fine
      const below = at + width * fine
      const a = canvas[at] ?? 0
      const b = canvas[at + 1] ?? 0
      const c = canvas[below] ?? 0
      const d = canvas[below + 1] ?? 0
      pixels[index++] = ((a >> 16) + (b >> 16) + (c >> 16) + (d >> 16)) >> 2
      pixels[index++] = (((a >> 8) & 255) + ((b >> 8) & 255) + ((c >> 8) & 255) + ((d >> 8) & 255)) >> 2
      pixels[index++] = ((a & 255) + (b & 255) + (c & 255) + (d & 255)) >> 2
    }
  }
  return pixels
}
