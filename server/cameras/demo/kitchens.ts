/** The size of a picture, in pixels. */
export const frameSize = { width: 640, height: 360 } as const

const { width, height } = frameSize
/** Counters stand on this line, and persons behind them. */
const counterTop = 218

/** The pictures repeat after so many seconds; a minute contains them twice. */
export const kitchenSeconds = 30

/** Colours of the walls of the kitchens. Every other kitchen has the other scene, and later ones are mirrored. */
const walls = [
  [0xdbe3e6, 0xc1ccd1],
  [0xe2e0d8, 0xcbc8bd],
  [0xd6e0dc, 0xbccac4],
  [0xe4dfe6, 0xcfc7d2],
] as const
export const kitchenCount = walls.length

/** The picture of a kitchen at a second of the loop: red, green, blue and opacity of each pixel. */
export function drawKitchen(index: number, second: number): Uint8Array {
  const canvas = new Canvas()
  const [wall, line] = walls[index % kitchenCount] ?? walls[0]
  canvas.box(0, 0, width, counterTop, wall)
  for (let y = 40; y < counterTop; y += 34) canvas.box(0, y, width, 2, line)
  for (let x = 20; x < width; x += 60) canvas.box(x, 0, 2, counterTop, line)
  canvas.box(0, counterTop, width, height - counterTop, 0x9b958b)
  const scene = index % 2 === 0 ? cooking : cutting
  scene(canvas, second)
  if (index >= 2) canvas.mirror()
  // Below, where no name of a camera covers it.
  canvas.box(0, height - 26, 72, 26, 0x1c2328)
  canvas.text(8, height - 20, `${String(Math.floor(second) % 60).padStart(2, '0')}.${Math.floor(second * 10) % 10}`)
  return new Uint8Array(canvas.pixels.buffer)
}

/** Pixels to which shapes are painted, with colours `0xrrggbb`. */
class Canvas {
  readonly pixels = new Uint32Array(width * height)

