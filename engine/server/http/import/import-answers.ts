import type { FastifyRequest } from 'fastify'
import type { ImportLine, StepProgress } from '../../../model/import-view.ts'
import { failureOf } from '../../errors/failure.ts'
import { ImportRefusal } from '../../services/import/import-refusal.ts'
import type { ImportSteps } from '../../services/import/import-steps.ts'
import { viewOf } from '../../services/import/staged-view.ts'
import type { App } from '../app.ts'
import { closingOf } from '../bulk-calls.ts'

/** Streams the progress of import steps, and ends them when the server stops. */
export interface ImportAnswers {
  /** Progress lines, then the state of the import; an error is the last line. */
  withProgress(request: FastifyRequest, steps: ImportSteps, id: string, work: AsyncGenerator<StepProgress>): Lines
  /** The message of an error for the user; a bug is logged. */
  report(request: FastifyRequest, error: unknown): string
}

type Lines = AsyncGenerator<ImportLine>

/** The progress streams of a server's imports; a server stops when they have ended. */
export function importAnswers(app: App): ImportAnswers {
  const isClosing = closingOf(app)
  const running = new Set<Promise<void>>()
  app.addHook('preClose', async () => {
    await Promise.all(running)
  })

  /** Tracks running work, and ends it between two rows when the server stops. */
  async function* accounted<Item>(work: AsyncGenerator<Item>): AsyncGenerator<Item> {
    let end: () => void = () => undefined
    const ended = new Promise<void>(resolve => {
      end = resolve
    })
    running.add(ended)
    try {
      for await (const item of work) {
        if (isClosing()) throw new ImportRefusal('import.broken')
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
  }
}
