import { type MouseEvent, useState } from 'react'
import { listSeparator } from '../../model/list-separator.ts'
import { isNothing, Nothing } from '../cells.tsx'
import type { FieldContext, FieldWeb } from '../field-web.ts'
import { lazyComponent } from '../lazy-component.tsx'
import type { OneOrMany } from '../one-or-many.ts'
import { PendingUpload } from '../pending-upload.tsx'
import { ViewFailed } from '../pictures-shown.tsx'
import { PresenceFilter } from '../presence-filter.tsx'
import { isLink, isPending, nameOfLink, previewOf } from '../upload.ts'
import { FileInput } from '../upload-input.tsx'

export const fileWeb: FieldWeb<OneOrMany> = {
  Cell: FileCell,
  Input: FileInput,
  Filter: PresenceFilter,
}

/** Loaded when the first file is opened. */
const preview = lazyComponent(async () => (await import('../file-preview.tsx')).FilePreview)

function FileCell({ value, sources, language }: FieldContext & { readonly value: OneOrMany }) {
  const [shown, setShown] = useState<string>()
  if (isNothing(value)) return <Nothing />
  const show = (event: MouseEvent, link: string) => {
    if (previewOf(link) === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    setShown(link)
  }
  const close = () => setShown(undefined)
  return (
    <span className="cell-clip block">
      {[value].flat().map((link, at) => (
        <span key={link}>
          {at > 0 && listSeparator(language)}
          {isPending(link) ? (
            <PendingUpload placeholder={link} sources={sources} language={language} />
          ) : isLink(link) ? (
            <a
              className="cell-link accent undecorated underlines"
              href={link}
              target="_blank"
              rel="noreferrer"
              onClick={event => show(event, link)}
            >
              {nameOfLink(link)}
            </a>
          ) : (
            link
          )}
        </span>
      ))}
      {shown !== undefined && (
        <preview.Part
          link={shown}
          language={language}
          onClose={close}
          waiting={(hasFailed, again) =>
            hasFailed && <ViewFailed language={language} onRetry={again} onClose={close} />
          }
        />
      )}
    </span>
  )
}
