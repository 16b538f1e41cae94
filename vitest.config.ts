import { defineConfig } from 'vitest/config'
import { NotRun } from './tests/support/not-run.ts'
import { SlowestFirst } from './tests/support/slowest-first.ts'

const each = {
  // Many rounds in one test take as many times longer.
  testTimeout: process.env['LONG'] ? 600_000 : 60_000,
  hookTimeout: 120_000,
  pool: 'forks',
  // As patient as the waits of a browser's page, which a second is not where every core is at work.
  expect: { poll: { timeout: 10_000 } },
} as const

export default defineConfig({
  test: {
    globalSetup: ['tests/support/set-up.ts'],
    reporters: ['default', new NotRun()],
    maxWorkers: '100%',
    sequence: { sequencer: SlowestFirst },
    projects: [
      // A file closes what it opens, so one process runs many of them; otherwise each file would load the server again.
      { test: { ...each, name: 'whole', include: ['tests/**/*.test.ts'], isolate: false } },
      { test: { ...each, name: 'rooms', include: ['{engine,server,src,scripts}/**/*.test.{ts,tsx}'], isolate: false } },
    ],
  },
})
