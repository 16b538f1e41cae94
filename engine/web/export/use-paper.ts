import { useNotify } from 'ra-core'
import { useEffect, useRef } from 'react'
import { useEngine } from '../data/engine-context.ts'
import { RequestFault } from '../data/request-fault.ts'
import { nameIn } from '../data/stream.ts'
import { saveFile } from './save-file.ts'
import './print.css'

/** Prints a record: the page by the browser, or a PDF with the record's link. */
export function usePaper(resource: string, id: string): { print(): void; savePdf(): Promise<void> } {
  const { session } = useEngine()
  const notify = useNotify()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  return {
    // The pressed state of the button is printed until the next render.
    print: () => requestAnimationFrame(() => requestAnimationFrame(() => window.print())),
    async savePdf() {
      running.current?.abort()
      const control = new AbortController()
      running.current = control
      // Most are finished before a progress message could be read.
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
