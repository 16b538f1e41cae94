const aggregateNames = ['count', 'distinct', 'sum', 'avg', 'min', 'max', 'share', 'ratio'] as const

/** A function over the rows of a group, as a measure of a chart or of a declared query writes it. */
export interface Aggregate {
  readonly of: (typeof aggregateNames)[number]
  /** Expressions of a row; of `ratio` the conditions of its two counts. An empty one is true of every row. */
  readonly args: readonly AggregateArgument[]
}

/** An argument, and its index in the text of the measure. */
export interface AggregateArgument {
  readonly text: string
  readonly start: number
}

/** `share(handledAt <= handleBy)` as a function and its arguments; undefined for another text. */
export function writtenAggregate(text: string): Aggregate | undefined {
  const [, head = '', name = '', inner = ''] = /^(\s*([a-z]+)\()(.*)\)\s*$/s.exec(text) ?? []
  const of = aggregateNames.find(one => one === name)
  const args = of && argumentsIn(inner, head.length)
  if (!of || !args) return undefined
  if (of === 'count') return args.length < 2 ? { of, args } : undefined
  if (of !== 'ratio') return args.length === 1 ? { of, args } : undefined
  const counts = args.map(({ text: part, start }) => {
    const count = writtenAggregate(part)
    if (count?.of !== 'count') return undefined
    const [condition = { text: '', start: 0 }] = count.args
    return { ...condition, start: start + condition.start }
  })
  const known = counts.filter(count => count !== undefined)
  return args.length === 2 && known.length === 2 ? { of, args: known } : undefined
}

/** Whether the measures of groups add up to that of all of them; then none is 0. */
export function isAdditive({ compute }: { readonly compute: string }): boolean {
  const { of } = writtenAggregate(compute) ?? {}
  return of === 'count' || of === 'sum'
}

/** The arguments between commas that no bracket or quotation mark encloses; undefined where brackets do not match. */
function argumentsIn(text: string, offset: number): AggregateArgument[] | undefined {
  const ends: number[] = []
  let depth = 0
  for (const { 0: part, index } of text.matchAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[()[\],]/g)) {
    if (part === '(' || part === '[') depth++
    else if (part === ')' || part === ']') depth--
    else if (part === ',' && depth === 0) ends.push(index)
    if (depth < 0) return undefined
  }
  if (depth > 0) return undefined
  if (text.trim() === '') return []
  return [...ends, text.length].map((end, at) => {
    const begin = at === 0 ? 0 : (ends[at - 1] ?? 0) + 1
    const part = text.slice(begin, end)
    return { text: part.trim(), start: offset + begin + part.length - part.trimStart().length }
  })
}
