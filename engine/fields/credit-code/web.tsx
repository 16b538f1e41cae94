import { CodeCell } from '../cells.tsx'
import type { FieldWeb } from '../field-web.ts'
import { TextFilter, TextInput } from '../text-input.tsx'
import { columnFor } from '../text-width.ts'

export const creditCodeWeb: FieldWeb<string> = {
  Cell: CodeCell,
  Input: TextInput,
  Filter: TextFilter,
  width: columnFor('0'.repeat(18)),
}
