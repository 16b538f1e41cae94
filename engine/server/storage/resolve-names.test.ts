import { describe, expect, it } from 'vitest'
import { randomOf } from '../../../tests/support/random.ts'
import { compile } from '../../compiler/compile.ts'
import type { Model, Resource } from '../../model/model.ts'
import { codesOf, resourceOf } from '../../model/names.ts'
import { type NameRow, resolveNames } from './resolve-names.ts'

/** Names with their former names, the newest first. */
type Named = Readonly<Record<string, readonly string[]>>

const renamedFrom = (former: readonly string[] = []) =>
  former.length > 0 ? `, renamedFrom: [${former.join(', ')}]` : ''

const fruit = (fields: Named, name = 'fruit', more = '') => ({
  file: `resources/farm/${name}.yaml`,
  origin: 'app' as const,
  text: `title: { zh: 水果, en: Fruit }\nmenu: false\nfields:\n${Object.entries(fields)
    .map(([field, was]) => `  ${field}: { type: text, title: { zh: 名, en: Name }${renamedFrom(was)} }\n`)
    .join('')}display: id\n${more}`,
})

function modelOf(...files: ReturnType<typeof fruit>[]): Model {
  const { model, problems } = compile([
    { file: 'app.yaml', text: 'language: 2\ntitle: { zh: 样例, en: Sample }\n', origin: 'app' },
    ...files,
  ])
  if (!model) throw new Error(JSON.stringify(problems))
  return model
}

const columnsOf = ({ fields }: Resource) => Object.fromEntries(fields.map(({ name, column }) => [name, column]))

describe('semantics 11: the ids of names', () => {
  /** The last Model of a series of takeovers. */
  function takenOver(...models: readonly Model[]): { readonly model: Model; readonly rows: readonly NameRow[] } {
    let rows: readonly NameRow[] = []
    let model = models[0] as Model
    for (const one of models) ({ model, rows } = resolveNames(one, rows))
    return { model, rows }
  }
  const columnsAfter = (...series: readonly Named[]) =>
    columnsOf(resourceOf(takenOver(...series.map(one => modelOf(fruit(one)))).model, 'fruit'))

  it('are the names, and the Model is the same, as long as nothing is renamed', () => {
    const model = modelOf(fruit({ kind: [] }))
    expect(resolveNames(model, []).model).toBe(model)
    expect(resolveNames(model, resolveNames(model, []).rows)).toMatchObject({ changed: [], renames: [] })
  })

  it.each<[string, Named[], Readonly<Record<string, string>>]>([
    ['a rename', [{ a: [] }, { b: ['a'] }], { b: 'a' }],
    ['the same revision again', [{ a: [] }, { b: ['a'] }, { b: ['a'] }], { b: 'a' }],
    ['a rename without its declaration later', [{ a: [] }, { b: ['a'] }, { b: [] }], { b: 'a' }],
    [
      'a swap',
      [
        { a: [], b: [] },
        { a: ['b'], b: ['a'] },
      ],
      { a: 'b', b: 'a' },
    ],
    [
      'a swap that is done',
      [
        { a: [], b: [] },
        { a: ['b'], b: ['a'] },
        { a: ['b'], b: ['a'] },
      ],
      { a: 'b', b: 'a' },
    ],
    [
      'a swap and a swap back',
      [
        { a: [], b: [] },
        { a: ['b'], b: ['a'] },
        { a: [], b: [] },
        { a: ['b'], b: ['a'] },
      ],
      { a: 'a', b: 'b' },
    ],
    [
      'a chain',
      [
        { a: [], b: [] },
        { b: ['a'], c: ['b'] },
      ],
      { b: 'a', c: 'b' },
    ],
    ['two revisions at once', [{ a: [] }, { c: ['b', 'a'] }], { c: 'a' }],
    ['a removal and a declaration', [{ a: [], k: [] }, { k: [] }, { a: [], k: [] }], { a: 'a__2', k: 'k' }],
    ['a former name that is used again', [{ a: [] }, { b: ['a'] }, { a: [], b: [] }], { a: 'a__2', b: 'a' }],
    ['a former name that never was', [{ k: [] }, { b: ['a'], k: [] }], { b: 'b', k: 'k' }],
    ['a declaration after the new name', [{ a: [], b: [] }, { b: ['a'] }], { b: 'a' }],
  ])('follow %s', (_what, series, columns) => {
    expect(columnsAfter(...series)).toEqual(columns)
  })

  it('name what has the new name of a renamed part until then', () => {
    const { rows } = takenOver(modelOf(fruit({ a: [], b: [] })))
    expect(resolveNames(modelOf(fruit({ b: ['a'] })), rows).displaced).toEqual(new Set(['field fruit b']))
  })

  it('follow a resource with its table and its grants, and are new for one that is declared again', () => {
    const actions = 'actions:\n  peel: { edit: [kind], title: { zh: 削, en: Peel } }\n'
    const first = modelOf(fruit({ kind: [] }, 'fruit', actions))
    const second = modelOf(fruit({ kind: [] }, 'apple', `renamedFrom: fruit\n${actions}`))
    const { model, rows } = takenOver(first, second)
    expect(model.resources['apple']).toMatchObject({ id: 'fruit', codeId: 'fruit', table: 'fruit' })
    const again = resolveNames(modelOf(fruit({ kind: [] }, 'fruit', actions)), rows)
    expect(again.model.resources['fruit']).toMatchObject({ id: 'fruit~2', codeId: 'fruit~2', table: 'fruit__2' })
    expect(codesOf(resourceOf(again.model, 'fruit'))).toContain('fruit_peel')
  })

  it('are equal one by one and by skipping to the last of three revisions, for 60 random chains', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const random = randomOf(seed)
      const names = ['a', 'b', 'c', 'd']
      const all = [...names, 'e', 'f', 'g']
      let former = new Map(names.map(name => [name, [] as readonly string[]]))
      const series = [Object.fromEntries(former)]
      for (let n = 1; n <= 3; n++) {
        // Each to a name that no field of the series has had, as descriptors may contain all former names.
        const next = new Map<string, readonly string[]>()
        for (const [name, was] of former) {
          const isRenamed = random.chance(0.5)
          const to = isRenamed ? `${random.pick(all)}${seed}x${n}${name}`.slice(0, 30) : name
          next.set(to, isRenamed ? [name, ...was] : was)
        }
        former = next
        series.push(Object.fromEntries(former))
      }
      const [first, last] = [series[0] as Named, series[3] as Named]
      expect(columnsAfter(...series), `seed ${seed}`).toEqual(columnsAfter(first, last))
    }
  })
})
