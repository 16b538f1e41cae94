import { expect, it } from 'vitest'
import { compile } from './compile.ts'
import { sample } from './language/sample.ts'
import { readYaml } from './read-yaml.ts'
import { plain } from './tree.ts'

const rounds = process.env['LONG'] ? 6_000 : 250

/** Values of a wrong kind. */
const strange = [
  ...[null, true, 7, -1.5, 1e300, '', 'text', 'id', 'visit', 'site', 'items', 'state', 'constructor', '__proto__'],
  ...[[], ['a'], [null], [[]], [{}], {}, { zh: '甲' }, { type: 'children' }, { type: 'reference', of: 'visitItem' }],
  ...['1 +', 'visitName', 'items', "kind == 'x'", 'input.summary', 'lines.sum(l, l)', '\ud800', 'a'.repeat(300)],
]

it(`never throws for ${rounds} folders with several values of a wrong kind`, () => {
  const random = randomOf(17)
  const pick = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)] as T
  let built = 0
  for (let round = 0; round < rounds; round++) {
    const files = new Map(Object.entries(sample).map(([file, text]) => [file, plain(readYaml(text).root)]))
    for (let times = 1 + Math.floor(random() * 5); times > 0; times--) {
      const file = pick([...files.keys()])
      if (random() < 0.1) files.delete(file)
      else putInto(files.get(file), structuredClone(pick(strange)), pick)
    }
    const sources = [...files].map(([file, root]) => ({ file, text: JSON.stringify(root), origin: 'app' as const }))
    try {
      const { model, problems } = compile(sources)
      if (model) built++
      else expect(problems.some(({ severity }) => severity === 'error')).toBe(true)
    } catch (error) {
      throw new Error(`compile threw on ${JSON.stringify(sources.map(({ file, text }) => [file, text]))}`, {
        cause: error,
      })
    }
  }
  expect(built).toBeLessThan(rounds / 2)
})

/** Replaces the value of a random key of a random map or list. */
function putInto(root: unknown, value: unknown, pick: <T>(items: readonly T[]) => T): void {
  const holders: Record<string, unknown>[] = []
  const collect = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    holders.push(node as Record<string, unknown>)
    Object.values(node).forEach(collect)
  }
  collect(root)
  const holder = pick(holders)
  const keys = holder ? Object.keys(holder) : []
  if (holder && keys.length > 0) holder[pick(keys)] = value
}

function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 4294967296
  }
}
