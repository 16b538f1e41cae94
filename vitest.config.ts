import { defineConfig } from 'vitest/config'
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
    globalSetup: ['tests/support/postgres.ts'],
    maxWorkers: '100%',
    sequence: { sequencer: SlowestFirst },
    projects: [
      // Each has a browser, and a process of its own.
      { test: { ...each, name: 'screens', include: ['tests/browser/*.test.ts'] } },
      // What these open they close, so that one process runs many files: each would load the server anew.
      { test: { ...each, name: 'whole', include: ['tests/*.test.ts'], isolate: false } },
      { test: { ...each, name: 'rooms', include: ['{engine,server,src,scripts}/**/*.test.{ts,tsx}'], isolate: false } },
    ],
  },
})
