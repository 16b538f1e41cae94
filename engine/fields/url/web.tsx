import { isNothing, Nothing, WordsCell } from '../cells.tsx'
import type { FieldWeb } from '../field-web.ts'
import { formattedTextWeb } from '../formatted-text-web.tsx'
import { isWebAddress, url } from './field.ts'

export const urlWeb: FieldWeb<string> = { ...formattedTextWeb(url), Cell: UrlCell }

function UrlCell({ value }: { readonly value: string }) {
  if (isNothing(value)) return <Nothing />
  // A row may be older than the check: other texts never become links.
  if (!isWebAddress(value)) return <WordsCell value={value} />
  return (
    <a
      className="cell-link cell-clip block accent undecorated underlines"
      href={value}
      title={value}
      target="_blank"
      rel="noreferrer"
    >
      {value.replace(/^https?:\/\//, '')}
    </a>
  )
}
