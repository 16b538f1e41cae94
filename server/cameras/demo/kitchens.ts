/** The size of a picture, in pixels. */
export const frameSize = { width: 640, height: 360 } as const

const { width, height } = frameSize
/** Counters stand on this line, and persons behind them. */
const counterTop = 218

/** The pictures repeat after so many seconds; a minute contains them twice. */
export const kitchenSeconds = 30

/** A room that the demonstration shows. */
interface Kitchen {
  readonly name: string
  /** The parts that do not move. */
  room(canvas: Canvas): void
  /** The parts that move, at a second of the loop. */
  life(canvas: Canvas, second: number): void
}

/** The picture of a kitchen at a second of the loop: red, green, blue and opacity of each pixel. */
export function drawKitchen(index: number, second: number): Uint8Array {
  const kitchen = kitchens[index % kitchens.length]
  if (!kitchen) throw new Error(`There is no kitchen ${index}.`)
  const canvas = new Canvas(roomOf(kitchen))
  kitchen.life(canvas, second)
  canvas.box(0, 0, width, 26, 0x1c2328)
  canvas.text(12, 6, `DEMO ${index + 1} ${kitchen.name}`, 0xffffff)
  canvas.text(
    width - 64,
    6,
    `:${String(Math.floor(second) % 60).padStart(2, '0')}.${Math.floor(second * 10) % 10}`,
    0xffd870,
  )
  return new Uint8Array(canvas.pixels.buffer)
}

/** Pixels to which shapes are painted, with colours `0xrrggbb`. */
class Canvas {
  readonly pixels: Uint32Array

  constructor(background?: Uint32Array) {
    this.pixels = background?.slice() ?? new Uint32Array(width * height)
  }

  box(left: number, top: number, wide: number, high: number, colour: number): void {
    const [from, to] = [Math.max(0, Math.round(left)), Math.min(width, Math.round(left + wide))]
    if (from >= to) return
    for (let y = Math.max(0, Math.round(top)); y < Math.min(height, Math.round(top + high)); y++)
      this.pixels.fill(opaque(colour), y * width + from, y * width + to)
  }

  /** An oval around a point. With a share below 1, what is behind shines through. */
  oval(x: number, y: number, wide: number, high: number, colour: number, share = 1): void {
    for (let at = Math.max(0, Math.ceil(y - high)); at < Math.min(height, y + high); at++) {
      const half = wide * Math.sqrt(Math.max(0, 1 - ((at - y) / high) ** 2))
      for (let across = Math.max(0, Math.round(x - half)); across < Math.min(width, Math.round(x + half)); across++) {
        const place = at * width + across
        this.pixels[place] = share === 1 ? opaque(colour) : mixed(this.pixels[place] ?? 0, opaque(colour), share)
      }
    }
  }

  /** A thick line with round ends. */
  limb(x: number, y: number, toX: number, toY: number, thick: number, colour: number): void {
    const steps = Math.ceil(Math.hypot(toX - x, toY - y) / 2)
    for (let n = 0; n <= steps; n++)
      this.oval(x + ((toX - x) * n) / steps, y + ((toY - y) * n) / steps, thick, thick, colour)
  }

  text(left: number, top: number, text: string, colour: number): void {
    const size = 3
    for (const [n, character] of [...text].entries())
      for (const [bit, set] of [...(glyphs[character] ?? '')].entries())
        if (set === '1')
          this.box(left + (n * 4 + (bit % 3)) * size, top + Math.floor(bit / 3) * size, size, size, colour)
  }
}

const opaque = (colour: number): number =>
  (0xff000000 | ((colour & 255) << 16) | (colour & 0xff00) | (colour >> 16)) >>> 0

const mixed = (below: number, above: number, share: number): number =>
  [0, 8, 16].reduce((sum, shift) => {
    const [from, to] = [(below >> shift) & 255, (above >> shift) & 255]
    return (sum | (Math.round(from + (to - from) * share) << shift)) >>> 0
  }, 0xff000000)

const rooms = new Map<Kitchen, Uint32Array>()

function roomOf(kitchen: Kitchen): Uint32Array {
  const known = rooms.get(kitchen)
  if (known) return known
  const canvas = new Canvas()
  kitchen.room(canvas)
  rooms.set(kitchen, canvas.pixels)
  return canvas.pixels
}

interface Person {
  readonly x: number
  /** Of the eyes. */
  readonly y?: number
  readonly hat?: boolean
  readonly mask?: boolean
  readonly coat?: number
  /** Where the hands are, beside the middle of the body. */
  readonly hands?: readonly [x: number, y: number, otherX: number, otherY: number]
  readonly legs?: number
}

