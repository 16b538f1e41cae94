/** SQL text with bound values: `parts` with `values` between them, which are never written into the text. */
export interface SqlText {
  readonly parts: readonly string[]
  readonly values: readonly unknown[]
}

/** Joins SQL texts by a template, which accepts only SQL texts. */
export function ruleSql(strings: TemplateStringsArray, ...holes: readonly SqlText[]): SqlText {
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

/** Literal SQL text, which is not escaped. */
export const raw = (text: string): SqlText => ({ parts: [text], values: [] })

/** A value as a bound parameter of a statement. */
export const bound = (value: unknown): SqlText => ({ parts: ['', ''], values: [value] })