  box(left: number, top: number, wide: number, high: number, colour: number): void {
    const [from, to] = [Math.max(0, Math.round(left)), Math.min(width, Math.round(left + wide))]
    for (let y = Math.max(0, Math.round(top)); from < to && y < Math.min(height, Math.round(top + high)); y++)
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

  /** Digits and points. */
  text(left: number, top: number, text: string): void {
    for (const [n, character] of [...text].entries())
      for (const [bit, set] of [...(glyphs['0123456789.'.indexOf(character)] ?? '')].entries())
        if (set === '1') this.box(left + (n * 4 + (bit % 3)) * 3, top + Math.floor(bit / 3) * 3, 3, 3, 0xffd870)
  }

  mirror(): void {
    for (let y = 0; y < height; y++) this.pixels.subarray(y * width, (y + 1) * width).reverse()
  }
}

const opaque = (colour: number): number =>
  (0xff000000 | ((colour & 255) << 16) | (colour & 0xff00) | (colour >> 16)) >>> 0

const mixed = (below: number, above: number, share: number): number =>
  [0, 8, 16].reduce((sum, shift) => {
    const [from, to] = [(below >> shift) & 255, (above >> shift) & 255]
    return (sum | (Math.round(from + (to - from) * share) << shift)) >>> 0
  }, 0xff000000)

interface Person {
  readonly x: number
  readonly hat?: boolean
  readonly mask?: boolean
  /** Where the hands are, beside the middle of the body and below the eyes. */
  readonly hands: readonly [x: number, y: number, otherX: number, otherY: number]
}

function person(canvas: Canvas, { x, hat = true, mask = true, hands }: Person): void {
  const y = 122
  canvas.box(x - 27, y + 34, 54, 90, 0xf4f6f7)
  canvas.oval(x, y + 38, 27, 14, 0xf4f6f7)
  canvas.box(x - 1, y + 30, 2, 94, 0xcfd6da)
  const [left, leftY, right, rightY] = hands
  for (const [shoulder, to, toY] of [
    [-24, left, leftY],
    [24, right, rightY],
  ] as const) {
    canvas.limb(x + shoulder, y + 44, x + to, y + toY, 8, 0xe3e8eb)
    canvas.oval(x + to, y + toY, 8, 8, 0xe9b894)
  }
  canvas.oval(x, y, 19, 23, 0xe9b894)
  for (const eye of [-7, 7]) canvas.oval(x + eye, y - 2, 2, 3, 0x33291f)
  if (mask) canvas.box(x - 14, y + 5, 28, 13, 0x9fc9e4)
  canvas.oval(x, y - 15, 19, 11, hat ? 0xffffff : 0x2c221b)
  if (hat) canvas.box(x - 17, y - 34, 34, 22, 0xffffff)
}

function counter(canvas: Canvas): void {
  canvas.box(0, counterTop, width, 12, 0xd9dee1)
  canvas.box(0, counterTop + 12, width, 92, 0xaab4ba)
  for (let x = 8; x < width; x += 100) canvas.box(x, counterTop + 24, 90, 70, 0x98a3aa)
}

const wave = (second: number, each: number, ofTurn = 0): number => Math.sin(2 * Math.PI * (second / each + ofTurn))

/** Pots that steam and a cook who walks to and fro; from second 18 to 28 a second one without a hat. */
function cooking(canvas: Canvas, second: number): void {
  canvas.box(40, 26, 360, 46, 0x9aa6ad)
  canvas.box(24, 72, 392, 12, 0x76828a)
  canvas.box(470, 60, 130, 92, 0x8c979d)
  canvas.box(478, 68, 114, 76, 0xcfe6f2)
  const x = 225 - 105 * Math.cos((2 * Math.PI * second) / kitchenSeconds)
  person(canvas, { x, hands: [-34 + 8 * wave(second, 2), 84, 30, 78 + 10 * wave(second, 2, 0.25)] })
  if (second >= 18 && second < 28)
    person(canvas, { x: 520, hat: false, hands: [-26, 84, 30, 80 + 6 * wave(second, 3)] })
  counter(canvas)
  for (const [n, x] of [100, 230, 360].entries()) {
    canvas.box(x - 46, counterTop - 34, 92, 6, 0x3d454b)
    canvas.box(x - 34, counterTop - 44, 68, 44, 0x6f7a82)
    canvas.oval(x, counterTop - 44, 34, 8, 0x414a50)
    for (let puff = 0; puff < 4; puff++) {
      const rise = (second / 3 + puff / 4 + n / 3) % 1
      const [drift, share] = [10 * wave(rise, 1, puff / 4), 0.45 * (1 - rise)]
      canvas.oval(x + drift, counterTop - 52 - 90 * rise, 14 + 18 * rise, 10 + 12 * rise, 0xffffff, share)
    }
    canvas.oval(x, counterTop + 2, 26 + 4 * wave(second, 0.5, n / 3), 4, 0xf08a3c, 0.8)
  }
}

/** Two persons who cut; from second 12 to 23 one of them telephones without a mask. */
function cutting(canvas: Canvas, second: number): void {
  canvas.box(60, 40, 200, 10, 0x8b8177)
  for (let x = 74; x < 250; x += 34) canvas.oval(x, 34, 14, 8, 0xf3f3f0)
  canvas.box(430, 40, 140, 110, 0xd0d6d9)
  canvas.box(498, 40, 4, 110, 0xa5afb5)
  const chop = (each: number, turn: number) => 88 + 8 * wave(second, each, turn)
  const phones = second >= 12 && second < 23
  const x = 420 + 12 * wave(second, 10)
  person(canvas, { x: 170, hands: [-18, 96, 24, chop(0.6, 0)] })
  person(canvas, { x, mask: !phones, hands: phones ? [-24, 92, 20, 6] : [-18, 96, 24, chop(0.75, 0.3)] })
  if (phones) canvas.box(x + 16, 110, 9, 24, 0x1b1f24)
  counter(canvas)
  for (const [x, colour] of [
    [170, 0x7fb069],
    [420, 0xe07a5f],
  ] as const) {
    canvas.box(x - 56, counterTop - 6, 112, 10, 0xcfa873)
    for (let piece = 0; piece < 6; piece++) canvas.oval(x - 40 + piece * 13, counterTop - 9, 6, 4, colour)
  }
}

/** The digits and the point, of 3 by 5 pixels, row by row. */
const glyphs = [
  ...['111101101101111', '010110010010111', '111001111100111', '111001111001111', '101101111001001'],
  ...['111100111001111', '111100111101111', '111001010010010', '111101111101111', '111101111001111'],
  '000000000000010',
]
