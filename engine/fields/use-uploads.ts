import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Bilingual, Field } from '../model/model.ts'
import { fault, faultMessage } from './fault.ts'
import type { Fault } from './field-type.ts'
import type { InputProps } from './field-web.ts'
import type { OneOrMany } from './one-or-many.ts'
import { isMany } from './options.ts'
import { PictureFault } from './picture-fault.ts'
import { countFault, emptyFault, fileFault } from './upload.ts'
import { hasFailed, isPending, type Running, type SendFile } from './uploads.ts'

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
  const held = useRef<readonly string[]>([])
  held.current = [value ?? []].flat()
  // Pictures are decoded one after the other: the faults of earlier ones stay until more are added.
  const [refusals, setRefusals] = useState<readonly Refusal[]>([])
  const begin = (found?: Bilingual) => {
    setWrong(found)
    setRefusals([])
  }
  const put = (next: readonly string[]) => {
    held.current = next
    onChange(next.length === 0 ? null : isMany(field) ? next : String(next[0]))
  }
  // A picture has its placeholder before it is scaled, so that no record is saved without it.
  const send: SendFile =
    field.type === 'image'
      ? async (file, onProgress) => {
          const { preparedPicture } = await loadPictures()
          return sources.upload(await preparedPicture(file, field), onProgress)
        }
      : sources.upload
  const start = (files: readonly File[]) => {
    if (isMany(field)) return put([...held.current, ...files.map(file => uploads.start(file, send))])
    const [before] = links
    for (const place of pending) uploads.forget(place)
    put(files.map(file => uploads.start(file, send, before)))
  }

  // Placeholders of a draft or an earlier input may have arrived, or never will.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the initial value
  useEffect(() => {
    const settled = uploads.settled(held.current)
    if (settled !== held.current) put(settled)
  }, [])

  const links = held.current.filter(link => !isPending(link))
  const pending = held.current.filter(isPending)
  const running = all.filter(({ place }) => pending.includes(place))
  const failed = running.find(hasFailed)
  const drop = ({ place, before }: Running) => {
    put(held.current.flatMap(link => (link === place ? (before ?? []) : link)))
    uploads.forget(place)
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
  }, [refused.map(({ place }) => place).join()])
  return {
    links,
    running,
    wrong: saidOf(refusals, field) ?? wrong ?? (failed && saidBy(failed.error, field.title)),
    add(files) {
      if (disabled || files.length === 0) return
      const found = countFault(files.length, field, isMany(field) ? held.current.length : 0)
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
    retry({ place }) {
      begin()
      uploads.retry(place)
    },
    drop(one) {
      begin()
      drop(one)
    },
    remove: link => put(held.current.filter(one => one !== link)),
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
function saidOf(refusals: readonly Refusal[], { title }: Field): Bilingual | undefined {
  if (refusals.length === 0) return undefined
  const said = refusals.map(({ name, fault }) => ({ name, ...faultMessage(fault, title) }))
  return {
    zh: said.map(({ name, zh }) => (name === undefined ? zh : `${name}：${zh}`)).join('\n'),
    en: said.map(({ name, en }) => (name === undefined ? en : `${name}: ${en}`)).join('\n'),
  }
}

const saidBy = (error: unknown, title: Bilingual): Bilingual => {
  const said = error instanceof Error ? error.message : ''
  return said === '' ? faultMessage(fault('upload.failed'), title) : { zh: said, en: said }
}
