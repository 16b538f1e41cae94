import { useEffect, useRef, useState } from 'react'
import type { Bilingual } from '../model/model.ts'
import { fault, sayFault } from './fault.ts'
import type { InputProps } from './field-web.ts'
import type { OneOrMany } from './listed.ts'
import { isMany } from './options.ts'
import { uploadFault } from './upload.ts'

/** A file on its way to the server, or one that did not arrive. */
export interface Running {
  readonly key: number
  readonly file: File
  readonly share: number
  readonly hasFailed: boolean
  /** The picture as it lies on this device, to be shown until it arrives. */
  readonly preview?: string
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

/** Sends files as they come; the links of those that arrive join the value. */
export function useUploads({ field, value, sources, disabled, onChange }: InputProps<OneOrMany>): Uploads {
  const [running, setRunning] = useState<readonly Running[]>([])
  const [wrong, setWrong] = useState<Bilingual>()
  const links = useRef<readonly string[]>([])
  links.current = [value ?? []].flat()
  const counter = useRef(0)
  const previews = useRef(new Set<string>())
  useEffect(() => {
    const made = previews.current
    return () => {
      for (const preview of made) URL.revokeObjectURL(preview)
    }
  }, [])

  const put = (next: readonly string[]) => {
    links.current = next
    onChange(next.length === 0 ? null : isMany(field) ? next : String(next[0]))
  }
  const change = (key: number, more: Partial<Running>) =>
    setRunning(before => before.map(one => (one.key === key ? { ...one, ...more } : one)))
  const drop = ({ key, preview }: Running) => {
    if (preview) {
      URL.revokeObjectURL(preview)
      previews.current.delete(preview)
    }
    setRunning(before => before.filter(one => one.key !== key))
  }
  const turns = useRef<Promise<unknown>>(Promise.resolve())
  const send = (one: Running) => {
    const sent = sources.upload(one.file, share => change(one.key, { share }))
    // All travel at once, but join the value in the order in which they were chosen.
    const settled = Promise.allSettled([sent])
    turns.current = turns.current.then(async () => {
      const [answer] = await settled
      if (answer.status === 'fulfilled') {
        put(isMany(field) ? [...links.current, answer.value.link] : [answer.value.link])
        drop(one)
      } else {
        setWrong(saidBy(answer.reason, field.title))
        change(one.key, { hasFailed: true })
      }
    })
  }
  return {
    links: links.current,
    running,
    wrong,
    add(files) {
      if (disabled || files.length === 0) return
      const held = isMany(field) ? links.current.length + running.length : 0
      const found = uploadFault(files, field, held)
      setWrong(found && sayFault(found, field.title))
      if (found) return
      const started = files.map(file => {
        const preview = file.type.startsWith('image/') ? URL.createObjectURL(file) : undefined
        if (preview) previews.current.add(preview)
        return { key: counter.current++, file, share: 0, hasFailed: false, ...(preview && { preview }) }
      })
      setRunning(before => [...(isMany(field) ? before : []), ...started])
      for (const one of started) send(one)
    },
    retry(one) {
      setWrong(undefined)
      change(one.key, { hasFailed: false, share: 0 })
      send(one)
    },
    drop(one) {
      setWrong(undefined)
      drop(one)
    },
    remove: link => put(links.current.filter(one => one !== link)),
    move(from, to) {
      const link = links.current[from]
      if (link === undefined || to < 0 || to >= links.current.length) return
      const others = links.current.filter((_one, at) => at !== from)
      put([...others.slice(0, to), link, ...others.slice(to)])
    },
  }
}

const saidBy = (error: unknown, title: Bilingual): Bilingual => {
  const said = error instanceof Error ? error.message : ''
  return said === '' ? sayFault(fault('upload.failed'), title) : { zh: said, en: said }
}
