import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { engineVersion } from './engine-version.ts'

it('is the version of package.json', () => {
  expect(engineVersion).toBe(JSON.parse(readFileSync('package.json', 'utf8')).version)
})
