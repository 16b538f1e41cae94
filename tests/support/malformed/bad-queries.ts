import { operatorsOf } from '../../../engine/fields/index.ts'
import type { Resource } from '../../../engine/model/model.ts'
import { badValue, oddTexts } from '../bad-values.ts'
import { goodValue } from '../good-records.ts'
import type { Random } from '../random.ts'
import type { Ground } from './attempt.ts'
import { anyField, oddName, queryOf } from './odd-parts.ts'

/** A list query with one to three faults. */
const suffixes =
  'like equal notequal likeleft likeright notlike ge le gt lt datege dategt dateequal datelt datele null notnull in ignore'.split(
    ' ',
  )

export function badQuery(ground: Ground, random: Random, resource: Resource): string {
  const pairs: [string, unknown][] = []
  for (let left = random.pick([1, 1, 1, 2, 3]); left > 0; left--) {
    const field = anyField(resource, random)
    const suffixed = `${field.name}_${random.pick(suffixes)}`
    const value = random.chance(0.6) ? random.pick(oddTexts) : badValue(random)
    const good = goodValue(ground.model, resource, field, ground.known, left) ?? 'x'
    pairs.push(
      ...random.pick<() => [string, unknown][]>([
        () => [[suffixed, value]],
        () => [[suffixed, value]],
        () => [[field.name, value]],
        () => [[`${field.name}_${random.pick(['', 'drop', 'LIKE', 'like_like', '__proto__', 'constructor'])}`, good]],
        () => [[oddName(resource, random), good]],
        () => [
          [suffixed, good],
          [suffixed, value],
        ],
        () => [[`${field.name}[]`, good]],
        () => [[`${field.name}[a][b]`, good]],
        () => [[`${field.name}_in`, Array.from({ length: 1001 }, (_, n) => n).join(',')]],
        () => [
          [
            random.pick(['current', 'size']),
            random.pick(['-1', '0', '201', '1e3', '1.5', '', ' ', '999999999999999', '9'.repeat(30), '1;', '１']),
          ],
        ],
        () => [
          ['size', '10'],
          ['size', 'x'],
        ],
        () => [['current', random.pick(['1001', '2000', '9007199254740991'])]],
        () => [
          [
            random.pick(['ascs', 'descs']),
            random.pick([
              oddName(resource, random),
              field.name,
              `${field.name},`,
              `${field.name} desc`,
              `${field.name};select 1`,
              'id,id,id',
              ',,,',
            ]),
          ],
        ],
        () => [[`${field.name}_${random.pick(operatorsOf(field).map(String).concat('like'))}`, value]],
      ])(),
    )
  }
  return queryOf(pairs)
}
