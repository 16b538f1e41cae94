import { isNothing, Nothing } from '../cells.tsx'
import type { FieldWeb } from '../field-web.ts'
import type { OneOrMany } from '../listed.ts'
import { PresenceFilter } from '../presence-filter.tsx'
import { isLink, nameOfLink } from '../upload.ts'
import { FileInput } from '../upload-input.tsx'

export const fileWeb: FieldWeb<OneOrMany> = {
  Cell: FileCell,
  Input: FileInput,
  Filter: PresenceFilter,
}

function FileCell({ value }: { readonly value: OneOrMany }) {
  if (isNothing(value)) return <Nothing />
  return (
    <span className="cell-clip">
      {[value].flat().map((link, at) => (
        <span key={link}>
          {at > 0 && '、'}
          {isLink(link) ? (
            <a className="cell-link" href={link} target="_blank" rel="noreferrer">
              {nameOfLink(link)}
            </a>
          ) : (
            link
          )}
        </span>
      ))}
    </span>
  )
}
