/**
 * The modules of a QR code of a text: rows of dark (true) and light ones. Versions 1 to 9, error correction L; undefined
 * for a text that is too long for them.
 */
export function qrModules(text: string): readonly (readonly boolean[])[] | undefined {
  const bytes = [...new TextEncoder().encode(text)]
  const version = versions.findIndex(({ total, check, blocks }) => bytes.length + 2 <= total - check * blocks) + 1
  const form = versions[version - 1]
  if (!form) return undefined
  const size = 17 + 4 * version
  const dark = Array.from({ length: size }, () => new Array<boolean>(size).fill(false))
  const fixed = Array.from({ length: size }, () => new Array<boolean>(size).fill(false))
  const set = (x: number, y: number, isDark: boolean) => {
    const [row, done] = [dark[y], fixed[y]]
    if (!row || !done || x < 0 || x >= size) return
    row[x] = isDark
    done[x] = true
  }
  const square = (x: number, y: number, radius: number, isDark: (distance: number) => boolean) => {
    for (let dy = -radius; dy <= radius; dy++)
      for (let dx = -radius; dx <= radius; dx++) set(x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))))
  }
  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0)
    set(i, 6, i % 2 === 0)
  }
  const last = form.align.length - 1
  form.align.forEach((x, i) => {
    form.align.forEach((y, j) => {
      const isFinder = (i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0)
      if (!isFinder) square(x, y, 2, distance => distance !== 1)
    })
  })
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    square(x, y, 4, distance => distance !== 2 && distance !== 4)
  drawFormat(set, size)
  if (version >= 7) drawVersion(set, size, version)
  drawBits(dark, fixed, codewords(bytes, form))
  return dark
}

interface Form {
  readonly total: number
  /** Codewords of error correction of each block. */
  readonly check: number
  readonly blocks: number
  readonly align: readonly number[]
}

const versions: readonly Form[] = [
  { total: 26, check: 7, blocks: 1, align: [] },
  { total: 44, check: 10, blocks: 1, align: [6, 18] },
  { total: 70, check: 15, blocks: 1, align: [6, 22] },
  { total: 100, check: 20, blocks: 1, align: [6, 26] },
  { total: 134, check: 26, blocks: 1, align: [6, 30] },
  { total: 172, check: 18, blocks: 2, align: [6, 34] },
  { total: 196, check: 20, blocks: 2, align: [6, 22, 38] },
  { total: 242, check: 24, blocks: 2, align: [6, 24, 42] },
  { total: 292, check: 30, blocks: 2, align: [6, 26, 46] },
]

type SetModule = (x: number, y: number, isDark: boolean) => void

const bit = (value: number, at: number): boolean => ((value >>> at) & 1) === 1

/** The remainder of a cyclic code, appended to its value. */
function withRemainder(value: number, length: number, polynomial: number): number {
  let rest = value
  for (let i = 0; i < length; i++) rest = (rest << 1) ^ ((rest >>> (length - 1)) * polynomial)
  return (value << length) | rest
}

/** Error correction L with mask 0, beside two finder patterns each. */
function drawFormat(set: SetModule, size: number): void {
  const bits = withRemainder(1 << 3, 10, 0x537) ^ 0x5412
  for (let i = 0; i < 6; i++) set(8, i, bit(bits, i))
  set(8, 7, bit(bits, 6))
  set(8, 8, bit(bits, 7))
  set(7, 8, bit(bits, 8))
  for (let i = 9; i < 15; i++) set(14 - i, 8, bit(bits, i))
  for (let i = 0; i < 8; i++) set(size - 1 - i, 8, bit(bits, i))
  for (let i = 8; i < 15; i++) set(8, size - 15 + i, bit(bits, i))
  set(8, size - 8, true)
}

function drawVersion(set: SetModule, size: number, version: number): void {
  const bits = withRemainder(version, 12, 0x1f25)
  for (let i = 0; i < 18; i++) {
    const [a, b] = [size - 11 + (i % 3), Math.floor(i / 3)]
    set(a, b, bit(bits, i))
    set(b, a, bit(bits, i))
  }
}

/** The bits in columns of two, from the lower right corner up and down, inverted by the mask. */
function drawBits(dark: boolean[][], fixed: readonly (readonly boolean[])[], words: readonly number[]): void {
  const size = dark.length
  let at = 0
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step++)
      for (const x of [right, right - 1]) {
        const y = ((right + 1) & 2) === 0 ? size - 1 - step : step
        const row = dark[y]
        if (!row || fixed[y]?.[x]) continue
        const isOne = at < words.length * 8 && bit(words[at >>> 3] ?? 0, 7 - (at & 7))
        row[x] = isOne !== ((x + y) % 2 === 0)
        at++
      }
  }
}

/** Data and error correction, interleaved by block. */
function codewords(bytes: readonly number[], { total, check, blocks }: Form): readonly number[] {
  const data = [0x40 | (bytes.length >>> 4)]
  let rest = bytes.length & 15
  for (const byte of bytes) {
    data.push((rest << 4) | (byte >>> 4))
    rest = byte & 15
  }
  data.push(rest << 4)
  const room = total - check * blocks
  for (let pad = 0xec; data.length < room; pad ^= 0xec ^ 0x11) data.push(pad)
  const length = room / blocks
  const parts = Array.from({ length: blocks }, (_, i) => data.slice(i * length, (i + 1) * length))
  const checks = parts.map(part => remainder(part, divisor(check)))
  const interleaved = (lists: readonly (readonly number[])[]) =>
    (lists[0] ?? []).flatMap((_, i) => lists.map(list => list[i] ?? 0))
  return [...interleaved(parts), ...interleaved(checks)]
}

/** Multiplication of bytes modulo x⁸ + x⁴ + x³ + x² + 1. */
function times(a: number, b: number): number {
  let product = 0
  for (let i = 7; i >= 0; i--) product = (product << 1) ^ ((product >>> 7) * 0x11d) ^ (((b >>> i) & 1) * a)
  return product
}

function divisor(degree: number): readonly number[] {
  const result = new Array<number>(degree).fill(0)
  result[degree - 1] = 1
  for (let i = 0, root = 1; i < degree; i++, root = times(root, 2))
    for (let j = 0; j < degree; j++) result[j] = times(result[j] ?? 0, root) ^ (result[j + 1] ?? 0)
  return result
}

function remainder(data: readonly number[], by: readonly number[]): readonly number[] {
  const result = by.map(() => 0)
  for (const byte of data) {
    const factor = byte ^ (result.shift() ?? 0)
    result.push(0)
    by.forEach((coefficient, i) => {
      result[i] = (result[i] ?? 0) ^ times(coefficient, factor)
    })
  }
  return result
}
