import type { Bilingual, JsonSchema } from '../../model/model.ts'
import type { DocumentMember } from './openapi-operations.ts'
import { bilingualText, titled } from './openapi-text.ts'

/** An endpoint that a product declares in TypeScript. */
export interface EndpointDescription {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly title: Bilingual
  /** A permission code, or `anyone`. */
  readonly code: string
  readonly input: JsonSchema
  /** The data of an answer in the envelope. */
  readonly answer?: JsonSchema
  /** The media types of an answer that is a file or a stream. */
  readonly media?: readonly string[]
}

const reference = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` })
const json = (schema: object) => ({ 'application/json': { schema } })

/** The tag of a product's own endpoints. */
export const callsTag = { name: 'calls', ...titled('description', { zh: '其他接口', en: 'Other endpoints' }) }

/** The paths of a product's own endpoints. */
export function callPaths(calls: readonly EndpointDescription[]): DocumentMember[] {
  const byPath = new Map<string, Record<string, object>>()
  for (const call of calls) {
    const path = call.path.replaceAll(/:(\w+)/g, '{$1}')
    byPath.set(path, { ...byPath.get(path), [call.method.toLowerCase()]: operation(call) })
  }
  return [...byPath]
}

/** The input of a call is an object. */
interface ObjectSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
}

function operation({ method, path, title, code, input, answer, media }: EndpointDescription): object {
  const isGet = method === 'GET'
  const named = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const { properties = {}, required = [] } = input as ObjectSchema
  const isRest = (name: string) => !named.includes(name)
  const rest = {
    ...input,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => isRest(name))),
    required: required.filter(isRest),
  }
  const query = { name: 'input', in: 'query', style: 'form', explode: true, schema: rest }
  const inPath = named.map(name => ({ name, in: 'path', required: true, schema: properties[name] ?? {} }))
  const data = { allOf: [reference('schemas', 'Envelope')], properties: { data: answer } }
  const bytes = { schema: { type: 'string', format: 'binary' } }
  const content = media ? Object.fromEntries(media.map(type => [type, bytes])) : json(data)
  return {
    operationId: `${method.toLowerCase()}_${path.replace(/^\/api\//, '').replaceAll(/\W+/g, '_')}`,
    tags: [callsTag.name],
    ...titled('summary', title),
    description: code === 'anyone' ? 'Without sign-in.' : `Permission code: ${code}`,
    ...(code === 'anyone' && { security: [] }),
    parameters: [...inPath, isGet ? query : reference('parameters', 'key')],
    ...(!isGet && { requestBody: { required: true, content: json(rest) } }),
    responses: {
      200: { description: bilingualText(title), content },
      ...(media && { 206: { description: bilingualText(title), content } }),
      default: reference('responses', 'Failure'),
    },
  }
}
