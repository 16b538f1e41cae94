/** The result of one benchmark. */
export interface Section {
  readonly title: string
  /** The procedure, in a sentence or two. */
  readonly how: string
  readonly rows: readonly Measure[]
}

export interface Measure {
  readonly what: string
  readonly figure: string
  readonly bound?: string
  readonly holds?: boolean
}

/** The median. */
export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

export const milliseconds = (figure: number): string => `${figure < 10 ? figure.toFixed(1) : Math.round(figure)} ms`
