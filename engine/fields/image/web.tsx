import { useState } from 'react'
import { isNothing, Nothing } from '../cells.tsx'
import type { FieldContext, FieldWeb } from '../field-web.ts'
import type { OneOrMany } from '../one-or-many.ts'
import { PendingUpload } from '../pending-upload.tsx'
import { PictureInput, Thumbnail } from '../picture-input.tsx'
import { PicturesShown } from '../pictures-shown.tsx'
import { PresenceFilter } from '../presence-filter.tsx'
import { isPending } from '../upload.ts'
import { words } from '../words.ts'

export const imageWeb: FieldWeb<OneOrMany> = {
  Cell: props => <Pictures {...props} most={2} />,
  Whole: props => <Pictures {...props} className="cell-pictures" />,
  Input: PictureInput,
  Filter: PresenceFilter,
  width: 120,
}

interface PicturesProps extends FieldContext {
  readonly value: OneOrMany
  /** The number of pictures drawn; the rest becomes a count. */
  readonly most?: number
  readonly className?: string
}

function Pictures({ value, language, sources, most = 50, className = 'cell-thumbs' }: PicturesProps) {
  const [viewed, setViewed] = useState<number>()
  if (isNothing(value)) return <Nothing />
  const all = [value].flat()
  const links = all.filter(link => !isPending(link))
  const shown = links.slice(0, most)
  return (
    <span className={className}>
      {shown.map((link, at) => (
        <button
          key={link}
          type="button"
          className="cell-thumb square-28 quiet sunken clip round-4 inline-grid place-center zooms-in"
          aria-label={`${words.view[language]} ${at + 1}`}
          onClick={event => {
            event.stopPropagation()
            setViewed(at)
          }}
        >
          <Thumbnail link={link} />
        </button>
      ))}
      {links.length > shown.length && <span className="quiet">+{links.length - shown.length}</span>}
      {all.filter(isPending).map(place => (
        <PendingUpload key={place} placeholder={place} sources={sources} language={language} />
      ))}
      <PicturesShown links={links} at={viewed} language={language} onClose={() => setViewed(undefined)} />
    </span>
  )
}
