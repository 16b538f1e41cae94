import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** Calls that make a refusal with a code of its own. */
const refusals = /(new Refusal|refuse\.conflict|\brefused|\brefusal)\(\s*'([\w.-]+)'(?:,\s*(\d+))?/g
/** A text as a literal of both languages, as the formatter writes it. */
const texts = /\bzh: ([^{}]*?(?:\$\{.*?\}[^{}]*?)*?),\s+en: (.*?)(?:,\n| \}(?!\) =>)(?=[,)\];\n]))/gs

const files = readdirSync('engine/server', { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .sort()
  .map(file => ({ file, source: readFileSync(join('engine/server', file), 'utf8') }))
  .filter(({ source }) => source.search(refusals) >= 0)

const found = files.map(({ file, source }) => ({
  file,
  codes: [...source.matchAll(refusals)].map(([, by, code, status = by === 'refuse.conflict' ? '409' : '']) =>
    `${code} ${status}`.trim(),
  ),
  texts: [...source.matchAll(texts)].map(([, zh = '', en = '']) => [zh, en] as const),
}))

it('has each text in both languages', () => {
  const chinese = /[\u4e00-\u9fff]/
  const plain = found.flatMap(({ texts }) => texts.filter(([zh]) => /^['`][^$]*$/.test(zh)))
  expect(plain.filter(([zh, en]) => !chinese.test(zh) || chinese.test(en))).toEqual([])
})

it('has the codes, statuses and texts of the refusals of each file', async () => {
  const lines = found.map(({ file, codes, texts }) =>
    [file, ...codes.map(code => `  ${code}`), ...texts.map(([zh, en]) => `    ${zh}\n    ${en}`)].join('\n'),
  )
  await expect(`${lines.join('\n\n')}\n`).toMatchFileSnapshot('refusal-texts.txt')
})
