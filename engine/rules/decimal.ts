/** An exact decimal number: `units` divided by ten to the power of `scale`. */
export interface Decimal {
  readonly units: bigint
  readonly scale: number
}

const form = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/

/** The number in a text, a JSON number or an integer; null for any other value. */
export function decimalOf(input: unknown): Decimal | null {
  if (typeof input === 'bigint') return { units: input, scale: 0 }
  const match = form.exec(typeof input === 'number' ? String(input) : typeof input === 'string' ? input : '')
  if (!match) return null
  const [, sign, whole, fraction = '', exponent = '0'] = match
  const scale = fraction.length - Number(exponent)
  const units = BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`)
  return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 }
}

export const add = (a: Decimal, b: Decimal): Decimal => aligned(a, b, (x, y) => x + y)
export const subtract = (a: Decimal, b: Decimal): Decimal => aligned(a, b, (x, y) => x - y)
export const multiply = (a: Decimal, b: Decimal): Decimal => ({ units: a.units * b.units, scale: a.scale + b.scale })

/** Decimals of a quotient; further ones are cut off, so that it can still be rounded half away from zero. */
export const quotientScale = 10

/** The quotient; null of a division by zero. */
export const divide = (a: Decimal, b: Decimal): Decimal | null =>
  b.units === 0n
    ? null
    : {
        units: (a.units * 10n ** BigInt(quotientScale + b.scale)) / (b.units * 10n ** BigInt(a.scale)),
        scale: quotientScale,
      }

/** Negative, zero or positive, as `a` is less than, equal to or greater than `b`. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const { units } = subtract(a, b)
  return units < 0n ? -1 : units > 0n ? 1 : 0
}

/** Rounded to this many decimals, half away from zero as in PostgreSQL. */
export function round(value: Decimal, scale: number): Decimal {
  if (value.scale <= scale) return value
  const step = 10n ** BigInt(value.scale - scale)
  const half = value.units < 0n ? -step / 2n : step / 2n
  return { units: (value.units + half) / step, scale }
}

/** Without an exponent: `-12.50`. */
export function decimalText({ units, scale }: Decimal): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  return `${units < 0n ? '-' : ''}${whole}${scale > 0 ? `.${digits.slice(-scale)}` : ''}`
}

function aligned(a: Decimal, b: Decimal, join: (a: bigint, b: bigint) => bigint): Decimal {
  if (a.scale === b.scale) return { units: join(a.units, b.units), scale: a.scale }
  const scale = Math.max(a.scale, b.scale)
  const raise = (one: Decimal) => one.units * 10n ** BigInt(scale - one.scale)
  return { units: join(raise(a), raise(b)), scale }
}
