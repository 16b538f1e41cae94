import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Call } from '../scripts/demo-records.ts'
import { callsAs } from '../scripts/server-calls.ts'
import { writeClerk, writeLoans } from '../scripts/tutorial-records.ts'
import { applyStep, tutorialSections } from '../scripts/tutorial-steps.ts'

const sections = tutorialSections(readFileSync('docs/guide/tutorial.md', 'utf8'))
const [start, ...further] = sections[0]?.steps ?? []
if (start?.kind !== 'commands') throw new Error('The tutorial does not begin with a command.')
// What the reader repeats in a second terminal.
const exported = start.text.match(/^export .*$/m)?.[0] ?? ''

describe('the tutorial', () => {
  let home: string
  let server: ChildProcess
  let address: string
  let call: Call
  let made: Awaited<ReturnType<typeof writeLoans>>

  const environment = () => ({ PATH: process.env['PATH'], HOME: home, PORT: '0' })
  const run = async (commands: string) =>
    promisify(execFile)('bash', ['-ec', `${exported}\n${commands}`], { env: environment() })
  const status = async (promise: Promise<unknown>) =>
    promise.then(
      () => 200,
      (error: Error) => Number(/: (\d{3}) /.exec(error.message)?.[1]),
    )
  const records = async (path: string, as = call) =>
    ((await as('GET', path)) as { readonly records: readonly Row[] }).records

  /** What a reader sees after each section. */
  const outcomes: Record<string, () => Promise<void>> = {
    '1. Start with an empty folder': async () => {
      expect(readFileSync(join(home, 'lending', 'schemas', 'resource.schema.json'), 'utf8')).toContain('"fields"')
    },
    '2. The first resource': async () => {
      await expect.poll(() => status(call('GET', '/api/lending/v1/tool/page'))).toBe(200)
      expect(await status(call('POST', '/api/lending/v1/tool/save', { toolNo: 'T-9', kind: 'saw' }))).toBe(400)
    },
    '3. Import rows': async () => {
      expect(await records('/api/lending/v1/tool/page?ascs=toolNo')).toMatchObject([
        { toolNo: 'T-001', toolName: 'Cordless drill', kind: 'drill', price: 420, boughtOn: '2024-03-04' },
        { toolNo: 'T-002', price: 1150 },
        { toolNo: 'T-003', kind: 'ladder' },
        { toolNo: 'T-004' },
        { toolNo: 'T-005', price: 45.9, boughtOn: null },
      ])
    },
    '4. Lines, a rule and a lifecycle': async () => {
      await expect.poll(() => status(call('GET', '/api/lending/v1/loan/page'))).toBe(200)
      made = await writeLoans(call)
      const id = made.loans[0]
      expect(await call('GET', `/api/lending/v1/loan/getById?id=${id}`)).toMatchObject({
        state: 'draft',
        lines: [{}, {}],
      })
      const early = { id, dueOn: '2020-01-01' }
      expect(await status(call('PUT', '/api/lending/v1/loan/update', early))).toBe(400)
      await call('POST', '/api/lending/v1/loan/lend', { id })
      expect(await status(call('POST', '/api/lending/v1/loan/receive', { id }))).toBe(400)
      await call('POST', '/api/lending/v1/loan/receive', { id, condition: '完好' })
      expect(await call('GET', `/api/lending/v1/loan/getById?id=${id}`)).toMatchObject({ state: 'returned' })
    },
    '5. Roles and a restricted user': async () => {
      await expect
        .poll(async () => (await records('/api/blade/v1/bladeRole/page')).map(row => row['roleAlias']))
        .toContain('clerk')
      const clerk = await writeClerk(call, address, made.branches.East)
      const seen = await records('/api/lending/v1/loan/page', clerk)
      expect(seen.map(({ id }) => id)).toEqual([made.loans[0]])
      expect(await status(clerk('GET', `/api/lending/v1/loan/getById?id=${made.loans[1]}`))).toBe(404)
      expect(await status(clerk('GET', '/api/blade/v1/bladeUser/page'))).toBe(403)
      const [tool] = await records('/api/lending/v1/tool/page', clerk)
      const own = await clerk('POST', '/api/lending/v1/loan/save', {
        borrower: '赵雪',
        lines: [{ toolId: tool?.id, count: 1 }],
      })
      expect(own).toMatchObject({ branchId: made.branches.East })
    },
    '6. Change it while it is in use': async () => {
      const prices = async () =>
        (await records('/api/lending/v1/tool/page?ascs=toolNo')).map(row => row['purchasePrice'])
      await expect.poll(prices).toEqual([420, 1150, 380.5, 299, 45.9])
    },
  }

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'tutorial-'))
    // A group of its own: npm does not pass signals on to the server.
    server = spawn('bash', ['-ec', start.text], {
      env: environment(),
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    address = await printedAddress(server)
    call = await callsAs(address, 'admin', /ADMIN_PASSWORD='(.*?)'/.exec(exported)?.[1] ?? '')
    // The first start builds the product.
  }, 600_000)
  afterAll(async () => {
    const ended = new Promise(done => server.once('close', done))
    process.kill(-Number(server.pid), 'SIGTERM')
    await ended
    await rm(home, { recursive: true, force: true })
  })

  it.each(sections)('$heading', async ({ heading, steps }) => {
    for (const step of steps === sections[0]?.steps ? further : steps) {
      if (step.kind === 'commands') await run(step.text)
      else await applyStep(join(home, 'lending'), step)
    }
    await outcomes[heading]?.()
    expect(await call('GET', '/api/engine/problems')).toEqual([])
  })

  it('has an outcome for each section', () => {
    expect(Object.keys(outcomes)).toEqual(sections.map(({ heading }) => heading))
  })
})

type Row = Readonly<Record<string, unknown>> & { readonly id: string }

/** The address that the server prints when it listens. */
async function printedAddress(server: ChildProcess): Promise<string> {
  if (!server.stdout) throw new Error('The output of the server is not read.')
  const lines = createInterface({ input: server.stdout })
  for await (const line of lines) {
    const address = /http:\/\/[\d.]+:\d+/.exec(line)?.[0]
    if (address !== undefined) return address
  }
  throw new Error('The server ended before it listened.')
}
