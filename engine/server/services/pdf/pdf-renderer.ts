import type { Worker } from 'node:worker_threads'
import { Refusal, refuse } from '../../errors/refuse.ts'
import { startThread } from '../thread.ts'
import type { Paper } from './paper.ts'
import type { Drawn } from './pdf-worker.ts'

/** Renders papers as PDF, one at a time, in a worker thread. */
export interface PdfRenderer {
  draw(paper: Paper): Promise<Uint8Array>
  close(): Promise<void>
}

const maxWaiting = 16
const longest = 20_000
/** The thread keeps the fonts in memory; it is stopped after this idle time, in milliseconds. */
const idle = 60_000
/** Megabytes. */
const memory = { maxOldGenerationSizeMb: 320, maxYoungGenerationSizeMb: 32 }

/**
 * A renderer whose thread starts with the first paper. When too many requests wait, new ones are refused with a retry
 * time.
 */
export function createPdfRenderer(): PdfRenderer {
  let thread: Worker | undefined
  let rest: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0

  const end = async () => {
    clearTimeout(rest)
    const ending = thread
    thread = undefined
    await ending?.terminate()
  }
  const drawNow = async (paper: Paper): Promise<Uint8Array> => {
    clearTimeout(rest)
    thread ??= startThread('pdf/pdf-worker', undefined, memory)
    try {
      const drawn = await answerOf(thread, paper)
      rest = setTimeout(() => void end(), idle).unref()
      return drawn
    } catch (error) {
      await end()
      throw error
    }
  }
  return {
    draw(paper) {
      if (waiting >= maxWaiting) throw refuse.busy(5)
      waiting += 1
      const drawing = last.then(() => drawNow(paper)).finally(() => (waiting -= 1))
      last = drawing.catch(() => undefined)
      return drawing
    },
    close: end,
  }
}

function answerOf(thread: Worker, paper: Paper): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const settled = () => {
      clearTimeout(timer)
      thread.off('message', answered).off('error', failed).off('exit', exited)
    }
    const answered = (drawn: Drawn) => {
      settled()
      if ('bytes' in drawn) resolve(drawn.bytes)
      else reject(new Error(`A paper could not be drawn: ${drawn.error}`))
    }
    const failed = (error: Error) => {
      settled()
      reject('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : error)
    }
    const exited = () => {
      settled()
      reject(refuse.busy(5))
    }
    const timer = setTimeout(() => {
      settled()
      reject(tooLarge())
    }, longest)
    thread.on('message', answered).on('error', failed).on('exit', exited)
    thread.postMessage(paper)
  })
}

const tooLarge = () =>
  new Refusal('pdf.too-large', 413, {
    zh: '该记录内容过多，无法生成 PDF，请改用导出或浏览器打印',
    en: 'The record is too large for a PDF; export it, or print the page',
  })
