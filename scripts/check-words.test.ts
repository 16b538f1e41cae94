import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { avoidedWords, findAvoidedWords } from './avoided-words.ts'

const forms = avoidedWords.flatMap(({ forms, write }) => forms.map(form => ({ form, write })))
const inIdentifier = (form: string) => form.replace(/(?:^| )./g, start => start.trim().toUpperCase())

describe('the words to avoid', () => {
  it.each(forms)('finds "$form"', ({ form, write }) => {
    expect(findAvoidedWords(`// One line.\n// It is ${form} here.\n`)).toEqual([
      { line: 2, column: 10, word: form, write },
    ])
    expect(findAvoidedWords(`const rows${inIdentifier(form)}By = 1`)).toMatchObject([{ line: 1, column: 11, write }])
    expect(findAvoidedWords(` * It is ${form.replace(' ', '\n * ')}.`)).toMatchObject([{ word: form }])
  })

  it.each([
    'recommend, amend, commended, mendacious',
    'renewed, untold, manewal, flowed, showed, borrowed, owner',
    'understand for, stand-in, standard, withstands it, outstanding at',
    'platelately',
  ])('leaves other words alone: %s', text => {
    expect(findAvoidedWords(text)).toEqual([])
  })
})

describe('npm run check', () => {
  it('shows location, word and replacement, and fails until the text is corrected', () => {
    const folder = mkdtempSync(join(tmpdir(), 'check-words-'))
    const [{ form, write } = { form: '', write: '' }] = forms
    const check = () =>
      spawnSync(resolve('node_modules/.bin/tsx'), [resolve('scripts/check-words.ts'), '.'], {
        cwd: folder,
        encoding: 'utf8',
      })
    try {
      writeFileSync(join(folder, 'guide.md'), `# Guide\n\nThe row ${form} the list.\n`)
      execFileSync('git', ['init', '-q'], { cwd: folder })
      execFileSync('git', ['add', '.'], { cwd: folder })
      expect(check()).toMatchObject({
        status: 1,
        stdout: `guide.md:3:9 ${form} -> write: ${write}\nFiles checked: 1. Words to replace: 1.\n`,
      })
      writeFileSync(join(folder, 'guide.md'), '# Guide\n\nThe row is in the list.\n')
      expect(check()).toMatchObject({ status: 0, stdout: 'Files checked: 1. Words to replace: 0.\n' })
      // A script without an extension, but no licence.
      writeFileSync(join(folder, 'run'), `#!/bin/sh\n# The row ${form} the list.\n`)
      writeFileSync(join(folder, 'LICENSE'), `The row ${form} the list.\n`)
      execFileSync('git', ['add', '.'], { cwd: folder })
      expect(check()).toMatchObject({
        status: 1,
        stdout: `run:2:11 ${form} -> write: ${write}\nFiles checked: 2. Words to replace: 1.\n`,
      })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
