import { useEffect, useRef, useState } from 'react'
import type { Bilingual, Field } from '../model/model.ts'
import { fault, sayFault } from './fault.ts'
import type { Fault } from './field-type.ts'
import type { InputProps } from './field-web.ts'
import type { OneOrMany } from './listed.ts'
import { isMany } from './options.ts'
import { pictureFault } from './picture-fault.ts'
import { countFault, fileFault, isPending, pendingLink } from './upload.ts'

/** A file on its way to the server, or one that did not arrive. */
export interface Running {
  readonly key: number
  readonly file: File
  readonly share: number
  readonly hasFailed: boolean
  /** It failed for want of a line, and goes again when there is one. */
  readonly isCut?: boolean
  /** The picture as it lies on this device, to be shown until it arrives. */
  readonly preview?: string
  /** What the field held in its place. */
  readonly before?: string
}

/** Files of one field: those that it holds, those on their way, and what stopped the last ones. */
export interface Uploads {
  readonly links: readonly string[]
  readonly running: readonly Running[]
  readonly wrong: Bilingual | undefined
  add(files: readonly File[]): void
  retry(one: Running): void
  drop(one: Running): void
  remove(link: string): void
  /** Puts what stands at one place at another. */
  move(from: number, to: number): void
}

/**
 * Sends files as they come. Each has its place in the value from the beginning, so that order is kept and no record is
 * saved without one that is still on its way.
 */
export function useUploads({ field, value, sources, disabled, onChange }: InputProps<OneOrMany>): Uploads {
  const [running, setRunning] = useState<readonly Running[]>([])
  const [wrong, setWrong] = useState<Bilingual>()
  const held = useRef<readonly string[]>([])
  held.current = [value ?? []].flat()
  const counter = useRef(0)
  const previews = useRef(new Set<string>())
  const put = (next: readonly string[]) => {
    held.current = next
    onChange(next.length === 0 ? null : isMany(field) ? next : String(next[0]))
  }
  const change = (key: number, more: Partial<Running>) =>
    setRunning(before => before.map(one => (one.key === key ? { ...one, ...more } : one)))
  const forget = ({ key, preview }: Running) => {
    if (preview) {
      URL.revokeObjectURL(preview)
      previews.current.delete(preview)
    }
    setRunning(before => before.filter(one => one.key !== key))
  }
  const send = (one: Running) =>
    sources
      .upload(one.file, share => change(one.key, { share }))
      .then(
        ({ link }) => {
          put(held.current.map(place => (place === pendingLink(one.key) ? link : place)))
          forget(one)
        },
        (error: unknown) => {
          setWrong(saidBy(error, field.title))
          change(one.key, { hasFailed: true, isCut: error instanceof Error && 'status' in error && error.status === 0 })
        },
      )
  const retry = (one: Running) => {
    setWrong(undefined)
    change(one.key, { hasFailed: false, isCut: false, share: 0 })
    void send(one)
  }
  const start = (files: readonly File[]) => {
    const started = files.map(file => {
      const preview = file.type.startsWith('image/') ? URL.createObjectURL(file) : undefined
      if (preview) previews.current.add(preview)
      const [before] = isMany(field) ? [] : held.current.filter(link => !isPending(link))
      return {
        key: counter.current++,
        file,
        share: 0,
        hasFailed: false,
        ...(preview && { preview }),
        ...(before && { before }),
      }
    })
    const places = started.map(({ key }) => pendingLink(key))
    put(isMany(field) ? [...held.current, ...places] : places)
    setRunning(now => [...(isMany(field) ? now : []), ...started])
    for (const one of started) void send(one)
  }

  // What was on its way when a draft was kept, or when a cell was closed, is no longer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, of what was there at first
  useEffect(() => {
    if (held.current.some(isPending)) put(held.current.filter(link => !isPending(link)))
    const made = previews.current
    return () => {
      for (const preview of made) URL.revokeObjectURL(preview)
    }
  }, [])
  const latest = useRef(() => {})
  latest.current = () => running.filter(({ isCut }) => isCut).forEach(retry)
  const isAnyCut = running.some(({ isCut }) => isCut)
  useEffect(() => {
    if (!isAnyCut) return
    const again = () => latest.current()
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [isAnyCut])

  const links = held.current.filter(link => !isPending(link))
  const pending = held.current.filter(isPending)
  return {
    links,
    running,
    wrong,
    async add(files) {
      if (disabled || files.length === 0) return
      const found = countFault(files.length, field, isMany(field) ? held.current.length : 0)
      setWrong(found && sayFault(found, field.title))
      if (found) return
      const faults = await Promise.all(files.map(file => fileFault(file, field) ?? pictureFault(file, field)))
      setWrong(saidOf(files, faults, field))
      const good = files.filter((_file, at) => faults[at] === undefined)
      if (good.length > 0) start(good)
    },
    retry,
    drop(one) {
      setWrong(undefined)
      const place = pendingLink(one.key)
      put(held.current.flatMap(link => (link === place ? (one.before ?? []) : link)))
      forget(one)
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

/** Why files were not taken; of several each is named, since the others were. */
function saidOf(
  files: readonly File[],
  faults: readonly (Fault | undefined)[],
  { title }: Field,
): Bilingual | undefined {
  const said = faults.flatMap((found, at) => (found ? [{ name: files[at]?.name, ...sayFault(found, title) }] : []))
  const [first] = said
  if (!first || files.length === 1) return first && { zh: first.zh, en: first.en }
  return {
    zh: said.map(({ name, zh }) => `${name}：${zh}`).join('；'),
    en: said.map(({ name, en }) => `${name}: ${en}`).join('; '),
  }
}

const saidBy = (error: unknown, title: Bilingual): Bilingual => {
  const said = error instanceof Error ? error.message : ''
  return said === '' ? sayFault(fault('upload.failed'), title) : { zh: said, en: said }
}
