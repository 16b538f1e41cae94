import { isNothing, Nothing } from '../cells.tsx'
import type { FieldWeb } from '../field-web.ts'
import { TextFilter, TextInput } from '../text-input.tsx'

export const emailWeb: FieldWeb<string> = {
  Cell: ({ value }) =>
    isNothing(value) ? (
      <Nothing />
    ) : (
      <a
        className="cell-link cell-clip"
        href={`mailto:${encodeURIComponent(value).replaceAll('%40', '@')}`}
        title={value}
      >
        {value}
      </a>
    ),
  Input: props => <TextInput {...props} inputMode="email" />,
  Filter: TextFilter,
}
