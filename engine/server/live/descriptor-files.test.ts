import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { writeApp } from '../../../tests/support/server.ts'
import { type DescriptorFiles, watchDescriptors } from './descriptor-files.ts'

const app = (n: number) => `language: 2\ntitle: { zh: 样例, en: Sample ${n} }\n`

let files: DescriptorFiles | undefined
let appDir = ''
afterEach(async () => {
  await files?.close()
  rmSync(appDir, { recursive: true, force: true })
})

it('announces a save after others that were made while the watch began', async () => {
  appDir = writeApp({ 'app.yaml': app(0) })
  const path = join(appDir, 'app.yaml')
  let saves = 0
  let isReady = false
  const starting = watchDescriptors(appDir, () => {
    saves++
  }).then(started => {
    isReady = true
    return started
  })
  for (let n = 1; !isReady; n++) {
    writeFileSync(path, app(n))
    await turn()
  }
  files = await starting
  await expect.poll(() => saves).toBe(1)
  await files.read()
  writeFileSync(path, app(0))
  await expect.poll(() => saves).toBeGreaterThan(1)
  const text = async () =>
    (await files?.changed())?.find(({ file, origin }) => file === 'app.yaml' && origin === 'app')?.text
  expect(await text()).toBe(app(0))
})

it('reads a removed file together with one that is saved', async () => {
  const other = 'resources/a/other.yaml'
  appDir = writeApp({ 'app.yaml': app(0), [other]: 'title: { zh: 其他, en: Other }\n' })
  let announced: () => void = () => undefined
  const saved = new Promise<void>(resolve => {
    announced = resolve
  })
  files = await watchDescriptors(appDir, () => announced())
  await files.read()
  rmSync(join(appDir, other))
  writeFileSync(join(appDir, 'app.yaml'), app(1))
  await saved
  const own = (await files.changed()).filter(({ origin }) => origin === 'app')
  expect(own.map(({ file, text }) => [file, text])).toEqual([['app.yaml', app(1)]])
})

it('announces a migration, and a later save of it, and then nothing more', async () => {
  appDir = writeApp({ 'app.yaml': app(0) })
  mkdirSync(join(appDir, 'migrations'))
  const path = join(appDir, 'migrations/0001-first.sql')
  let saves = 0
  const watched = await watchDescriptors(appDir, () => {
    saves++
    watched.changed().catch(() => undefined)
  })
  files = watched
  writeFileSync(path, 'select 1')
  await expect.poll(() => saves).toBe(1)
  await wait(500)
  writeFileSync(path, 'select 2')
  await expect.poll(() => saves).toBeGreaterThan(1)
  await wait(500)
  const announced = saves
  await wait(1_000)
  expect(saves).toBe(announced)
})
