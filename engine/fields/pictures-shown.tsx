import { Button } from '@mui/material'
import type { SyntheticEvent } from 'react'
import type { Language } from '../model/model.ts'
import { lazyComponent } from './lazy-component.tsx'
import { words } from './words.ts'

/** Loaded when the first picture is opened. */
const pictureView = lazyComponent(async () => (await import('./picture-view.tsx')).PictureView)

interface PicturesShownProps {
  readonly links: readonly string[]
  /** The index of the open picture; undefined shows nothing. */
  readonly at: number | undefined
  readonly language: Language
  onClose(): void
}

/** A viewer for pictures, opened from any cell, tile or detail. */
export function PicturesShown({ links, at, language, onClose }: PicturesShownProps) {
  if (at === undefined) return null
  return (
    <pictureView.Part
      links={links}
      first={at}
      language={language}
      onClose={onClose}
      waiting={(hasFailed, again) => hasFailed && <ViewFailed language={language} onRetry={again} onClose={onClose} />}
    />
  )
}

interface ViewFailedProps {
  readonly language: Language
  onRetry(): void
  onClose(): void
}

/** The message where the viewer's code failed to load: in the browser's own dialog, which needs no code. */
export function ViewFailed({ language, onRetry, onClose }: ViewFailedProps) {
  return (
    // Clicks do not reach the row that opened it.
    <dialog
      ref={dialog => {
        if (dialog && !dialog.open) dialog.showModal()
      }}
      className="view-failed boxed size-14 p-24 inherit max-w-360 round-14 text-right text-wrap no-press"
      aria-label={words.view[language]}
      onClose={onClose}
      onClick={stop}
      onDoubleClick={stop}
      onKeyDown={stop}
    >
      <p className="mb-20 text-left" role="alert">
        {words.viewFailed[language]}
      </p>
      <Button variant="outlined" color="inherit" onClick={onClose}>
        {words.closeView[language]}
      </Button>
      <Button variant="contained" onClick={onRetry}>
        {words.retry[language]}
      </Button>
    </dialog>
  )
}

const stop = (event: SyntheticEvent) => event.stopPropagation()
