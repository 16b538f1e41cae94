/** A piece of SQL: text between its values, one part more than there are values. */
export interface Fragment {
  readonly parts: readonly string[]
  readonly values: readonly unknown[]
}

/**
 * Writes a fragment: other fragments are spliced in, everything else is bound. There is no way to put a text
 * into the statement but `word`, which takes names of the Model and SQL written here.
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

/** A quoted column of a table's alias. */
export const columnOf = (alias: string, column: string): string => `${alias}."${column}"`

/** The fragments with a separator between them; what stands for none of them is given. */
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

/** All of them hold. */
export const every = (fragments: readonly Fragment[]): Fragment => join(fragments, ' and ', 'true')

/** One of them holds. */
export const some = (fragments: readonly Fragment[]): Fragment =>
  fragments.length < 2 ? join(fragments, '', 'false') : sql`(${join(fragments, ' or ', 'false')})`

/** The fragment's text with its placeholders counted on from those already bound. */
export function numbered(fragment: Fragment, bound: number): string {
  return fragment.parts.map((part, index) => (index === 0 ? part : `$${bound + index}${part}`)).join('')
}

/** What two fragments share when they are the same text. */
export const keyOf = (fragment: Fragment): string => fragment.parts.join('?')

function isFragment(insert: unknown): insert is Fragment {
  return typeof insert === 'object' && insert !== null && 'parts' in insert && 'values' in insert
}
