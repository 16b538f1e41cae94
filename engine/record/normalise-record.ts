import { typeOf } from '../fields/index.ts'
import type { Field, Model } from '../model/model.ts'
import { resourceOf } from '../model/names.ts'

type Values = Readonly<Record<string, unknown>>

/** Normalises every value of a record: trimmed, stripped, empty texts become null. Unknown names stay. */
export function normaliseRecord(values: Values, fields: readonly Field[], model: Model): Record<string, unknown> {
  const normal: Record<string, unknown> = { ...values }
  for (const field of fields) {
    if (!Object.hasOwn(values, field.name) || values[field.name] === undefined) continue
    normal[field.name] = normaliseValue(values[field.name], field, model)
  }
  return normal
}

function normaliseValue(value: unknown, field: Field, model: Model): unknown {
  const type = typeOf(field)
  const lines = type.lines?.(field)
  const normal = type.normalise ? type.normalise(value, field) : value
  if (lines === undefined || !Array.isArray(normal)) return normal
  const { fields } = resourceOf(model, lines)
  return normal.map(line => (isRecord(line) ? normaliseRecord(line, fields, model) : line))
}

const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
