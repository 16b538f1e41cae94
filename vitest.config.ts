import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{engine,server,src,scripts,tests}/**/*.test.{ts,tsx}'],
    globalSetup: ['tests/support/postgres.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: 'forks',
    maxWorkers: '100%',
  },
})
