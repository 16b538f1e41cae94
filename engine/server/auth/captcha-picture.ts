import { randomInt } from 'node:crypto'
import { greyPng } from './png.ts'

export const captchaSize = { width: 130, height: 48, characters: 5 } as const

/** A random lower-case text of characters that are not easily confused with one another. */
export const randomCaptchaText = (): string =>
  Array.from({ length: captchaSize.characters }, () => alphabet[randomInt(alphabet.length)]).join('')

/** A picture of the text, with random distortion and noise. */
export function drawCaptcha(text: string): Buffer {
  const paper = new Uint8Array(captchaSize.width * captchaSize.height).fill(255)
  for (let n = 0; n < 3; n++) drawCurve(paper)
  for (let n = 0; n < 90; n++) paper[Math.floor(Math.random() * paper.length)] = between(110, 200)
  const step = (captchaSize.width - 14) / text.length
  for (const [n, character] of [...text].entries()) drawGlyph(paper, glyphs[character] ?? '', 7 + step * (n + 0.5))
  return greyPng(captchaSize.width, captchaSize.height, paper)
}

type Point = readonly [x: number, y: number]

/** Strokes on a grid of 5 by 7. A point is its column and its row. */
const glyphs: Readonly<Record<string, string>> = {
  '2': '01 10 30 41 42 06 46',
  '3': '00 40 22 32 43 45 36 16 05',
  '4': '36 30 04 44',
  '5': '40 00 03 33 44 45 36 06',
  '6': '40 20 02 05 16 36 45 44 33 13 04',
  '7': '00 40 16',
  '8': '13 02 01 10 30 41 42 33 13 04 05 16 36 45 44 33',
  a: '06 20 46;14 34',
  c: '41 30 10 01 05 16 36 45',
  e: '40 00 06 46;03 33',
  f: '40 00 06;03 33',
  h: '00 06;40 46;03 43',
  k: '00 06;40 03 46',
  m: '06 00 23 40 46',
  n: '06 00 46 40',
  p: '06 00 30 41 42 33 03',
  r: '06 00 30 41 42 33 03;13 46',
  t: '00 40;20 26',
  w: '00 16 23 36 40',
  x: '00 46;40 06',
  y: '00 23 40;23 26',
}
const alphabet = Object.keys(glyphs)

function drawGlyph(paper: Uint8Array, strokes: string, centre: number): void {
  const turn = between(-0.35, 0.35)
  const slant = between(-0.25, 0.25)
  const [wide, high] = [between(3.4, 4.6), between(3.8, 4.8)]
  const [left, top] = [centre + between(-2, 2), captchaSize.height / 2 + between(-4, 4)]
  const parsePoint = (point: string): Point => {
    const x = (Number(point[0]) - 2) * wide
    const y = (Number(point[1]) - 3) * high
    const bent = x - y * slant
    return [left + bent * Math.cos(turn) - y * Math.sin(turn), top + bent * Math.sin(turn) + y * Math.cos(turn)]
  }
  for (const stroke of strokes.split(';')) drawLine(paper, stroke.split(' ').map(parsePoint), between(1, 1.5), 40)
}

function drawCurve(paper: Uint8Array): void {
  const [top, rise, length, shift] = [between(10, 38), between(4, 12), between(14, 30), between(0, 6)]
  const points = Array.from({ length: 40 }, (_, n): Point => {
    const x = (n * captchaSize.width) / 39
    return [x, top + rise * Math.sin(x / length + shift)]
  })
  drawLine(paper, points, 0.5, 120)
}

function drawLine(paper: Uint8Array, points: readonly Point[], radius: number, ink: number): void {
  for (const [n, to] of points.entries()) {
    const from = points[n - 1]
    if (from) drawSegment(paper, from, to, radius, ink)
  }
}

function drawSegment(paper: Uint8Array, from: Point, to: Point, radius: number, ink: number): void {
  const edge = radius + 1
  for (let y = Math.floor(Math.min(from[1], to[1]) - edge); y <= Math.max(from[1], to[1]) + edge; y++) {
    for (let x = Math.floor(Math.min(from[0], to[0]) - edge); x <= Math.max(from[0], to[0]) + edge; x++) {
      if (x < 0 || y < 0 || x >= captchaSize.width || y >= captchaSize.height) continue
      const cover = Math.min(1, Math.max(0, radius + 0.5 - distance([x, y], from, to)))
      const at = y * captchaSize.width + x
      paper[at] = Math.min(paper[at] ?? 255, Math.round(255 - cover * (255 - ink)))
    }
  }
}

function distance(point: Point, from: Point, to: Point): number {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const along = ((point[0] - from[0]) * dx + (point[1] - from[1]) * dy) / (dx * dx + dy * dy || 1)
  const clamped = Math.min(1, Math.max(0, along))
  return Math.hypot(point[0] - from[0] - clamped * dx, point[1] - from[1] - clamped * dy)
}

const between = (least: number, most: number): number => least + Math.random() * (most - least)
