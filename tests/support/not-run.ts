import type { Reporter, TestModule } from 'vitest/node'

/**
 * Ends the report with three counts, and fails a run in which a selected test did not run: the tests of a suite whose
 * server or browser did not start would otherwise count as skipped.
 */
export class NotRun implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap(module => [...module.children.allTests()])
    const count = (state: string) => tests.filter(test => test.result().state === state).length
    const notRun = tests.filter(test => test.result().state === 'skipped' && test.options.mode === 'run')
    const files = new Set(notRun.map(test => test.module.relativeModuleId))
    for (const file of files) process.stderr.write(`${file}: tests did not run because their suite did not start.\n`)
    if (notRun.length > 0) process.exitCode = 1
    const failed = count('failed') + notRun.length
    process.stdout.write(
      `\nTests: ${count('passed')} passed, ${failed} failed, ${count('skipped') - notRun.length} skipped\n`,
    )
  }
}
