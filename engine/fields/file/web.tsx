import { listSeparator } from '../../model/list-separator.ts'
import { isNothing, Nothing } from '../cells.tsx'
import type { FieldContext, FieldWeb } from '../field-web.ts'
import type { OneOrMany } from '../one-or-many.ts'
import { PendingUpload } from '../pending-upload.tsx'
import { PresenceFilter } from '../presence-filter.tsx'
import { isLink, isPending, nameOfLink } from '../upload.ts'
import { FileInput } from '../upload-input.tsx'

export const fileWeb: FieldWeb<OneOrMany> = {
  Cell: FileCell,
  Input: FileInput,
  Filter: PresenceFilter,
}

function FileCell({ value, sources, language }: FieldContext & { readonly value: OneOrMany }) {
  if (isNothing(value)) return <Nothing />
  return (
    <span className="cell-clip block">
      {[value].flat().map((link, at) => (
        <span key={link}>
          {at > 0 && listSeparator(language)}
          {isPending(link) ? (
            <PendingUpload placeholder={link} sources={sources} language={language} />
          ) : isLink(link) ? (
            <a className="cell-link accent undecorated" href={link} target="_blank" rel="noreferrer">
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