function person(canvas: Canvas, { x, y = 122, hat = true, mask = true, coat = 0xf4f6f7, hands, legs }: Person): void {
  if (legs !== undefined) {
    canvas.limb(x - 9, y + 116, x - 9 - legs, y + 180, 9, 0x3b4650)
    canvas.limb(x + 9, y + 116, x + 9 + legs, y + 180, 9, 0x46525c)
  }
  canvas.box(x - 27, y + 34, 54, 90, coat)
  canvas.oval(x, y + 38, 27, 14, coat)
  canvas.box(x - 1, y + 30, 2, 94, 0xcfd6da)
  const [left, leftY, right, rightY] = hands ?? [-30, 86, 30, 86]
  for (const [side, to, toY] of [
    [-1, left, leftY],
    [1, right, rightY],
  ] as const) {
    canvas.limb(x + side * 24, y + 44, x + to, y + toY, 8, coat === 0xf4f6f7 ? 0xe3e8eb : coat)
    canvas.oval(x + to, y + toY, 8, 8, 0xe9b894)
  }
  canvas.oval(x, y, 19, 23, 0xe9b894)
  canvas.oval(x - 7, y - 2, 2, 3, 0x33291f)
  canvas.oval(x + 7, y - 2, 2, 3, 0x33291f)
  if (mask) canvas.box(x - 14, y + 5, 28, 13, 0x9fc9e4)
  canvas.oval(x, y - 15, 19, 11, hat ? 0xffffff : 0x2c221b)
  if (hat) canvas.box(x - 17, y - 34, 34, 22, 0xffffff)
}

function tiledWall(canvas: Canvas, wall: number, line: number): void {
  canvas.box(0, 0, width, counterTop, wall)
  for (let y = 40; y < counterTop; y += 34) canvas.box(0, y, width, 2, line)
  for (let x = 20; x < width; x += 60) canvas.box(x, 0, 2, counterTop, line)
  canvas.box(0, counterTop, width, height - counterTop, 0x9b958b)
}

function counter(canvas: Canvas, left: number, wide: number): void {
  canvas.box(left, counterTop, wide, 12, 0xd9dee1)
  canvas.box(left, counterTop + 12, wide, 92, 0xaab4ba)
  for (let x = left + 8; x + 90 < left + wide; x += 100) canvas.box(x, counterTop + 24, 90, 70, 0x98a3aa)
}

function pot(canvas: Canvas, x: number): void {
  canvas.box(x - 34, counterTop - 44, 68, 44, 0x6f7a82)
  canvas.oval(x, counterTop - 44, 34, 8, 0x414a50)
  canvas.box(x - 46, counterTop - 34, 12, 6, 0x3d454b)
  canvas.box(x + 34, counterTop - 34, 12, 6, 0x3d454b)
}

const wave = (second: number, each: number, ofTurn = 0): number => Math.sin(2 * Math.PI * (second / each + ofTurn))

/** A way to and fro within the loop, which begins and ends at the same place. */
const walk = (second: number, from: number, to: number): number =>
  from + (to - from) * (0.5 - 0.5 * Math.cos((2 * Math.PI * second) / kitchenSeconds))

const within = (second: number, from: number, to: number): boolean => second >= from && second < to

