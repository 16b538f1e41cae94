import { WordsCell } from '../cells.tsx'
import type { FieldWeb } from '../field-web.ts'
import { TextFilter, TextInput } from '../text-input.tsx'

export const textWeb: FieldWeb<string> = { Cell: WordsCell, Input: TextInput, Filter: TextFilter }
