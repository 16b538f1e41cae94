import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { restOfFile } from './support/rest-of-run.ts'
import { thoroughOnly } from './support/thorough-only.ts'

describe('what a run after one without PostgreSQL runs of a test file', () => {
  it.each([
    ['all of a file that the first run excludes', Object.keys(thoroughOnly)[0] ?? '', '', 'all'],
    ['all of a file with more rounds and without a database', 'tests/a.test.ts', 'roundsOf(1, 2, 3)', 'all'],
    ['all of a browser test with more cases', 'tests/browser/a.test.ts', 'databaseOfJourney() isThorough', 'all'],
    [
      'all of a file with a test for the embedded database',
      'tests/a.test.ts',
      "databasesUnderTest() kind === 'embedded'",
      'all',
    ],
    ['the part on PostgreSQL', 'tests/a.test.ts', 'describe.each(databasesUnderTest())', 'on-postgres'],
    [
      'the part on PostgreSQL, with more rounds',
      'tests/a.test.ts',
      'databasesUnderTest() roundsOf(1, 2, 3)',
      'on-postgres',
    ],
    [
      'the part on PostgreSQL, with more resources',
      'tests/a.test.ts',
      'databasesWalked() representative(model, all)',
      'on-postgres',
    ],
    [
      'the part on PostgreSQL of a browser test that the first run excludes',
      'tests/browser/bulk.test.ts',
      'databasesWalked()',
      'on-postgres',
    ],
    [
      'the part on PostgreSQL of a test for the embedded database',
      'tests/a.test.ts',
      "describe.each(databasesWalked('embedded'))",
      'on-postgres',
    ],
    [
      'nothing of a browser test on one database',
      'tests/a.test.ts',
      "describe.each(databaseOfJourney('shell'))",
      'nothing',
    ],
    ['nothing of a file without a database', 'tests/a.test.ts', 'it()', 'nothing'],
  ])('%s', (_, file, text, expected) => {
    expect(restOfFile(file, text)).toBe(expected)
  })

  it('is decided by the file itself: no support chooses databases or rounds', () => {
    const folder = 'tests/support'
    const choosing = readdirSync(folder)
      .filter(name => /\.tsx?$/.test(name))
      .filter(name =>
        /databasesUnderTest\(|databasesWalked\(|isThorough\b/.test(readFileSync(join(folder, name), 'utf8')),
      )
    expect(choosing).toEqual(['databases.ts', 'representative.ts', 'rest-of-run.ts'])
  })
})
