import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'
import { isRest } from './rest-of-run.ts'
import { screenJourneys } from './screen-journeys.ts'
import { thoroughOnly } from './thorough-only.ts'

/** What `tests/support/databases.ts` and `tests/support/representative.ts` leave out of a run that is not thorough. */
const leftOut = `Left out: most suites on a second database, resources without a feature of their own, rounds of random tests, and the ${Object.keys(thoroughOnly).length} files of tests/support/thorough-only.ts; \`npm run test:both\` runs them.`

const onOneDatabase = `On one database: journeys in a browser; on the embedded one, because their result does not depend on it (tests/support/screen-journeys.ts): ${Object.keys(screenJourneys).join(', ')}.`

const ranBefore =
  'Left out: what `npm test` runs on a machine without PostgreSQL, and additional rounds on the embedded database (tests/support/rest-of-run.ts); `npm run test:both` runs everything.'

/**
 * Ends the report with what was left out and with three counts, and fails a run in which a selected test did not run: the tests of a suite whose
 * server or browser did not start would otherwise count as skipped. `FAILED_FILES` names a file that receives the paths of failed test
 * files and of those during which an error was not caught, one a line.
 */
export class NotRun implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], uncaught: readonly SerializedError[]): void {
    const tests = modules.flatMap(module => [...module.children.allTests()])
    const count = (state: string) => tests.filter(test => test.result().state === state).length
    const notRun = tests.filter(test => test.result().state === 'skipped' && test.options.mode === 'run')
    const files = new Set(notRun.map(test => test.module.relativeModuleId))
    for (const file of files) process.stderr.write(`${file}: tests did not run because their suite did not start.\n`)
    if (notRun.length > 0) process.exitCode = 1
    const failed = count('failed') + notRun.length
    for (const module of modules) if (!module.ok()) files.add(module.relativeModuleId)
    // Vitest names the file that its worker ran.
    for (const { VITEST_TEST_PATH: path } of uncaught) if (typeof path === 'string') files.add(relative('.', path))
    const list = process.env['FAILED_FILES']
    if (list) writeFileSync(list, [...files].map(file => `${file}\n`).join(''))
    const ofBoth = process.env['WALK'] === 'both' ? onOneDatabase : leftOut
    process.stdout.write(`\n${isRest ? ranBefore : ofBoth}\n`)
    process.stdout.write(
      `\nTests: ${count('passed')} passed, ${failed} failed, ${count('skipped') - notRun.length} skipped\n`,
    )
  }
}
