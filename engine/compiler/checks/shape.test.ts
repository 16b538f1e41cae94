import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { type Draft, draftOf } from '../draft.ts'
import { kinds } from '../kinds.ts'
import { sample } from '../language/sample.ts'
import { schemaFiles } from '../language/schemas.ts'
import { plain } from '../tree.ts'
import { checkShape } from './shape.ts'

const rounds = process.env['LONG'] ? 20_000 : 1_000

const ajv = new Ajv({ strict: false, allErrors: false, formats: { date: /^\d{4}-\d\d-\d\d$/ } })
for (const text of Object.values(schemaFiles())) ajv.addSchema(JSON.parse(text) as object)

/** Editors see one file, without those that it refines. */
const asFiles = Object.fromEntries(Object.entries(kinds).map(([name, { whole: _whole, ...kind }]) => [name, kind]))

const isRightForEditor = ({ subject, root }: Draft) => ajv.validate(`${subject}.schema.json`, plain(root))

function isRightForCompiler(draft: Draft): boolean {
  let isRight = true
  checkShape(draft, asFiles, () => {
    isRight = false
  })
  return isRight
}

const draftIn = (file: string, text: string) => draftOf({ file, text, origin: 'app' }, kinds) as Draft

describe('shape of a descriptor', () => {
  it.each(Object.entries(sample))('%s is valid in the editor and in the compiler', (file, text) => {
    const draft = draftIn(file, text)
    expect([isRightForEditor(draft), isRightForCompiler(draft)]).toEqual([true, true])
  })

  it('is accepted or rejected equally by the editor and the compiler after any random change', () => {
    const random = randomOf(5)
    const pick = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)] as T
    const strange = [
      null,
      true,
      7,
      -1.5,
      '',
      'text',
      [],
      ['a'],
      ['a', 'a'],
      {},
      { zh: '甲' },
      { zh: '甲', en: 'A' },
      { a: 1 },
      false,
    ]
    let wrong = 0
    for (let round = 0; round < rounds; round++) {
      const [file, text] = pick(Object.entries(sample))
      const root = structuredClone(plain(draftIn(file, text).root))
      change(root, pick(strange), random)
      const draft = draftIn(file, JSON.stringify(root))
      const verdicts = [isRightForEditor(draft), isRightForCompiler(draft)]
      if (verdicts[0] !== verdicts[1]) expect({ file, text: JSON.stringify(root), verdicts }).toBeUndefined()
      if (!verdicts[0]) wrong++
    }
    expect(wrong).toBeGreaterThan(rounds / 4)
    expect(wrong).toBeLessThan(rounds)
  })
})

/** Puts a value or an unknown key at a random position of plain data. */
function change(root: unknown, value: unknown, random: () => number): void {
  const maps: Record<string, unknown>[] = []
  const collect = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if (!Array.isArray(node)) maps.push(node as Record<string, unknown>)
    for (const part of Object.values(node)) collect(part)
  }
  collect(root)
  const map = maps[Math.floor(random() * maps.length)] ?? {}
  const keys = Object.keys(map)
  const key = keys[Math.floor(random() * keys.length)] ?? ''
  const kind = random()
  if (kind < 0.2) delete map[key]
  else if (kind < 0.3) map['unheardOf'] = value
  else map[key] = value
}

function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 4294967296
  }
}
