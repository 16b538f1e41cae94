import { OutlinedInput } from '@mui/material'
import { CodeCell } from '../cells.tsx'
import type { FieldWeb, InputProps } from '../field-web.ts'
import { TextFilter } from '../text-input.tsx'
import { words } from '../words.ts'

export const serialWeb: FieldWeb<string> = { Cell: CodeCell, Input: SerialInput, Filter: TextFilter, width: 158 }

/** Nothing to enter: the server gives it. */
function SerialInput({ id, language, value }: InputProps<string>) {
  return <OutlinedInput id={id} fullWidth disabled value={value ?? ''} placeholder={words.givenBySystem[language]} />
}
