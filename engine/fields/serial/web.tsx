import { OutlinedInput } from '@mui/material'
import { CodeCell } from '../cells.tsx'
import type { FieldWeb, InputProps } from '../field-web.ts'
import { textOption } from '../options.ts'
import { TextFilter } from '../text-input.tsx'
import { columnFor } from '../text-width.ts'
import { words } from '../words.ts'
import { serialOf } from './pattern.ts'

export const serialWeb: FieldWeb<string> = {
  Cell: CodeCell,
  Input: SerialInput,
  Filter: TextFilter,
  width: field => columnFor(serialOf(textOption(field, 'pattern') ?? '', '2000-00-00', 0)),
}

/** Read-only: the server generates the value. */
function SerialInput({ id, language, value }: InputProps<string>) {
  return <OutlinedInput id={id} fullWidth disabled value={value ?? ''} placeholder={words.givenBySystem[language]} />
}
