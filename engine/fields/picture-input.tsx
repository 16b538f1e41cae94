import { Camera, ChevronLeft, ChevronRight, ImageOff, Plus, RotateCw, X } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import type { InputProps } from './field-web.ts'
import type { OneOrMany } from './one-or-many.ts'
import { isMany } from './options.ts'
import { PicturesShown } from './pictures-shown.tsx'
import { AddFiles, IconPress, Share, UploadNote } from './upload-input.tsx'
import { hasFailed, type Running } from './uploads.ts'
import { useDropped } from './use-dropped.ts'
import { type FieldUploads, useUploads } from './use-uploads.ts'
import { words } from './words.ts'
import './upload.css'

/**
 * Pictures as tiles, and a tile that adds more: chosen, dropped or pasted. Several are ordered by dragging, by the
 * arrow keys with Alt, or by the buttons of a tile.
 */
export function PictureInput(props: InputProps<OneOrMany>) {
  const { language, disabled } = props
  const uploads = useUploads(props)
  const { links, running, add } = uploads
  const [viewed, setViewed] = useState<number>()
  const { isOver, zone } = useDropped(add, disabled)
  return (
    <div {...zone} className={isOver ? 'upload-zone is-over relative' : 'upload-zone relative'}>
      <div className="flex wrap gap-8">
        {links.map((link, at) => (
          <Tile key={link} {...props} uploads={uploads} link={link} at={at} onView={() => setViewed(at)} />
        ))}
        {running.map(one => (
          <Arriving key={one.placeholder} one={one} uploads={uploads} language={language} />
        ))}
        <AddFiles {...props} count={links.length + running.length} className="upload-add" word="addPicture" onAdd={add}>
          <Plus aria-hidden />
        </AddFiles>
        <AddFiles
          {...props}
          id={`${props.id}-camera`}
          count={links.length + running.length}
          className="upload-add upload-camera"
          word="takePicture"
          capture
          onAdd={add}
        >
          <Camera aria-hidden />
        </AddFiles>
      </div>
      <UploadNote {...props} wrong={uploads.wrong} />
      <PicturesShown links={links} at={viewed} language={language} onClose={() => setViewed(undefined)} />
    </div>
  )
}

interface TileProps extends InputProps<OneOrMany> {
  readonly uploads: FieldUploads
  readonly link: string
  readonly at: number
  onView(): void
}

/** The data type of a dragged tile, which other dragged things do not have. */
const dragged = 'application/x-tile'

function Tile({ uploads, link, at, field, language, disabled, id, onView }: TileProps) {
  const { links, move, remove } = uploads
  const [isTarget, setTarget] = useState(false)
  const isMovable = isMany(field) && links.length > 1 && !disabled
  // Only tiles of this field; the data type of a dragged thing can be read before it is dropped.
  const kind = `${dragged};${id.toLowerCase()}`
  const isOurs = (event: DragEvent) => event.dataTransfer.types.includes(kind)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys do the same on the button within
    <div
      className={
        isTarget
          ? 'upload-tile is-target centered fixed quiet sunken relative clip round-6 square-72'
          : 'upload-tile centered fixed quiet sunken relative clip round-6 square-72'
      }
      draggable={isMovable}
      onDragStart={event => {
        event.dataTransfer.setData(kind, String(at))
        event.dataTransfer.effectAllowed = 'move'
      }}
      onDragOver={event => {
        if (!isOurs(event)) return
        event.preventDefault()
        setTarget(true)
      }}
      onDragLeave={() => setTarget(false)}
      onDrop={event => {
        setTarget(false)
        if (!isOurs(event)) return
        event.preventDefault()
        event.stopPropagation()
        move(Number(event.dataTransfer.getData(kind)), at)
      }}
    >
      <button
        type="button"
        className="upload-view"
        aria-label={`${words.view[language]} ${at + 1}`}
        {...(isMovable && { 'aria-keyshortcuts': 'Alt+ArrowLeft Alt+ArrowRight' })}
        onClick={onView}
        onKeyDown={event => {
          const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0
          if (by === 0 || !event.altKey || !isMovable) return
          event.preventDefault()
          move(at, at + by)
        }}
      >
        <Thumbnail link={link} />
      </button>
      {isMovable && (
        <span className="upload-order flex spread absolute opacity-0">
          <button
            type="button"
            tabIndex={-1}
            disabled={at === 0}
            aria-label={`${words.earlier[language]} ${at + 1}`}
            onClick={() => move(at, at - 1)}
          >
            <ChevronLeft aria-hidden />
          </button>
          <button
            type="button"
            tabIndex={-1}
            disabled={at === links.length - 1}
            aria-label={`${words.later[language]} ${at + 1}`}
            onClick={() => move(at, at + 1)}
          >
            <ChevronRight aria-hidden />
          </button>
        </span>
      )}
      {!disabled && (
        <IconPress className="upload-remove" label={`${words.remove[language]} ${at + 1}`} onPress={() => remove(link)}>
          <X aria-hidden />
        </IconPress>
      )}
    </div>
  )
}

interface ArrivingProps extends Pick<InputProps<OneOrMany>, 'language'> {
  readonly one: Running
  readonly uploads: FieldUploads
}

/** A pending upload of a picture; a failed one can be retried. */
function Arriving({ one, uploads, language }: ArrivingProps) {
  return (
    <div
      className={
        hasFailed(one)
          ? 'upload-tile is-failed centered fixed quiet sunken relative clip round-6 square-72'
          : 'upload-tile is-arriving centered fixed quiet sunken relative clip round-6 square-72'
      }
      title={one.file.name}
    >
      {one.preview && <img src={one.preview} alt="" />}
      {hasFailed(one) ? (
        <>
          <IconPress
            className="upload-retry"
            label={`${words.retry[language]} ${one.file.name}`}
            onPress={() => uploads.retry(one)}
          >
            <RotateCw aria-hidden />
            {words.retry[language]}
          </IconPress>
          <IconPress
            className="upload-remove"
            label={`${words.remove[language]} ${one.file.name}`}
            onPress={() => uploads.drop(one)}
          >
            <X aria-hidden />
          </IconPress>
        </>
      ) : (
        <Share name={one.file.name} share={one.share} />
      )}
    </div>
  )
}

/** A thumbnail in a tile, or an icon where the browser cannot draw the picture. */
export function Thumbnail({ link }: { readonly link: string }) {
  const [isLost, setLost] = useState(false)
  return isLost ? (
    <ImageOff aria-hidden />
  ) : (
    <img src={link} alt="" loading="lazy" draggable={false} onError={() => setLost(true)} />
  )
}
