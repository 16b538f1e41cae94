/** A piece of SQL: `parts` of text with `values` between them, one part more than values. */
export interface Fragment {
  readonly parts: readonly string[]
  readonly values: readonly unknown[]
}

/**
 * Builds a fragment: other fragments are inserted, all other values are bound. Text enters a statement only through
 * `word`, which accepts names of the Model and literal SQL.
 */
export function sql(strings: TemplateStringsArray, ...inserts: readonly unknown[]): Fragment {
  const parts = [strings[0] ?? '']
  const values: unknown[] = []
  inserts.forEach((insert, index) => {
    const after = strings[index + 1] ?? ''
    if (isFragment(insert)) {
      parts[parts.length - 1] += insert.parts[0] ?? ''
      parts.push(...insert.parts.slice(1))
      values.push(...insert.values)
      parts[parts.length - 1] += after
    } else {
      values.push(insert)
      parts.push(after)
    }
  })
  return { parts, values }
}

/** SQL text without values. */
export const word = (text: string): Fragment => ({ parts: [text], values: [] })

/** A quoted column with its table's alias. */
export const columnOf = (alias: string, column: string): string => `${alias}."${column}"`

/** The fragments with a separator between them; `none` if there are no fragments. */
export function join(fragments: readonly Fragment[], separator: string, none: string): Fragment {
  const [first, ...rest] = fragments
  if (!first) return word(none)
  const parts = [...first.parts]
  const values = [...first.values]
  for (const one of rest) {
    parts[parts.length - 1] += separator + (one.parts[0] ?? '')
    parts.push(...one.parts.slice(1))
    values.push(...one.values)
  }
  return { parts, values }
}

/** The conjunction of conditions. */
export const every = (fragments: readonly Fragment[]): Fragment => join(fragments, ' and ', 'true')

/** The disjunction of conditions. */
export const anyFragment = (fragments: readonly Fragment[]): Fragment =>
  fragments.length < 2 ? join(fragments, '', 'false') : sql`(${join(fragments, ' or ', 'false')})`

/** The fragment's text with placeholders numbered after those already bound. */
export function numbered(fragment: Fragment, bound: number): string {
  return fragment.parts.map((part, index) => (index === 0 ? part : `$${bound + index}${part}`)).join('')
}

/** A key that is equal for fragments with the same text. */
export const keyOf = (fragment: Fragment): string => fragment.parts.join('?')

function isFragment(insert: unknown): insert is Fragment {
  return typeof insert === 'object' && insert !== null && 'parts' in insert && 'values' in insert
}
