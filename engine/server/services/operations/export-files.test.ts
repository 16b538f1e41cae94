import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { exportFilesIn } from './export-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'mingchu-exports-'))
const warnings: Error[] = []
const note = (warning: Error) => warnings.push(warning)
process.on('warning', note)
afterAll(() => {
  process.off('warning', note)
  rmSync(folder, { recursive: true, force: true })
})

it('waits for the disk throughout a large export, without accumulating listeners', async () => {
  const copy = await exportFilesIn(folder).copy('1')
  // Each piece is larger than the buffer of the file.
  for (let piece = 0; piece < 40; piece++) await copy.take(Buffer.alloc(100_000))
  expect(await copy.end(true)).toEqual({ isStored: true, bytes: 4_000_000 })
  await turn()
  expect(warnings).toEqual([])
})

it('ends when the disk fails, and stores nothing', async () => {
  const files = exportFilesIn(folder)
  rmSync(join(folder, 'exports'), { recursive: true, force: true })
  const copy = await files.copy('2')
  rmSync(join(folder, 'exports'), { recursive: true, force: true })
  for (let piece = 0; piece < 3; piece++) await copy.take(Buffer.alloc(100_000))
  expect((await copy.end(true)).isStored).toBe(false)
  expect(readdirSync(folder)).toEqual([])
})
