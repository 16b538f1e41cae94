import type { Bilingual, JsonSchema } from '../../model/model.ts'
import type { DocumentMember } from './openapi-operations.ts'
import { bilingualText, titled } from './openapi-text.ts'

/** An endpoint that a product declares in TypeScript. */
export interface EndpointDescription {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly title: Bilingual
  readonly code: string
  readonly input: JsonSchema
  readonly answer: JsonSchema
}

const reference = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` })
const json = (schema: object) => ({ 'application/json': { schema } })

/** The tag of a product's own endpoints. */
export const callsTag = { name: 'calls', ...titled('description', { zh: '其他接口', en: 'Other endpoints' }) }

/** The paths of a product's own endpoints. */
export function callPaths(calls: readonly EndpointDescription[]): DocumentMember[] {
  const byPath = new Map<string, Record<string, object>>()
  for (const call of calls)
    byPath.set(call.path, { ...byPath.get(call.path), [call.method.toLowerCase()]: operation(call) })
  return [...byPath]
}

function operation({ method, path, title, code, input, answer }: EndpointDescription): object {
  const isGet = method === 'GET'
  const query = { name: 'input', in: 'query', style: 'form', explode: true, schema: input }
  const data = { allOf: [reference('schemas', 'Envelope')], properties: { data: answer } }
  return {
    operationId: `${method.toLowerCase()}_${path.replace(/^\/api\//, '').replaceAll(/\W+/g, '_')}`,
    tags: [callsTag.name],
    ...titled('summary', title),
    description: `Permission code: ${code}`,
    parameters: [isGet ? query : reference('parameters', 'key')],
    ...(!isGet && { requestBody: { required: true, content: json(input) } }),
    responses: {
      200: { description: bilingualText(title), content: json(data) },
      default: reference('responses', 'Failure'),
    },
  }
}
