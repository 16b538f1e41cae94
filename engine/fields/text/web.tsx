import { CodeCell, WordsCell } from '../cells.tsx'
import type { FieldWeb } from '../field-web.ts'
import { TextFilter, TextInput } from '../text-input.tsx'
import { columnFor } from '../text-width.ts'
import { isCode, lengthOfCode } from './code.ts'

export const textWeb: FieldWeb<string> = {
  Cell: ({ value, field }) => (isCode(field) ? <CodeCell value={value} /> : <WordsCell value={value} />),
  Input: TextInput,
  Filter: TextFilter,
  width: field => {
    if (field.options['icon'] === true) return 80
    const length = isCode(field) ? lengthOfCode(field) : undefined
    return length === undefined ? undefined : columnFor('0'.repeat(length))
  },
}
