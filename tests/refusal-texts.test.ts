import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** Calls that make a refusal with a code of its own. */
const refusals = /(new Refusal|refuse\.conflict|\brefused|\brefusal)\(\s*'[\w.-]+'/
/** A text as a literal of both languages, as the formatter writes it. */
const texts = /\bzh: (['`][^{}$]*?),\s+en: (.*?)(?:,\n| \}(?!\) =>)(?=[,)\];\n]))/gs

it('each text of a refusal is in both languages', () => {
  const chinese = /[\u4e00-\u9fff]/
  const found = readdirSync('engine/server', { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map(file => readFileSync(join('engine/server', file), 'utf8'))
    .filter(source => refusals.test(source))
    .flatMap(source => [...source.matchAll(texts)].map(([, zh = '', en = '']) => [zh, en] as const))
  expect(found.length).toBeGreaterThan(100)
  expect(found.filter(([zh, en]) => !chinese.test(zh) || chinese.test(en))).toEqual([])
})
