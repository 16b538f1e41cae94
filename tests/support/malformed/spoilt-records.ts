import { fieldTypes, typeOf } from '../../../engine/fields/index.ts'
import { isInputField } from '../../../engine/fields/record-schema.ts'
import type { Resource } from '../../../engine/model/model.ts'
import { resourceOf } from '../../../engine/model/names.ts'
import { badValue, hugeValue, jsonOf } from '../bad-values.ts'
import { goodRecord, goodValue, type Input } from '../good-records.ts'
import type { Random } from '../random.ts'
import type { Ground } from './attempt.ts'
import { anyField, knownId, oddName } from './odd-parts.ts'

/** A valid record with one to three faults. */
export function spoilt(ground: Ground, random: Random, resource: Resource, n: number, isNew: boolean): Input {
  const whole = goodRecord(ground.model, resource, ground.known, 1_000_000 + n)
  const record: Input = isNew ? whole : { ...some(whole, random), id: knownId(ground, random, resource) }
  const names = Object.keys(record)
  for (let times = random.chance(0.7) ? 1 : 3; times > 0; times--) spoilOnce(ground, random, resource, record, names, n)
  return record
}

function spoilOnce(
  ground: Ground,
  random: Random,
  resource: Resource,
  record: Input,
  names: readonly string[],
  n: number,
): void {
  const field = anyField(resource, random)
  switch (random.below(12)) {
    case 0:
      delete record[random.pick(names)]
      return
    case 1:
      record[oddName(resource, random)] = badValue(random)
      return
    case 2:
      record[field.name] = [record[field.name] ?? goodValue(ground.model, resource, field, ground.known, n) ?? 'x']
      return
    case 3: {
      // A value of another type.
      const type = random.pick(Object.values(fieldTypes))
      const other = ground.model.resources['trial']?.fields.find(one => typeOf(one) === type)
      if (other) record[field.name] = goodValue(ground.model, resource, other, ground.known, n)
      return
    }
    case 4:
      spoilLines(ground, random, resource, record, n)
      return
    case 5:
      record[random.pick(['id', 'version', 'tenantId', 'isDeleted', 'createUser'])] = badValue(random)
      return
    case 6:
      if (random.chance(0.05)) record[field.name] = hugeValue(random)
      else record[field.name] = textOf(record[field.name])
      return
    default:
      record[random.pick([field.name, ...resource.fields.filter(isInputField).map(({ name }) => name)])] =
        badValue(random)
  }
}

/** A value as text; objects as JSON. */
const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? jsonOf(value) : String(value)

function spoilLines(ground: Ground, random: Random, resource: Resource, record: Input, n: number): void {
  const part = resource.fields.find(field => typeOf(field).lines)
  if (!part) return
  const line = resourceOf(ground.model, typeOf(part).lines?.(part) ?? '')
  const lines = goodValue(ground.model, resource, part, ground.known, n) as Input[]
  const [first = {}] = lines
  switch (random.below(6)) {
    case 0:
      record[part.name] = random.pick<unknown>([[], null, {}, 'x', [null], [[]], ['x'], [{}], [1]])
      return
    case 1:
      record[part.name] = Array.from({ length: random.pick([51, 501, 1500]) }, () => first)
      return
    case 2:
      record[part.name] = [{ ...first, id: badValue(random) }, ...lines]
      return
    case 3: {
      const id = knownId(ground, random, line)
      record[part.name] = [
        { ...first, id },
        { ...first, id },
      ]
      return
    }
    default:
      record[part.name] = [...lines, { ...first, [anyField(line, random).name]: badValue(random) }]
  }
}

const some = (record: Input, random: Random): Input =>
  Object.fromEntries(Object.entries(record).filter(() => random.chance(0.4)))
