import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../engine/compiler/compile.ts'
import { typeOf } from '../engine/fields/index.ts'
import { isReference } from '../engine/fields/traits.ts'
import type { Field, Model, Resource } from '../engine/model/model.ts'
import { isSameValue } from '../engine/record/merge-record.ts'
import type { Row } from '../engine/server/database/shape.ts'
import { Refusal } from '../engine/server/errors/refuse.ts'
import { readSources } from '../engine/server/live/app-files.ts'
import { databasesUnderTest } from './support/databases.ts'
import { fillRows } from './support/filled-rows.ts'
import { addAdministrator, administrator, type StoreUnderTest, storeOn } from './support/store.ts'

const { model: product } = compile(await readSources('.'))
if (!product) throw new Error('The product does not compile.')

/** The product without the escalation guard and the states in which a record may be edited. */
const model: Model = {
  ...product,
  resources: Object.fromEntries(
    Object.entries(product.resources).map(([name, { allowIf: _allowIf, guard: _guard, ...one }]) => [name, one]),
  ),
}
const resources = Object.values(model.resources).filter(({ readOnly, partOf }) => !readOnly && !partOf)

/** Values of a field, of which at least one is another than the stored one. */
function valuesFor(field: Field, stored: unknown): readonly unknown[] {
  if (isReference(field)) return [field.options['many'] === true ? [] : null]
  if (field.rule === 'bool') return [stored !== true, null]
  const examples = [0, 1, 2, 3].map(n => typeOf(field).example(field, model, n))
  return [...examples, field.options['many'] === true ? [] : null]
}

describe.each(databasesUnderTest())('semantics 4: a value in an update of every resource, on $kind', ({ open }) => {
  let under: StoreUnderTest
  let rows: ReadonlyMap<string, string>
  let close: () => Promise<void>

  beforeAll(async () => {
    const database = await open()
    under = await storeOn(database, model)
    rows = await fillRows(under, model)
    await under.run(addAdministrator)
    for (const { table, lifecycle, fields } of resources) {
      const state = fields.find(({ name }) => name === lifecycle?.field)
      const entries = model.dictionaries[String(state?.options['of'])]?.entries ?? []
      const initial = entries.find(({ name }) => name === lifecycle?.initial)
      if (state && initial) await under.run(`update "${table}" set "${state.column}" = $1`, [initial.key])
    }
    close = async () => {
      await under.close()
      await database.close()
    }
  })
  afterAll(() => close())

  it.each(resources.map(one => [one.name, one] as const))(
    'of %s is the stored one afterwards, or refused',
    async (name, resource) => {
      const ctx = under.ctx(administrator)
      const id = String(rows.get(name))
      const read = (): Promise<Row> => under.store.get(ctx, name, id)
      let [written, refused] = [0, 0]
      for (const field of resource.fields.filter(one => isCompared(resource, one)))
        for (const value of valuesFor(field, (await read())[field.name])) {
          const before = await read()
          const answer = await under.store.update(ctx, name, { id, [field.name]: value }).catch(asRefusal)
          const after = await read()
          const what = `${name}.${field.name} = ${JSON.stringify(value)}`
          if (answer instanceof Refusal) {
            refused++
            expect([what, answer.status, after]).toEqual([what, expect.toSatisfy((one: number) => one < 500), before])
          } else {
            written++
            expect([what, after[field.name], isSame(after[field.name], value)]).toEqual([what, after[field.name], true])
            expect([what, answer[field.name] ?? null]).toEqual([what, after[field.name] ?? null])
          }
        }
      expect(written).toBeGreaterThan(0)
      expect(written + refused).toBeGreaterThan(3)
    },
  )
})

/** The database orders the keys of JSON. */
const isSame = (one: unknown, other: unknown) => isSameValue(one, other) || isDeepStrictEqual(one, other)

/**
 * Secrets are never read, and lists of related records, lines and links have requests of their own. A picked reference is
 * chosen again where it is cleared. The guard, which is left out here, stores the codes of roles.
 */
function isCompared({ binds }: Resource, field: Field): boolean {
  const type = typeOf(field)
  return (
    !type.secret &&
    !type.grants &&
    !('pick' in field.options) &&
    !type.lines &&
    !type.related &&
    !binds.some(({ name }) => name === field.name)
  )
}

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  throw error
}
