import { Ajv, type ErrorObject, type JSONSchemaType } from 'ajv'
import type { EndpointDescription } from '../../compiler/emit/openapi-calls.ts'
import type { Bilingual, JsonSchema, Model } from '../../model/model.ts'
import { codesOf, codesOfPages } from '../../model/names.ts'
import type { RequestContext } from '../auth/request-context.ts'
import { done } from '../errors/envelope.ts'
import { refuse } from '../errors/refuse.ts'
import type { Store } from '../store/operations.ts'
import type { App } from './app.ts'
import { idempotencyKey } from './idempotency-key.ts'

/** An endpoint that no descriptor can express. TypeScript compares both schemas with the types of the handler. */
export interface TypedCall<Input extends object, Answer> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** `/api/statistics/v1/wards`; without parameters. */
  readonly path: string
  readonly title: Bilingual
  /** A permission code of the Model: of a resource or of a page. */
  readonly code: string
  /** The input: of a GET from the query, whose texts are converted, of others from the body. */
  readonly input: JSONSchemaType<Input>
  readonly answer: JSONSchemaType<Answer>
  /** `key` is the idempotency key of the request, to be passed on to a write. */
  handle(call: {
    readonly ctx: RequestContext
    readonly store: Store
    readonly input: Input
    readonly key: string | undefined
  }): Promise<Answer>
}

/** A declared call, whose types only its handler knows. */
export interface ProductCall extends EndpointDescription {
  run(ctx: RequestContext, store: Store, given: unknown, key: string | undefined): Promise<unknown>
}

/** Declares a call: its input is validated before the handler, its answer after it. */
export function defineCall<Input extends object, Answer>(call: TypedCall<Input, Answer>): ProductCall {
  const ajv = new Ajv({ allErrors: true, coerceTypes: call.method === 'GET', removeAdditional: false })
  const [isInput, isAnswer] = [ajv.compile(call.input), new Ajv().compile(call.answer)]
  const { method, path, title, code } = call
  return {
    method,
    path,
    title,
    code,
    input: call.input as JsonSchema,
    answer: call.answer as JsonSchema,
    async run(ctx, store, given, key) {
      const input: unknown = structuredClone(given ?? {})
      if (!isInput(input)) throw refuse.input(messagesOf(isInput.errors ?? []))
      const answer = await call.handle({ ctx, store, input, key })
      if (!isAnswer(answer)) throw new Error(`The answer of ${path} is invalid: ${JSON.stringify(isAnswer.errors)}`)
      return answer
    },
  }
}

/** Registers the calls of a product. Throws if a permission code does not exist: no role could be granted it. */
export function productCalls(app: App, calls: readonly ProductCall[], store: Store, model: Model): void {
  const codes = new Set([...Object.values(model.resources).flatMap(codesOf), ...codesOfPages(model)])
  for (const call of calls) {
    if (!codes.has(call.code)) throw new Error(`The call ${call.path} requires an unknown permission "${call.code}".`)
    app.route({
      method: call.method,
      url: call.path,
      async handler(request) {
        const { ctx } = request
        if (!ctx.actor.hasCode(call.code)) throw refuse.forbidden(call.title)
        const given = call.method === 'GET' ? request.query : request.body
        return done(await call.run(ctx, store, given, idempotencyKey(request)), request.language)
      },
    })
  }
}

function messagesOf(errors: readonly ErrorObject[]): Record<string, Bilingual> {
  return Object.fromEntries(
    errors.map(({ instancePath, keyword, params, message }) => {
      const at = instancePath.slice(1).replaceAll('/', '.')
      const missing = keyword === 'required' ? String(params['missingProperty']) : undefined
      const unknown = keyword === 'additionalProperties' ? String(params['additionalProperty']) : undefined
      const name = [at, missing ?? unknown ?? ''].filter(Boolean).join('.') || 'input'
      return [name, sentence(name, missing, unknown, `${keyword} ${Object.values(params).join(' ')}`, message)]
    }),
  )
}

function sentence(name: string, missing = '', unknown = '', expected = '', message = 'is invalid'): Bilingual {
  if (missing) return { zh: `缺少参数 ${name}`, en: `${name} is missing` }
  if (unknown) return { zh: `没有名为 ${name} 的参数`, en: `There is no parameter ${name}` }
  return { zh: `参数 ${name} 不正确，要求：${expected}`, en: `${name} ${message}` }
}
