import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { settingTable } from '../engine/server/settings.ts'

const readme = readFileSync('README.md', 'utf8')
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }

describe('README', () => {
  it.each(settingTable)('tells what $name is and what holds without it', ({ name, otherwise, help }) => {
    expect(readme).toContain(`| \`${name}\` | ${otherwise} | ${help} |`)
  })

  it.each(Object.keys(scripts).filter(name => name !== 'format'))('says what npm run %s does', name => {
    expect(readme).toMatch(new RegExp(`\`npm (run )?${name}\\b`))
  })

  it('shows pictures that are there', () => {
    const pictures = [...readme.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, path]) => String(path))
    expect(pictures.length).toBeGreaterThan(0)
    for (const path of pictures) expect(readFileSync(path).byteLength).toBeGreaterThan(10_000)
  })
})
