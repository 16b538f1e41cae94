import { useNotify, useTranslate } from 'ra-core'
import { useState } from 'react'
import { useEngine } from '../data/engine-context.ts'
import type { CallOptions } from '../data/session.ts'
import { nameIn } from '../data/stream.ts'
import { saveFile } from './save-file.ts'

/** Saves a file that the server writes, and whether one is being written; `download` returns the name of a saved file. */
export function useDownload() {
  const notify = useNotify()
  const translate = useTranslate()
  const { session } = useEngine()
  const [isRunning, setRunning] = useState(false)
  const download = async (path: string, { signal, ...options }: CallOptions = {}): Promise<string | undefined> => {
    setRunning(true)
    try {
      const response = await session.stream(path, signal, options)
      const name = nameIn(response)
      saveFile(await response.blob(), name)
      return name
    } catch (error) {
      if (signal?.aborted) return undefined
      const reason = translate(error instanceof Error ? error.message : 'notice.unknown')
      notify('notice.downloadFailed', { type: 'error', messageArgs: { reason } })
      return undefined
    } finally {
      setRunning(false)
    }
  }
  return { isRunning, download }
}
