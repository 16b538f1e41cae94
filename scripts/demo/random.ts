/** A pseudo-random source; the same seed gives the same numbers. */
export interface Random {
  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number
  /** An integer between two bounds, both inclusive. */
  whole(least: number, most: number): number
  chance(share: number): boolean
  pick<Item>(items: readonly Item[]): Item
  /** A key, chosen with a probability proportional to its weight. */
  weighted(weights: Readonly<Record<string, number>>): string
}

/** The random source of a seed. Each resource has its own, so that one does not change the values of another. */
export function randomOf(seed: string): Random {
  let state = 2_166_136_261
  for (const sign of seed) state = Math.imul(state ^ (sign.codePointAt(0) ?? 0), 16_777_619) >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    whole,
    chance: share => next() < share,
    pick(items) {
      if (items.length === 0) throw new Error('There is nothing to pick from.')
      return items[whole(0, items.length - 1)] as (typeof items)[number]
    },
    weighted(weights) {
      const entries = Object.entries(weights)
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      const found = entries.find(([, weight]) => {
        left -= weight
        return left < 0
      })
      return String((found ?? entries.at(-1))?.[0])
    },
  }
}
