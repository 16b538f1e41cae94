import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readableLine } from '../server/log-lines.ts'
import { databasesWalked } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { adminPassword, type ServerUnderTest, startServer, writeIn } from './support/server.ts'
import { type ServerCalls, serverCalls } from './support/server-calls.ts'

const file = 'resources/city/ward.yaml'
const ward = sampleApp[file] ?? ''
const remark = '  remark: { type: text, title: { zh: 备注, en: Remark } }\n'
const withRemark = ward.replace('list:', `${remark}list:`)

const saved = (text: string) => (server: ServerUnderTest) => writeIn(server.appDir, file, text)

/** Each is saved after the one before it. */
const saves: readonly [what: string, save: (server: ServerUnderTest) => void, level: string, message: string][] = [
  ['a valid change', saved(withRemark), 'INFO', 'Descriptors applied: Ward: field remark added'],
  [
    'an invalid change',
    saved(withRemark.replace('type: integer', 'type: integr')),
    'WARN',
    `Descriptors refused: ${file}:8:19 There is no field type "integr". Did you mean "integer"?`,
  ],
  [
    'a change that loses values',
    saved(ward),
    'WARN',
    `Descriptors wait for confirmation: ${file}:1:1 Drop the column remark of ward. `,
  ],
  [
    'an invalid migration',
    server => writeIn(server.appDir, 'migrations/0001-move.yaml', 'move: {}\n'),
    'WARN',
    'Descriptors refused: migrations/0001-move.yaml:1:',
  ],
]

describe.each(databasesWalked('embedded'))('the log of a server that takes over saved files ($kind)', kind => {
  let server: ServerUnderTest
  let calls: ServerCalls
  /** The lines about the descriptors that are logged since then, when there is one. */
  const linesSince = async (count: number) => {
    const found = () => server.log.slice(count).filter(line => JSON.parse(line).msg.startsWith('Descriptors '))
    await expect.poll(() => found().length, { timeout: 10_000 }).toBeGreaterThan(0)
    return found()
  }

  beforeAll(async () => {
    server = await startServer(kind, sampleApp, { settings: { live: true } })
    calls = serverCalls(server, await server.signIn('admin', adminPassword))
  })
  afterAll(() => server.close())

  it.each(saves)('has one line of %s, as JSON and for a terminal', async (what, save, level, message) => {
    if (what === 'a change that loses values') await calls.save('ward', { name: 'A', remark: '旧' })
    const count = server.log.length
    save(server)
    const [line = '', ...others] = await linesSince(count)
    expect(others).toEqual([])
    expect(JSON.parse(line)).toMatchObject({ level: level === 'INFO' ? 30 : 40, msg: expect.stringContaining(message) })
    expect(readableLine(line)).toMatch(/^\d\d:\d\d:\d\d (INFO|WARN) {2}Descriptors [^\n]+$/)
    expect(readableLine(line)).toContain(`${level}  ${message}`)
  })

  it('has a line of what was confirmed and by whom, and one of what was applied', async () => {
    rmSync(join(server.appDir, 'migrations'), { recursive: true })
    const pending = async () => (await calls.data('GET', 'engine/pending')).pending[0] ?? null
    await expect.poll(pending).not.toBeNull()
    const { revision } = await pending()
    const count = server.log.length
    await calls.data('POST', 'engine/pending', { revision, allow: [{ loss: 'drop:ward.remark', count: 1 }] })
    const found = server.log.slice(count).filter(line => !/"msg":"request"/.test(line))
    expect(
      found.map(line =>
        readableLine(line)
          .slice('09:05:07 '.length)
          .replace(/(revision|digest|ms)=\w+/g, '$1=…'),
      ),
    ).toEqual([
      'INFO  Descriptors applied: Ward: field remark removed revision=… digest=… ms=…',
      'INFO  changes confirmed account=admin losses=[{"loss":"drop:ward.remark","count":1}] revision=…',
    ])
  })
})
