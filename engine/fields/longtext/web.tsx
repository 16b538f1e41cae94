import { WordsCell } from '../cells.tsx'
import type { FieldWeb } from '../field-web.ts'
import { TextFilter, TextInput } from '../text-input.tsx'

export const longtextWeb: FieldWeb<string> = {
  Cell: WordsCell,
  Input: props => <TextInput {...props} isArea />,
  Filter: TextFilter,
}
