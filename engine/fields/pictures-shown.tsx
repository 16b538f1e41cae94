import type { Language } from '../model/model.ts'
import { late } from './late.tsx'

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
  return <pictureView.Part links={links} first={at} language={language} waiting={nothing} onClose={onClose} />
}

const nothing = () => null
