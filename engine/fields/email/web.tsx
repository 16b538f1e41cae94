import { isNothing, Nothing } from '../cells.tsx'
import type { FieldWeb } from '../field-web.ts'
import { formattedTextWeb } from '../formatted-text-web.tsx'
import { email } from './field.ts'

export const emailWeb: FieldWeb<string> = {
  ...formattedTextWeb(email),
  Cell: ({ value }) =>
    isNothing(value) ? (
      <Nothing />
    ) : (
      <a
        className="cell-link cell-clip block accent undecorated underlines"
        href={`mailto:${encodeURIComponent(value).replaceAll('%40', '@')}`}
        title={value}
      >
        {value}
      </a>
    ),
}
