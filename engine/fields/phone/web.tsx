import { CodeCell } from '../cells.tsx'
import type { FieldWeb } from '../field-web.ts'
import { TextFilter, TextInput } from '../text-input.tsx'

export const phoneWeb: FieldWeb<string> = {
  Cell: CodeCell,
  Input: props => <TextInput {...props} inputMode="tel" />,
  Filter: TextFilter,
  align: 'right',
  width: 130,
}
