import { Button } from '@mui/material'
import type { SyntheticEvent } from 'react'
import type { Language } from '../model/model.ts'
import { late } from './late.tsx'
import { words } from './words.ts'

/** Fetched when the first picture is looked at. */
const pictureView = late(async () => (await import('./picture-view.tsx')).PictureView)

interface PicturesShownProps {
  readonly links: readonly string[]
  /** Which of them is looked at; none, and nothing is shown. */
  readonly at: number | undefined
  readonly language: Language
  onClose(): void
}

/** Pictures looked at one by one, from wherever they stand. */
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

/** What whoever wanted to see a picture is told when the line brought no viewer: the browser's own dialog, which is there. */
function ViewFailed({ language, onRetry, onClose }: ViewFailedProps) {
  return (
    // The row that it was opened from hears of nothing that happens here.
    <dialog
      ref={dialog => {
        if (dialog && !dialog.open) dialog.showModal()
      }}
      className="view-failed"
      aria-label={words.view[language]}
      onClose={onClose}
      onClick={stop}
      onDoubleClick={stop}
      onKeyDown={stop}
    >
      <p role="alert">{words.viewFailed[language]}</p>
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
