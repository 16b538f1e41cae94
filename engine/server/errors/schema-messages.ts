import type { ErrorObject } from 'ajv'
import type { Bilingual } from '../../model/model.ts'

/** The messages of values that violate a schema without fields, by the path of each. */
export function schemaMessages(errors: readonly ErrorObject[]): Record<string, Bilingual> {
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
