import { OutlinedInput } from '@mui/material'
import { CodeCell } from '../cells.tsx'
import type { FieldWeb, InputProps } from '../field-web.ts'
import { TextFilter } from '../text-input.tsx'
import { words } from '../words.ts'

export const idWeb: FieldWeb<string> = { Cell: CodeCell, Input: IdInput, Filter: TextFilter, width: 190 }

/** Read-only: the server generates the value. */
function IdInput({ id, language, value }: InputProps<string>) {
  return <OutlinedInput id={id} fullWidth disabled value={value ?? ''} placeholder={words.givenBySystem[language]} />
}
