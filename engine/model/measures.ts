/** What is computed for a group of records. */
const measureNames = ['count', 'sum', 'avg', 'min', 'max'] as const

/** A number or value of a group of records. */
export interface GroupMeasure {
  readonly of: (typeof measureNames)[number]
  /** Absent for `count`. */
  readonly field?: string
}

/** `sum(amount)` as a measure; undefined for another text. */
export function writtenMeasure(text: string): GroupMeasure | undefined {
  const [, name = '', field = ''] = /^\s*([a-z]+)\(\s*([a-zA-Z0-9]*)\s*\)\s*$/.exec(text) ?? []
  const of = measureNames.find(one => one === name)
  if (!of || (of === 'count') !== (field === '')) return undefined
  return { of, ...(field !== '' && { field }) }
}