/** The last one is without people. */
const kitchens: readonly Kitchen[] = [
  {
    name: 'COOKING',
    room(canvas) {
      tiledWall(canvas, 0xdbe3e6, 0xc1ccd1)
      canvas.box(40, 26, 360, 46, 0x9aa6ad)
      canvas.box(24, 72, 392, 12, 0x76828a)
      canvas.box(470, 60, 130, 92, 0x8c979d)
      canvas.box(478, 68, 114, 76, 0xcfe6f2)
      counter(canvas, 0, width)
    },
    life(canvas, second) {
      person(canvas, {
        x: walk(second, 120, 330),
        hands: [-34 + 8 * wave(second, 2), 84, 30, 78 + 10 * wave(second, 2, 0.25)],
      })
      if (within(second, 18, 28)) person(canvas, { x: 520, hat: false, hands: [-26, 84, 30, 80 + 6 * wave(second, 3)] })
      counter(canvas, 0, width)
      for (const [n, x] of [100, 230, 360].entries()) {
        pot(canvas, x)
        for (let puff = 0; puff < 4; puff++) {
          const rise = (second / 3 + puff / 4 + n / 3) % 1
          const drift = 10 * wave(rise, 1, puff / 4)
          canvas.oval(
            x + drift,
            counterTop - 52 - 90 * rise,
            14 + 18 * rise,
            10 + 12 * rise,
            0xffffff,
            0.45 * (1 - rise),
          )
        }
        canvas.oval(x, counterTop + 2, 26 + 4 * wave(second, 0.5, n / 3), 4, 0xf08a3c, 0.8)
      }
    },
  },
  {
    name: 'CUTTING',
    room(canvas) {
      tiledWall(canvas, 0xe2e0d8, 0xcbc8bd)
      canvas.box(60, 40, 200, 10, 0x8b8177)
      for (let x = 74; x < 250; x += 34) canvas.oval(x, 34, 14, 8, 0xf3f3f0)
      canvas.box(430, 40, 140, 110, 0xd0d6d9)
      canvas.box(498, 40, 4, 110, 0xa5afb5)
      counter(canvas, 0, width)
    },
    life(canvas, second) {
      const chop = (each: number, turn: number) => 88 + 8 * wave(second, each, turn)
      const phones = within(second, 12, 23)
      person(canvas, { x: 170, hands: [-18, 96, 24, chop(0.6, 0)] })
      person(canvas, {
        x: 420 + 12 * wave(second, 10),
        ...(phones ? { mask: false, hands: [-24, 92, 20, 6] } : { hands: [-18, 96, 24, chop(0.75, 0.3)] }),
      })
      if (phones) canvas.box(420 + 12 * wave(second, 10) + 16, 110, 9, 24, 0x1b1f24)
      counter(canvas, 0, width)
      for (const [x, colour] of [
        [170, 0x7fb069],
        [420, 0xe07a5f],
      ] as const) {
        canvas.box(x - 56, counterTop - 6, 112, 10, 0xcfa873)
        for (let piece = 0; piece < 6; piece++) canvas.oval(x - 40 + piece * 13, counterTop - 9, 6, 4, colour)
      }
    },
  },
  {
    name: 'SERVING',
    room(canvas) {
      tiledWall(canvas, 0xd6e0dc, 0xbccac4)
      canvas.box(40, 50, 560, 8, 0x87928c)
      for (let x = 60; x < 590; x += 44) canvas.oval(x, 44, 18, 6, 0xfafafa)
    },
    life(canvas, second) {
      person(canvas, { x: 150, hands: [-30, 90 + 4 * wave(second, 5), 30, 90] })
      counter(canvas, 0, 420)
      for (let x = 40; x < 400; x += 60) {
        canvas.box(x, counterTop - 16, 50, 16, 0xc4ccd0)
        canvas.box(x + 4, counterTop - 14, 42, 8, [0xe9c46a, 0x8ab17d, 0xe76f51][(x / 20) % 3] ?? 0xe9c46a)
      }
      const x = walk(second, 230, 560)
      person(canvas, { x, y: 150, legs: 12 * wave(second, 1.5), coat: 0xdce9f5, hands: [-34, 66, 34, 66] })
      canvas.box(x - 52, 210, 104, 9, 0x8d99a1)
      canvas.box(566, 270, 50, 70, 0x4c6b58)
      canvas.box(562, within(second, 8, 20) ? 234 : 262, 58, 8, 0x3b5446)
      if (within(second, 8, 20)) canvas.oval(591, 268, 22, 9, 0xc9a66b)
    },
  },
  {
    name: 'STORE',
    room(canvas) {
      canvas.box(0, 0, width, 250, 0xb9b5ab)
      canvas.box(0, 250, width, 110, 0x77726a)
      for (const left of [30, 340]) {
        for (const y of [70, 140, 210]) canvas.box(left, y, 270, 8, 0x6b7379)
        for (const x of [left, left + 262]) canvas.box(x, 40, 8, 220, 0x59616a)
        for (let n = 0; n < 12; n++)
          canvas.box(
            left + 16 + (n % 4) * 62,
            70 + Math.floor(n / 4) * 70 - 38,
            50,
            38,
            [0xc79a63, 0xd8d2c4, 0x9fb3a1][n % 3] ?? 0,
          )
      }
    },
    life(canvas, second) {
      canvas.oval(320, 20, 60, 8 + wave(second, 5), 0xfff5d6, 0.6)
      if (!within(second, 14, 22)) return
      const x = 30 + ((second - 14) / 8) * 580
      canvas.oval(x, 322 + 2 * wave(second, 0.4), 20, 9, 0x3c3733)
      canvas.oval(x + 20, 318, 8, 6, 0x3c3733)
      canvas.limb(x - 18, 322, x - 48, 316 + 5 * wave(second, 0.6), 2, 0x574f49)
    },
  },
]

export const kitchenCount = kitchens.length

/** Characters of 3 by 5 pixels, row by row. */
const glyphs: Readonly<Record<string, string>> = {
  0: '111101101101111',
  1: '010110010010111',
  2: '111001111100111',
  3: '111001111001111',
  4: '101101111001001',
  5: '111100111001111',
  6: '111100111101111',
  7: '111001010010010',
  8: '111101111101111',
  9: '111101111001111',
  ':': '000010000010000',
  '.': '000000000000010',
  C: '111100100100111',
  D: '110101101101110',
  E: '111100110100111',
  G: '111100101101111',
  I: '111010010010111',
  K: '101101110101101',
  M: '101111111101101',
  N: '110101101101101',
  O: '111101101101111',
  R: '110101110101101',
  S: '111100111001111',
  T: '111010010010010',
  U: '101101101101111',
  V: '101101101101010',
}
