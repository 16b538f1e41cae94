import { FileText, ImageOff, Plus, Upload, X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Bilingual, Field } from '../model/model.ts'
import { ariaOf } from './aria.ts'
import { fault, sayFault } from './fault.ts'
import type { InputProps } from './field-web.ts'
import type { OneOrMany } from './listed.ts'
import { isMany } from './options.ts'
import { PictureView } from './picture-view.tsx'
import { countOf, extensionsOf, nameOfLink, sizeOf, uploadFault } from './upload.ts'
import { words } from './words.ts'
import './inputs.css'

/** A file on its way to the server. */
interface Running {
  readonly key: number
  readonly name: string
  readonly share: number
}

/** Files on their way, and what stopped the last ones; the links of those that arrive join the value. */
function useUploads({ field, value, sources, onChange }: InputProps<OneOrMany>) {
  const [running, setRunning] = useState<readonly Running[]>([])
  const [wrong, setWrong] = useState<Bilingual>()
  const links = useRef<readonly string[]>([])
  links.current = [value ?? []].flat()
  const counter = useRef(0)
  const put = (next: readonly string[]) => {
    links.current = next
    onChange(next.length === 0 ? null : isMany(field) ? next : String(next[0]))
  }
  const send = (file: File) => {
    const key = counter.current++
    setRunning(before => [...before, { key, name: file.name, share: 0 }])
    const onProgress = (share: number) =>
      setRunning(before => before.map(one => (one.key === key ? { ...one, share } : one)))
    return sources
      .upload(file, onProgress)
      .then(
        ({ link }) => put(isMany(field) ? [...links.current, link] : [link]),
        error => setWrong(saidBy(error, field)),
      )
      .finally(() => setRunning(before => before.filter(one => one.key !== key)))
  }
  const add = (files: readonly File[]) => {
    const held = isMany(field) ? links.current.length + running.length : 0
    const found = uploadFault(files, field, held)
    setWrong(found && sayFault(found, field.title))
    if (!found) for (const file of files) void send(file)
  }
  return {
    links: links.current,
    running,
    wrong,
    add,
    remove: (link: string) => put(links.current.filter(one => one !== link)),
  }
}

/** Pictures as thumbnails, and a tile that adds more. */
export function PictureInput(props: InputProps<OneOrMany>) {
  const { language, disabled } = props
  const { links, running, wrong, add, remove } = useUploads(props)
  const [viewed, setViewed] = useState<number>()
  return (
    <div>
      <div className="upload-tiles">
        {links.map((link, at) => (
          <div key={link} className="upload-tile">
            <button
              type="button"
              className="upload-view"
              aria-label={`${words.view[language]} ${at + 1}`}
              onClick={() => setViewed(at)}
            >
              <Thumbnail link={link} />
            </button>
            {!disabled && (
              <button
                type="button"
                className="upload-remove"
                aria-label={`${words.remove[language]} ${at + 1}`}
                onClick={() => remove(link)}
              >
                <X aria-hidden />
              </button>
            )}
          </div>
        ))}
        {running.map(one => (
          <div key={one.key} className="upload-tile" title={one.name}>
            <Upload aria-hidden />
            <Share {...one} />
          </div>
        ))}
        <Add {...props} held={links.length + running.length} className="upload-add" word="addPicture" onAdd={add}>
          <Plus aria-hidden />
        </Add>
      </div>
      <Note {...props} wrong={wrong} />
      {viewed !== undefined && (
        <PictureView links={links} first={viewed} language={language} onClose={() => setViewed(undefined)} />
      )}
    </div>
  )
}

/** Files by name, and a button that adds more. */
export function FileInput(props: InputProps<OneOrMany>) {
  const { language, disabled } = props
  const { links, running, wrong, add, remove } = useUploads(props)
  return (
    <div>
      <ul className="upload-files">
        {links.map(link => (
          <li key={link}>
            <FileText aria-hidden />
            <a className="cell-link" href={link} target="_blank" rel="noreferrer">
              {nameOfLink(link)}
            </a>
            {!disabled && (
              <button
                type="button"
                className="upload-drop"
                aria-label={`${words.remove[language]} ${nameOfLink(link)}`}
                onClick={() => remove(link)}
              >
                <X aria-hidden />
              </button>
            )}
          </li>
        ))}
        {running.map(one => (
          <li key={one.key}>
            <Upload aria-hidden />
            <span>{one.name}</span>
            <Share {...one} />
          </li>
        ))}
      </ul>
      <Add {...props} held={links.length + running.length} className="upload-button" word="addFile" onAdd={add}>
        <Upload aria-hidden /> {words.addFile[language]}
      </Add>
      <Note {...props} wrong={wrong} />
    </div>
  )
}

/** A picture at the size of a tile, or a sign where a browser cannot draw it. */
export function Thumbnail({ link }: { readonly link: string }) {
  const [isLost, setLost] = useState(false)
  return isLost ? <ImageOff aria-hidden /> : <img src={link} alt="" loading="lazy" onError={() => setLost(true)} />
}

function Share({ name, share }: Running) {
  const whole = Math.round(share * 100)
  return (
    <span
      className="upload-share"
      role="progressbar"
      aria-label={name}
      aria-valuenow={whole}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <i style={{ width: `${whole}%` }} />
    </span>
  )
}

interface AddProps extends InputProps<OneOrMany> {
  readonly held: number
  readonly className: string
  readonly word: 'addPicture' | 'addFile'
  readonly children: React.ReactNode
  onAdd(files: readonly File[]): void
}

function Add({ held, className, word, children, onAdd, ...props }: AddProps) {
  const { id, field, language, disabled, invalid, onBlur } = props
  const chooser = useRef<HTMLInputElement>(null)
  const isFull = isMany(field) && held >= countOf(field)
  return (
    <>
      <input
        ref={chooser}
        hidden
        type="file"
        multiple={isMany(field)}
        accept={extensionsOf(field)
          .map(one => `.${one}`)
          .join(',')}
        onChange={event => {
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
        onClick={() => chooser.current?.click()}
        onBlur={onBlur}
        onDragOver={event => event.preventDefault()}
        onDrop={event => {
          event.preventDefault()
          onAdd([...event.dataTransfer.files])
        }}
      >
        {children}
      </button>
    </>
  )
}

function Note({ field, language, wrong }: InputProps<OneOrMany> & { readonly wrong: Bilingual | undefined }) {
  if (wrong) {
    return (
      <p className="upload-fault" role="alert">
        {wrong[language]}
      </p>
    )
  }
  return <p className="upload-hint">{limitsText(field)[language]}</p>
}

function limitsText(field: Field): Bilingual {
  const { kinds, size, count } = { kinds: extensionsOf(field).join(', '), size: sizeOf(field), count: countOf(field) }
  const many = isMany(field)
  return {
    zh: `${kinds}，不超过 ${size}${many ? `，最多 ${count} 个` : ''}`,
    en: `${kinds}, up to ${size}${many ? `, at most ${count}` : ''}`,
  }
}

const saidBy = (error: unknown, field: Field): Bilingual => {
  const said = error instanceof Error ? error.message : ''
  return said === '' ? sayFault(fault('upload.failed'), field.title) : { zh: said, en: said }
}
