import type { DeclaredQuery, Resource, Step } from '../../model/model.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Row } from '../database/shape.ts'
import { Refusal, refuse } from '../errors/refuse.ts'
import type { EngineHandler, EngineHandlers, Handler, Handlers, OutsideCall } from './action.ts'
import { firstPerformed } from './idempotency.ts'
import { readStoreOf, type Store } from './operations.ts'
import type { StoredRecord } from './plan-lines.ts'
import type { StepInput } from './step-input.ts'
import { type Work, workOn } from './work.ts'

/** Time limit of a handler that asks a port before the transaction, in milliseconds. */
const outsideLimit = 10_000

/** The handlers of a server. */
export interface AllHandlers {
  /** Those of the product. */
  readonly handlers: Handlers
  /** Those of the engine's own resources. A product cannot replace them. */
  readonly ownHandlers: EngineHandlers
}

/** The engine's own handler of a step; undefined for one without. */
export const engineHandlerOf = (
  { ownHandlers }: AllHandlers,
  { name }: Resource,
  { handler = '' }: Step,
): EngineHandler | undefined => ownHandlers[name]?.[handler]

/** The product's handler of a step or a query; undefined for one without. Refused where the server lacks it. */
export function handlerOf(
  { handlers }: AllHandlers,
  { name }: Resource,
  one: Pick<Step | DeclaredQuery, 'handler' | 'title'>,
): Handler | undefined {
  if (one.handler === undefined) return undefined
  const handler = handlers[name]?.[one.handler]
  if (handler) return handler
  throw handlerMissing(one.handler, one)
}

/** The refusal of a step or query whose code the server lacks. */
export const handlerMissing = (name: string, { title }: Pick<Step, 'title'>): Refusal =>
  refuse.conflict('handler-missing', {
    zh: `服务器还没有“${title.zh}”的处理程序（${name}），请联系管理员`,
    en: `The server lacks the handler "${name}" of "${title.en}". Contact an administrator.`,
  })

/** How handlers store files. Missing in commands, where no step is made. */
export interface FilesOfHandlers {
  readonly storeFile?: (ctx: RequestContext, name: string, bytes: Uint8Array) => Promise<string>
}

interface Asked {
  readonly key: string | undefined
  /** What identifies the request of the key. */
  readonly body: unknown
  /** Locks the record, and checks state, input and condition, in a transaction. */
  checked(inside: Work): Promise<{ readonly before: StoredRecord | null; readonly asked: StepInput }>
}

/**
 * What the handler of a step with `outside: before` gets from a port: before the transaction, so that none waits for
 * the port, and after the checks, which the transaction repeats. A repeated request asks no second time.
 */
export async function outsideAnswer(
  work: Work & AllHandlers & FilesOfHandlers & { storeIn(work: Work): Store },
  resource: Resource,
  step: Step,
  { key, body, checked }: Asked,
): Promise<{ readonly outside?: unknown }> {
  if (step.outside !== 'before' || (await firstPerformed(work, key, body))) return {}
  const handler = handlerOf(work, resource, step)
  if (!handler || typeof handler === 'function')
    throw new Error(`The handler of "${resource.name}.${step.name}" has no part that is run before.`)
  if (work.inTransaction)
    throw new Error(`"${resource.name}.${step.name}" asks a port, and cannot be part of a transaction.`)
  const { before, asked } = await work.transaction(queries => checked(workOn(work, queries)))
  const record = before && { ...asked.edited }
  const signal = AbortSignal.timeout(outsideLimit)
  const store = readStoreOf(work.storeIn(work))
  const storeFile = async (name: string, bytes: Uint8Array) => {
    if (!work.storeFile) throw new Error(`"${resource.name}.${step.name}" stores a file where no files are stored.`)
    return work.storeFile(work.ctx, name, bytes)
  }
  const call: OutsideCall<Row | null, Row> = { record, input: asked.input, ctx: work.ctx, store, signal, storeFile }
  return { outside: await limited(handler.before(call as OutsideCall<never, never>), signal, step) }
}

/** A port that ignores the signal is not waited for longer. */
async function limited(answer: Promise<unknown>, signal: AbortSignal, { title }: Step): Promise<unknown> {
  const late = new Promise<never>((_done, fail) => {
    signal.addEventListener('abort', () =>
      fail(
        new Refusal('outside-late', 503, {
          zh: `“${title.zh}”所需的外部服务没有响应，请稍后再试`,
          en: `The service that "${title.en}" requires did not respond; try again later`,
        }),
      ),
    )
  })
  return Promise.race([answer, late])
}
