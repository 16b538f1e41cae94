import { FileText, RotateCw, Upload, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Bilingual, Field } from '../model/model.ts'
import { ariaOf } from './aria.ts'
import type { InputProps } from './field-web.ts'
import type { OneOrMany } from './one-or-many.ts'
import { isMany } from './options.ts'
import { extensionsOf, kindsOf, maxFilesOf, nameOfLink, sizeOf } from './upload.ts'
import { hasFailed } from './uploads.ts'
import { useDropped } from './use-dropped.ts'
import { useUploads } from './use-uploads.ts'
import { words } from './words.ts'
import './inputs.css'
import './upload.css'

/** Files by name, and a button that adds more: chosen, dropped or pasted. */
export function FileInput(props: InputProps<OneOrMany>) {
  const { language, disabled } = props
  const { links, running, wrong, add, retry, drop, remove } = useUploads(props)
  const { isOver, zone } = useDropped(add, disabled)
  return (
    <div {...zone} className={isOver ? 'upload-zone is-over relative' : 'upload-zone relative'}>
      <ul className="upload-files grid gap-4 mb-8">
        {links.map(link => (
          <li key={link}>
            <FileText aria-hidden />
            <a className="cell-link accent undecorated underlines" href={link} target="_blank" rel="noreferrer">
              {nameOfLink(link)}
            </a>
            {!disabled && (
              <IconPress label={`${words.remove[language]} ${nameOfLink(link)}`} onPress={() => remove(link)}>
                <X aria-hidden />
              </IconPress>
            )}
          </li>
        ))}
        {running.map(one => (
          <li key={one.placeholder} className={hasFailed(one) ? 'is-failed late' : ''}>
            <Upload aria-hidden />
            <span>{one.file.name}</span>
            {hasFailed(one) ? (
              <>
                <IconPress label={`${words.retry[language]} ${one.file.name}`} onPress={() => retry(one)}>
                  <RotateCw aria-hidden />
                </IconPress>
                <IconPress label={`${words.remove[language]} ${one.file.name}`} onPress={() => drop(one)}>
                  <X aria-hidden />
                </IconPress>
              </>
            ) : (
              <Share name={one.file.name} share={one.share} />
            )}
          </li>
        ))}
      </ul>
      <AddFiles {...props} count={links.length + running.length} className="upload-button" word="addFile" onAdd={add}>
        <Upload aria-hidden /> {words.addFile[language]}
      </AddFiles>
      <UploadNote {...props} wrong={wrong} />
    </div>
  )
}

interface IconPressProps {
  readonly label: string
  readonly className?: string
  readonly children: ReactNode
  onPress(): void
}

/** A button with an icon. */
export const IconPress = ({ label, className = 'icon-press', children, onPress }: IconPressProps) => (
  <button type="button" className={className} aria-label={label} onClick={onPress}>
    {children}
  </button>
)

/** The upload's progress. */
export function Share({ name, share }: { readonly name: string; readonly share: number }) {
  const part = Math.round(share * 100)
  return (
    <span
      className="upload-share absolute clip h-4 round-2 divider-ground"
      role="progressbar"
      aria-label={name}
      aria-valuenow={part}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <i className="h-full block primary-ground" style={{ width: `${part}%` }} />
    </span>
  )
}

interface AddFilesProps extends InputProps<OneOrMany> {
  readonly count: number
  readonly className: string
  readonly word: 'addPicture' | 'takePicture' | 'addFile'
  /** Opens the camera instead of a file dialog. */
  readonly capture?: boolean
  readonly children: ReactNode
  onAdd(files: readonly File[]): void
}

/** The button that opens the file dialog and reports where nothing was chosen. */
export function AddFiles({ count, className, word, capture = false, children, onAdd, ...props }: AddFilesProps) {
  const { id, field, language, disabled, invalid, onBlur } = props
  const chooser = useRef<HTMLInputElement>(null)
  const [isCancelled, setCancelled] = useState(false)
  useEffect(() => {
    const element = chooser.current
    const cancel = () => setCancelled(true)
    // React does not support this event of an input.
    element?.addEventListener('cancel', cancel)
    return () => element?.removeEventListener('cancel', cancel)
  }, [])
  const isFull = isMany(field) && count >= maxFilesOf(field)
  return (
    <>
      <input
        ref={chooser}
        hidden
        type="file"
        multiple={isMany(field) && !capture}
        accept={acceptOf(field)}
        {...(capture && { capture: 'environment' })}
        onChange={event => {
          setCancelled(false)
          onAdd([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <button
        type="button"
        id={id}
        className={invalid ? `${className} is-wrong` : className}
        disabled={disabled || isFull}
        aria-label={`${words[word][language]}: ${field.title[language]}`}
        {...ariaOf(props)}
        onClick={() => {
          setCancelled(false)
          chooser.current?.click()
        }}
        onBlur={() => {
          setCancelled(false)
          onBlur?.()
        }}
      >
        {children}
      </button>
      {isCancelled && (
        <span className="quiet size-13 self-center" role="status">
          {words.uploadCancelled[language]}
        </span>
      )}
    </>
  )
}

/** The file types of the file dialog: any picture, since it is converted to an accepted format. */
const acceptOf = (field: Field): string =>
  field.type === 'image'
    ? 'image/*'
    : extensionsOf(field)
        .map(one => `.${one}`)
        .join(',')

/** The limits of a field, or why it rejected the last files. */
export function UploadNote({
  field,
  language,
  disabled,
  wrong,
}: InputProps<OneOrMany> & { readonly wrong: Bilingual | undefined }) {
  if (wrong) {
    return (
      <p className="size-12 quiet break late mt-4 line-18 pre-line" role="alert">
        {wrong[language]}
      </p>
    )
  }
  if (disabled) return null
  return (
    <p className="size-12 quiet mt-4 line-18">
      {limitsText(field)[language]}
      <span className="upload-drop-hint">{words.dropHint[language]}</span>
    </p>
  )
}

function limitsText(field: Field): Bilingual {
  const { kinds, size, count } = { kinds: kindsOf(field), size: sizeOf(field), count: maxFilesOf(field) }
  const many = isMany(field)
  // The limits of a picture are applied before it is sent.
  if (field.type === 'image') {
    return {
      zh: `支持照片和 JPG、PNG 等图片，自动压缩${many ? `，最多 ${count} 张` : ''}`,
      en: `Photos and pictures such as JPG and PNG, resized automatically${many ? `, at most ${count}` : ''}`,
    }
  }
  return {
    zh: `支持 ${kinds.zh}，不超过 ${size}${many ? `，最多 ${count} 个` : ''}`,
    en: `${kinds.en}, up to ${size}${many ? `, at most ${count}` : ''}`,
  }
}
