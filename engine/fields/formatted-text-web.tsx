import { CodeCell } from './cells.tsx'
import type { FieldWeb } from './field-web.ts'
import type { FormattedText } from './formatted-text.ts'
import { TextFilter, TextInput } from './text-input.tsx'
import { columnFor } from './text-width.ts'

/** The cell, input and filter of a formatted text. */
export function formattedTextWeb({ text }: FormattedText): FieldWeb<string> {
  const { inputMode, placeholder, widest, align } = text
  return {
    Cell: CodeCell,
    Input: props => (
      <TextInput {...props} {...(inputMode && { inputMode })} {...(placeholder !== undefined && { placeholder })} />
    ),
    Filter: TextFilter,
    ...(align && { align }),
    ...(widest !== undefined && { width: columnFor(widest) }),
  }
}
