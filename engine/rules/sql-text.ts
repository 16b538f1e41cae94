/** SQL with holes: `parts` stand between `values`, which are bound and never written into the text. */
export interface SqlText {
  readonly parts: readonly string[]
  readonly values: readonly unknown[]
}

/** Joins texts by a template; nothing but SQL can stand in a hole. */
export function sql(strings: TemplateStringsArray, ...holes: readonly SqlText[]): SqlText {
  const parts = [strings[0] ?? '']
  const values: unknown[] = []
  holes.forEach((hole, index) => {
    const [head = '', ...rest] = hole.parts
    parts[parts.length - 1] += head
    parts.push(...rest)
    values.push(...hole.values)
    parts[parts.length - 1] += strings[index + 1] ?? ''
  })
  return { parts, values }
}

/** Text of our own or of the caller's quoting, taken as it is. */
export const raw = (text: string): SqlText => ({ parts: [text], values: [] })

export const bound = (value: unknown): SqlText => ({ parts: ['', ''], values: [value] })
