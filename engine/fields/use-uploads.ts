import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Bilingual, Field } from '../model/model.ts'
import { fault, faultMessage } from './fault.ts'
import type { Fault } from './field-type.ts'
import type { InputProps } from './field-web.ts'
import type { OneOrMany } from './one-or-many.ts'
import { isMany } from './options.ts'
import { PictureFault } from './picture-fault.ts'
import { countFault, emptyFault, fileFault, isPending } from './upload.ts'
import { hasFailed, type Running, type SendFile } from './uploads.ts'

let pictures: Promise<typeof import('./prepared-picture.ts')> | undefined

/** Loads the code that scales pictures; one promise for all, so that several are processed in their order. */
function loadPictures() {
  pictures ??= import('./prepared-picture.ts').catch(error => {
    pictures = undefined
    throw error
  })
  return pictures
}

/** The files of one field: stored, pending, and the faults of the last ones. */
export interface FieldUploads {
  readonly links: readonly string[]
  readonly running: readonly Running[]
  readonly wrong: Bilingual | undefined
  add(files: readonly File[]): void
  retry(one: Running): void
  drop(one: Running): void
  remove(link: string): void
  /** Moves a file to another index. */
  move(from: number, to: number): void
}

/** Uploads files as they are added; the owner of the value replaces the placeholders. */
export function useUploads({ field, value, sources, disabled, onChange }: InputProps<OneOrMany>): FieldUploads {
  const { uploads } = sources
  const [wrong, setWrong] = useState<Bilingual>()
  const all = useSyncExternalStore(uploads.watch, uploads.running, uploads.running)
  const current = useRef<readonly string[]>([])
  current.current = [value ?? []].flat()
  // Pictures are decoded one after the other: the faults of earlier ones stay until more are added.
  const [refusals, setRefusals] = useState<readonly Refusal[]>([])
  const begin = (found?: Bilingual) => {
    setWrong(found)
    setRefusals([])
  }
  const put = (next: readonly string[]) => {
    current.current = next
    onChange(next.length === 0 ? null : isMany(field) ? next : String(next[0]))
  }
  // A picture has its placeholder before it is scaled, so that no record is saved without it.
  const send: SendFile =
    field.type === 'image'
      ? async (file, onProgress) => {
          const { preparedPicture } = await loadPictures()
          return sources.upload(await preparedPicture(file, field, sources.stamp()), onProgress)
        }
      : sources.upload
  const start = (files: readonly File[]) => {
    if (isMany(field)) return put([...current.current, ...files.map(file => uploads.start(file, send))])
    const [before] = links
    for (const placeholder of pending) uploads.forget(placeholder)
    put(files.map(file => uploads.start(file, send, before)))
  }

  // Placeholders of a draft or an earlier input may have arrived, or never will.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the initial value
  useEffect(() => {
    const settled = uploads.settled(current.current)
    if (settled !== current.current) put(settled)
  }, [])

  const links = current.current.filter(link => !isPending(link))
  const pending = current.current.filter(isPending)
  const running = all.filter(({ placeholder }) => pending.includes(placeholder))
  const failed = running.find(hasFailed)
  const drop = ({ placeholder, before }: Running) => {
    put(current.current.flatMap(link => (link === placeholder ? (before ?? []) : link)))
    uploads.forget(placeholder)
  }
  const refused = running.filter(({ error }) => error instanceof PictureFault)
  // A retry would fail in the same way: the file is removed and its fault shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: depends only on which files were rejected
  useEffect(() => {
    if (refused.length === 0) return
    for (const one of refused) drop(one)
    const found = refused.flatMap(({ file, error }) =>
      error instanceof PictureFault ? [{ name: file.name, fault: error.fault }] : [],
    )
    setRefusals(before => [...before, ...found])
  }, [refused.map(({ placeholder }) => placeholder).join()])
  return {
    links,
    running,
    wrong: refusalMessage(refusals, field) ?? wrong ?? (failed && errorMessage(failed.error, field.title)),
    add(files) {
      if (disabled || files.length === 0) return
      const found = countFault(files.length, field, isMany(field) ? current.current.length : 0)
      begin(found && faultMessage(found, field.title))
      if (found) return
      // A picture's faults are found when it is decoded: its format and size may be converted.
      const faultOf = (file: File) => (field.type === 'image' ? emptyFault(file) : fileFault(file, field))
      setRefusals(
        files.flatMap((file): Refusal[] => {
          const fault = faultOf(file)
          // Each of several is named, since the others were accepted.
          return fault ? [{ fault, ...(files.length > 1 && { name: file.name }) }] : []
        }),
      )
      const good = files.filter(file => faultOf(file) === undefined)
      if (good.length > 0) start(good)
    },
    retry({ placeholder }) {
      begin()
      uploads.retry(placeholder)
    },
    drop(one) {
      begin()
      drop(one)
    },
    remove: link => put(current.current.filter(one => one !== link)),
    move(from, to) {
      const link = links[from]
      if (link === undefined || to < 0 || to >= links.length) return
      const others = links.filter((_one, at) => at !== from)
      put([...others.slice(0, to), link, ...others.slice(to), ...pending])
    },
  }
}

/** Why a file was rejected; with its name where there were several. */
interface Refusal {
  readonly name?: string
  readonly fault: Fault
}

/** The faults of files, one per line. */
function refusalMessage(refusals: readonly Refusal[], { title }: Field): Bilingual | undefined {
  if (refusals.length === 0) return undefined
  const messages = refusals.map(({ name, fault }) => ({ name, ...faultMessage(fault, title) }))
  return {
    zh: messages.map(({ name, zh }) => (name === undefined ? zh : `${name}：${zh}`)).join('\n'),
    en: messages.map(({ name, en }) => (name === undefined ? en : `${name}: ${en}`)).join('\n'),
  }
}

const errorMessage = (error: unknown, title: Bilingual): Bilingual => {
  const message = error instanceof Error ? error.message : ''
  return message === '' ? faultMessage(fault('upload.failed'), title) : { zh: message, en: message }
}
