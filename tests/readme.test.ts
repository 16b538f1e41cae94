import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { settingTable } from '../engine/server/settings.ts'

const readme = readFileSync('README.md', 'utf8')
const operation = readFileSync('docs/guide/operation.md', 'utf8')
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
const documents = [
  'README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' }).map(path => join('docs', path)),
]
  .filter(path => path.endsWith('.md'))
  .map(path => ({ path, text: readFileSync(path, 'utf8') }))

describe('README', () => {
  it('has at most 1,200 words', () => {
    expect(readme.trim().split(/\s+/).length).toBeLessThanOrEqual(1200)
  })

  it.each(settingTable)('documents $name with its default', ({ name, otherwise, help, isRare }) => {
    expect(isRare ? operation : readme).toContain(`| \`${name}\` | ${otherwise} | ${help} |`)
  })

  it.each(Object.keys(scripts).filter(name => name !== 'format'))('documents npm run %s', name => {
    expect(readme).toMatch(new RegExp(`\`npm (run )?${name}\\b`))
  })

  it('shows pictures that exist', () => {
    const pictures = [...readme.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, path]) => String(path))
    expect(pictures.length).toBeGreaterThan(0)
    for (const path of pictures) expect(readFileSync(path).byteLength).toBeGreaterThan(10_000)
  })

  it('links to every topic of the guide', () => {
    for (const topic of readdirSync('docs/guide')) expect(readme).toContain(`(docs/guide/${topic})`)
  })
})

describe.each(documents)('$path', ({ path, text }) => {
  it('links to files and headings that exist', () => {
    for (const [, target = '', heading] of text.matchAll(/\]\((?!http)([^)#]*)(?:#([^)]*))?\)/g)) {
      const file = target === '' ? path : join(dirname(path), target)
      expect(existsSync(file), `${path}: ${target}`).toBe(true)
      if (heading !== undefined) expect(anchorsOf(readFileSync(file, 'utf8')), `${path}: ${target}`).toContain(heading)
    }
  })
})

/** The anchors of a document's headings, as GitHub names them. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\- ]/gu, '')
      .replaceAll(' ', '-'),
  )
}
