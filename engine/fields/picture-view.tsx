import { Modal } from '@mui/material'
import { ChevronLeft, ChevronRight, ExternalLink, ImageOff, RotateCw, X, ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useState } from 'react'
import type { Language } from '../model/model.ts'
import { transformOf, turned, wholePicture, zoomed } from './picture-zoom.ts'
import { useGestures } from './use-gestures.ts'
import { words } from './words.ts'
import './picture-view.css'

interface PictureViewProps {
  readonly links: readonly string[]
  readonly first: number
  readonly language: Language
  onClose(): void
}

const step = 1.5

/**
 * Pictures at full size, one at a time, above everything else. Zoomed by the wheel, by pinching, by a double click or
 * by + and -; moved by dragging; rotated by R; closed by Escape.
 */
export function PictureView({ links, first, language, onClose }: PictureViewProps) {
  const [at, setAt] = useState(first)
  const [view, setView] = useState(wholePicture)
  const [isLost, setLost] = useState(false)
  const link = links[at]
  const show = (index: number) => {
    setAt((index + links.length) % links.length)
    setView(wholePicture)
    setLost(false)
  }
  const { frame, hands } = useGestures(view, setView, by => links.length > 1 && show(at + by))
  const press = (event: KeyboardEvent) => {
    // Keys do not reach the page below; Escape and Tab are the dialog's own.
    if (event.key === 'Escape' || event.key === 'Tab') return
    event.stopPropagation()
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'ArrowLeft') show(at - 1)
    else if (event.key === 'ArrowRight') show(at + 1)
    else if (event.key === 'Home') show(0)
    else if (event.key === 'End') show(links.length - 1)
    else if (event.key === '+' || event.key === '=') setView(zoomed(view, step))
    else if (event.key === '-') setView(zoomed(view, 1 / step))
    else if (event.key === '0') setView(wholePicture)
    else if (event.key === 'r') setView(turned(view))
    else return
    event.preventDefault()
  }
  return (
    <Modal
      open
      onClose={onClose}
      style={{ zIndex: 100_000 }}
      hideBackdrop
      // Clicks do not reach the row or tile that opened it.
      onClick={stop}
      onDoubleClick={stop}
      onPointerDown={stop}
      onMouseDown={stop}
      onPaste={stop}
    >
      <div
        className="picture-view at-0 white fixed-place z-100000 no-outline"
        role="dialog"
        aria-modal
        aria-label={words.view[language]}
        tabIndex={-1}
        onKeyDown={press}
      >
        <div
          ref={frame}
          className={
            view.scale > 1
              ? 'picture-frame centered is-enlarged absolute clip at-0 no-touch p-64 no-select py-72-phone px-0-phone zooms-in'
              : 'picture-frame centered absolute clip at-0 no-touch p-64 no-select py-72-phone px-0-phone zooms-in'
          }
          {...hands}
        >
          {isLost ? (
            <p className="picture-lost grid gap-12 size-14 justify-items-center" role="alert">
              <ImageOff aria-hidden />
              {words.lost[language]}
            </p>
          ) : (
            <img
              className="max-full"
              key={link}
              src={link}
              alt={`${at + 1} / ${links.length}`}
              draggable={false}
              style={{ transform: transformOf(view) }}
              onError={() => setLost(true)}
            />
          )}
        </div>
        <div className="picture-tools row center-x bottom-16 left-half round-22">
          <Tool word="zoomOut" language={language} onClick={() => setView(zoomed(view, 1 / step))}>
            <ZoomOut aria-hidden />
          </Tool>
          <output className="size-13 num text-center w-48" aria-label={words.zoom[language]}>
            {Math.round(view.scale * 100)}%
          </output>
          <Tool word="zoomIn" language={language} onClick={() => setView(zoomed(view, step))}>
            <ZoomIn aria-hidden />
          </Tool>
          <Tool word="turn" language={language} onClick={() => setView(turned(view))}>
            <RotateCw aria-hidden />
          </Tool>
          <a
            href={link}
            target="_blank"
            rel="noreferrer"
            aria-label={words.original[language]}
            title={words.original[language]}
          >
            <ExternalLink aria-hidden />
          </a>
        </div>
        <Tool word="close" language={language} className="picture-close" onClick={onClose}>
          <X aria-hidden />
        </Tool>
        {links.length > 1 && (
          <>
            <Tool word="previous" language={language} className="picture-previous" onClick={() => show(at - 1)}>
              <ChevronLeft aria-hidden />
            </Tool>
            <Tool word="next" language={language} className="picture-next" onClick={() => show(at + 1)}>
              <ChevronRight aria-hidden />
            </Tool>
            <p className="picture-count size-13 num center-x top-26 left-half py-2 px-12 round-12" role="status">
              {at + 1} / {links.length}
            </p>
          </>
        )}
      </div>
    </Modal>
  )
}

const stop = (event: SyntheticEvent) => event.stopPropagation()

interface ToolProps {
  readonly word: 'zoomIn' | 'zoomOut' | 'turn' | 'previous' | 'next' | 'close'
  readonly language: Language
  readonly className?: string
  readonly children: ReactNode
  onClick(): void
}

function Tool({ word, language, className, children, onClick }: ToolProps) {
  const label = word === 'close' ? words.closeView[language] : words[word][language]
  return (
    <button type="button" className={className} aria-label={label} title={label} onClick={onClick}>
      {children}
    </button>
  )
}
