import { useState } from 'react'
import { isNothing, Nothing } from '../cells.tsx'
import type { FieldContext, FieldWeb } from '../field-web.ts'
import type { OneOrMany } from '../listed.ts'
import { PictureInput, Thumbnail } from '../picture-input.tsx'
import { PictureView } from '../picture-view.tsx'
import { PresenceFilter } from '../presence-filter.tsx'
import { words } from '../words.ts'

export const imageWeb: FieldWeb<OneOrMany> = {
  Cell: ImageCell,
  Input: PictureInput,
  Filter: PresenceFilter,
  width: 120,
}

function ImageCell({ value, language }: FieldContext & { readonly value: OneOrMany }) {
  const [viewed, setViewed] = useState<number>()
  if (isNothing(value)) return <Nothing />
  const links = [value].flat()
  const shown = links.slice(0, 2)
  return (
    <span className="cell-thumbs">
      {shown.map((link, at) => (
        <button
          key={link}
          type="button"
          className="cell-thumb"
          aria-label={`${words.view[language]} ${at + 1}`}
          onClick={event => {
            event.stopPropagation()
            setViewed(at)
          }}
        >
          <Thumbnail link={link} />
        </button>
      ))}
      {links.length > shown.length && <span className="cell-nothing">+{links.length - shown.length}</span>}
      {viewed !== undefined && (
        <PictureView links={links} first={viewed} language={language} onClose={() => setViewed(undefined)} />
      )}
    </span>
  )
}
