import { rmSync } from 'node:fs'
import { expect, it } from 'vitest'
import { writeApp } from '../../tests/support/server.ts'
import { readDemo } from './demo.ts'

it.each([
  ['organisation: { departments: [{', '1:32'],
  ['organisation: { name: A, administrator: Bo, departments: 5 }', '1:58'],
  ['resources:\n  - slip: 5', '2:3'],
  ['resources: { slip: { row: 5 } }', '1:22'],
  ['resources: { slip: 5 }', '1:20'],
  ['accounts: { ada: { role: a } }', '1:18'],
  ['words: { street: High Street }', '1:18'],
  ['holidays: [2026-13-01]', '1:12'],
  ['- slip', '1:1'],
])('names the place of a fault of the description %j', async (text, at) => {
  const appDir = writeApp({ 'seeds/demo.yaml': `${text}\n` })
  await expect(readDemo(appDir)).rejects.toThrow(`seeds/demo.yaml:${at}:`)
  rmSync(appDir, { recursive: true })
})
