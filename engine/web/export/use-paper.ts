import { useNotify } from 'ra-core'
import { useEffect, useRef } from 'react'
import { useEngine } from '../data/engine-context.ts'
import { RequestFault } from '../data/request-fault.ts'
import { nameIn } from '../data/stream.ts'
import { saveFile } from './save-file.ts'
import './print.css'

/** Brings a record onto paper: the page as the browser prints it, or a PDF with the record's link. */
export function usePaper(resource: string, id: string): { print(): void; savePdf(): Promise<void> } {
  const { session } = useEngine()
  const notify = useNotify()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  return {
    // A pressed button is on the page until the next render.
    print: () => requestAnimationFrame(() => requestAnimationFrame(() => window.print())),
    async savePdf() {
      running.current?.abort()
      const control = new AbortController()
      running.current = control
      // Most are there before one could read that they are being made.
      const slow = setTimeout(() => notify('exporting.pdfMaking', { type: 'info' }), 800)
      try {
        const response = await session.stream(`/api/engine/pdf/${resource}/${id}`, control.signal)
        const name = nameIn(response)
        saveFile(await response.blob(), name)
        notify('exporting.pdfMade', { type: 'success', messageArgs: { name } })
      } catch (error) {
        if (control.signal.aborted) return
        notify(error instanceof RequestFault ? error.message : 'notice.network', { type: 'error' })
      } finally {
        clearTimeout(slow)
      }
    },
  }
}
