import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
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
