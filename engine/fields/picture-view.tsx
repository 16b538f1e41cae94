import { Modal } from '@mui/material'
import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { useState } from 'react'
import type { Language } from '../model/model.ts'
import { words } from './words.ts'
import './inputs.css'

interface PictureViewProps {
  readonly links: readonly string[]
  readonly first: number
  readonly language: Language
  onClose(): void
}

/** Pictures at their full size, one after another, above everything else. */
export function PictureView({ links, first, language, onClose }: PictureViewProps) {
  const [at, setAt] = useState(first)
  const turn = (by: number) => setAt(now => (now + by + links.length) % links.length)
  return (
    <Modal open onClose={onClose} style={{ zIndex: 100_000 }} hideBackdrop>
      <div
        className="picture-view"
        role="dialog"
        aria-label={words.view[language]}
        tabIndex={-1}
        onKeyDown={event => {
          if (event.key === 'ArrowLeft') turn(-1)
          if (event.key === 'ArrowRight') turn(1)
        }}
      >
        <img src={links[at]} alt={`${at + 1} / ${links.length}`} />
        <button type="button" className="picture-close" aria-label={words.close[language]} onClick={onClose}>
          <X aria-hidden />
        </button>
        {links.length > 1 && (
          <>
            <button
              type="button"
              className="picture-previous"
              aria-label={words.previous[language]}
              onClick={() => turn(-1)}
            >
              <ChevronLeft aria-hidden />
            </button>
            <button type="button" className="picture-next" aria-label={words.next[language]} onClick={() => turn(1)}>
              <ChevronRight aria-hidden />
            </button>
            <p>
              {at + 1} / {links.length}
            </p>
          </>
        )}
      </div>
    </Modal>
  )
}
