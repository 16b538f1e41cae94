import { lazy, Suspense } from 'react'
import type { Language } from '../model/model.ts'

// Fetched when the first picture is looked at.
const PictureView = lazy(() => import('./picture-view.tsx').then(found => ({ default: found.PictureView })))

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
    <Suspense>
      <PictureView links={links} first={at} language={language} onClose={onClose} />
    </Suspense>
  )
}
