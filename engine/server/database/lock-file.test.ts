import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { FolderLocked, folderHolder, lockFolder } from './lock-file.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mingchu-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const holdElsewhere = async () => {
  const script = `const { lockFolder } = await import(${JSON.stringify(join(import.meta.dirname, 'lock-file.ts'))});
    await lockFolder(${JSON.stringify(folder)}); console.log('held'); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise(resolve => child.stdout.once('data', resolve))
  const kill = () =>
    new Promise(resolve => {
      child.once('exit', resolve)
      child.kill('SIGKILL')
    })
  return { pid: Number(child.pid), kill }
}

it('refuses a second process and names the first', async () => {
  const holder = await holdElsewhere()
  try {
    await expect(lockFolder(folder)).rejects.toThrow(new RegExp(`in use by process ${holder.pid}\\b`))
    expect(await folderHolder(folder)).toBe(holder.pid)
  } finally {
    await holder.kill()
  }
})

it('refuses the same process a second time', async () => {
  const lock = await lockFolder(folder)
  await expect(lockFolder(folder)).rejects.toThrow(FolderLocked)
  await lock.release()
  await (await lockFolder(folder)).release()
})

it('takes over the lock of a killed process in only one of several concurrent attempts', async () => {
  const holder = await holdElsewhere()
  await holder.kill()
  expect(await folderHolder(folder)).toBeUndefined()
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => lockFolder(folder)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(existsSync(join(folder, 'lock.stale'))).toBe(false)
})

it.each([
  ['with an id that another process now has', JSON.stringify({ pid: process.pid, began: '1' })],
  ['that is truncated', '{"pi'],
  ['that is empty', ''],
])('takes over a lock %s', async (_what, text) => {
  writeFileSync(join(folder, 'lock'), text)
  await (await lockFolder(folder)).release()
})
