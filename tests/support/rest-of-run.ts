import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { thoroughOnly } from './thorough-only.ts'

/**
 * What `WALK=rest npm test` runs of a test file after `npm test` on a machine without PostgreSQL: everything, the suites
 * on PostgreSQL, or nothing. Together the two runs have every test of `npm run test:both`, but its additional rounds and
 * resources on PostgreSQL only.
 */
export type RestOfFile = 'all' | 'on-postgres' | 'nothing'

/** Words of a file that runs more in a thorough run. */
const runsMore = /\b(?:isThorough|roundsOf|representative)\b/
/** Words of a file that chooses the embedded database for some of its tests. */
const choosesEmbedded = /\bdatabasesByCollation\b|=== 'embedded'/
const runsOnBoth = /\b(?:databasesUnderTest|databasesWalked)\b/

/** Whether a test file has journeys in a browser, which run on one database. The endpoints that they call have tests on both. */
export const isJourney = (file: string): boolean => file.startsWith('tests/browser/')

/** @param file from the project's root @param text its source */
export function restOfFile(file: string, text: string): RestOfFile {
  if (!isJourney(file) && (file in thoroughOnly || choosesEmbedded.test(text))) return 'all'
  if (runsOnBoth.test(text)) return 'on-postgres'
  return file in thoroughOnly || runsMore.test(text) ? 'all' : 'nothing'
}

/** Whether this run follows one without PostgreSQL. */
export const isRest = process.env['WALK'] === 'rest'

/** Whether this run leaves out the embedded database in a test file. */
export const isOnPostgresOnly = (path: string | undefined): boolean =>
  isRest && path !== undefined && restOfFile(relative('.', path), readFileSync(path, 'utf8')) === 'on-postgres'

/** The test files, from the project's root. */
export const testFiles = (): string[] =>
  ['tests', 'engine', 'server', 'src', 'scripts'].flatMap(folder =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(file => /\.test\.tsx?$/.test(file))
      .map(file => join(folder, file)),
  )

/** The files of which a run after one without PostgreSQL runs nothing. */
export const filesThatRan = (): string[] =>
  testFiles().filter(file => restOfFile(file, readFileSync(file, 'utf8')) === 'nothing')

/** The files that a run with these arguments leaves out. */
export function excludedFiles(commandLine: readonly string[]): readonly string[] {
  const commands = ['run', 'list', 'watch']
  const isOption = (one: string | undefined) => one?.startsWith('-') ?? false
  const takesNext = (one: string | undefined) => isOption(one) && !one?.includes('=')
  const isNamed = commandLine.some(
    (one, at) => !commands.includes(one) && !isOption(one) && !takesNext(commandLine[at - 1]),
  )
  if (isNamed || process.env['WALK'] === 'both') return []
  return isRest ? filesThatRan() : Object.keys(thoroughOnly)
}
