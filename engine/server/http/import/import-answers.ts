import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ImportLine, StepProgress } from '../../../model/import-view.ts'
import { failureOf } from '../../errors/failure.ts'
import { ImportRefusal } from '../../services/import/import-refusal.ts'
import type { ImportSteps } from '../../services/import/import-steps.ts'
import { viewOf } from '../../services/import/staged-view.ts'

/** Streams the progress of import steps, and ends them when the server stops. */
export interface ImportAnswers {
  /** Progress lines, then the state of the import; an error is the last line. */
  withProgress(request: FastifyRequest, steps: ImportSteps, id: string, work: AsyncGenerator<StepProgress>): Lines
  answer(reply: FastifyReply, lines: Lines): FastifyReply
  /** The message of an error for the user; a bug is logged. */
  report(request: FastifyRequest, error: unknown): string
  /** Waits until all work has ended. */
  close(): Promise<void>
}

type Lines = AsyncGenerator<ImportLine>

/** The progress streams of a server's imports. */
export function importAnswers(): ImportAnswers {
  let isClosing = false
  const running = new Set<Promise<void>>()

  /** Tracks running work, and ends it between two rows when the server stops. */
  async function* accounted<Item>(work: AsyncGenerator<Item>): AsyncGenerator<Item> {
    let end: () => void = () => undefined
    const ended = new Promise<void>(resolve => {
      end = resolve
    })
    running.add(ended)
    try {
      for await (const item of work) {
        if (isClosing) throw new ImportRefusal('import.broken')
        yield item
      }
    } finally {
      running.delete(ended)
      end()
    }
  }
  const report = (request: FastifyRequest, error: unknown) => {
    const { body, bug } = failureOf(error, request.language, request.id)
    if (bug) request.log.error({ err: error }, 'unexpected error in an import')
    return body.msg
  }
  return {
    report,
    async *withProgress(request, steps, id, work) {
      try {
        yield* accounted(work)
        yield { import: await viewOf(steps, id) }
      } catch (error) {
        const failed = report(request, error)
        const view = await viewOf(steps, id).catch(() => undefined)
        yield { failed, ...(view && { import: view }) }
      }
    },
    answer(reply, lines) {
      reply.header('content-type', 'application/x-ndjson; charset=utf-8').header('x-accel-buffering', 'no')
      return reply.send(Readable.from(textOf(lines), { highWaterMark: 1 }))
    },
    async close() {
      isClosing = true
      await Promise.all(running)
    },
  }
}

async function* textOf(lines: Lines): AsyncGenerator<string> {
  for await (const line of lines) yield `${JSON.stringify(line)}\n`
}
