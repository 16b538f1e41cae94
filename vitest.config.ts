import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { NotRun } from './tests/support/not-run.ts'
import { excludedFiles } from './tests/support/rest-of-run.ts'
import { SlowestFirst } from './tests/support/slowest-first.ts'

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts', '{engine,server,src,scripts}/**/*.test.{ts,tsx}'],
    exclude: [...configDefaults.exclude, ...excludedFiles(process.argv.slice(2))],
    globalSetup: ['tests/support/set-up.ts'],
    reporters: ['default', new NotRun()],
    // Many rounds in one test take as many times longer.
    testTimeout: process.env['LONG'] ? 600_000 : 60_000,
    hookTimeout: 120_000,
    // As patient as the waits of a browser's page, which a second is not where every core is at work.
    expect: { poll: { timeout: 20_000 } },
    sequence: { sequencer: SlowestFirst },
    // A file closes what it opens, so one process runs many of them; otherwise each file would load the server again.
    pool: 'forks',
    isolate: false,
    // Optimising the code of the embedded database costs a worker two seconds, which optimised code does not save.
    execArgv: ['--liftoff-only'],
    // One more than cores: a journey often waits for a key, a delay or another process.
    maxWorkers: availableParallelism() + 1,
  },
})
