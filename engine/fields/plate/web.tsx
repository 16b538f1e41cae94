import { CodeCell } from '../cells.tsx'
import type { FieldWeb } from '../field-web.ts'
import { TextFilter, TextInput } from '../text-input.tsx'

export const plateWeb: FieldWeb<string> = {
  Cell: CodeCell,
  Input: TextInput,
  Filter: TextFilter,
  width: 104,
}
