import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import { Download, X } from 'lucide-react'
import type { SyntheticEvent } from 'react'
import type { Language } from '../model/model.ts'
import { nameOfLink, previewOf } from './upload.ts'
import { words } from './words.ts'
import './file-preview.css'

interface FilePreviewProps {
  readonly link: string
  readonly language: Language
  onClose(): void
}

/** A file as the browser shows or plays it, with a link that saves it. */
export function FilePreview({ link, language, onClose }: FilePreviewProps) {
  const name = nameOfLink(link)
  return (
    // Clicks and keys do not reach the row that opened it.
    <Dialog
      open
      maxWidth={false}
      aria-labelledby="file-preview-name"
      slotProps={{ paper: { className: 'file-preview' } }}
      onClose={onClose}
      onClick={stop}
      onDoubleClick={stop}
      onKeyDown={stop}
    >
      <DialogTitle id="file-preview-name" className="row gap-8">
        <span className="ellipsis clip flex-1">{name}</span>
        <Button size="small" startIcon={<Download />} href={link} download={name}>
          {words.saveFile[language]}
        </Button>
        <IconButton aria-label={words.closeView[language]} onClick={onClose}>
          <X size={16} />
        </IconButton>
      </DialogTitle>
      <DialogContent className="centered">{contentOf(link, name)}</DialogContent>
    </Dialog>
  )
}

function contentOf(link: string, name: string) {
  switch (previewOf(link)) {
    case 'picture':
      return <img src={link} alt={name} />
    case 'sound':
      // biome-ignore lint/a11y/useMediaCaption: uploads have no captions
      return <audio src={link} controls autoPlay />
    case 'film':
      // biome-ignore lint/a11y/useMediaCaption: uploads have no captions
      return <video src={link} controls autoPlay playsInline />
    default:
      // A viewer of PDF files takes the focus, and with it the Escape key.
      return (
        <iframe
          src={link}
          title={name}
          onLoad={({ currentTarget }) => currentTarget.closest<HTMLElement>('[role="dialog"]')?.focus()}
        />
      )
  }
}

const stop = (event: SyntheticEvent) => event.stopPropagation()
