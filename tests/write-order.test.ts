import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from './support/databases.ts'
import { type ImportCalls, importCallsOn } from './support/import-calls.ts'
import { sampleApp } from './support/sample-app.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'
import { type ServerCalls, serverCalls } from './support/server-calls.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read records of every shape and fail where they differ
type Any = any

const text = (name: string, more = '') => `  ${name}: { type: text, title: { zh: ${name}, en: ${name} }${more} }\n`
/** Of the zone of the tests, Asia/Shanghai, in milliseconds. */
const hoursAhead = 8 * 3_600_000

const titled = (name: string) => `title: { zh: ${name}, en: ${name} }`

// What each part of a write appends: the default 5, `edit` E, `set` 7, the handler 8, an automatic step A.
const app = {
  ...sampleApp,
  'dictionaries/trail_state.yaml': `${titled('state')}
entries:
  open: { key: "0", ${titled('open')} }
  gone: { key: "1", ${titled('gone')} }
  late: { key: "2", ${titled('late')} }
`,
  'messages/trailTaken.yaml': `${titled('Taken')}
of: trail
text: { zh: "{third}", en: "{third}" }
to: { owner: [phone] }
`,
  'dictionaries/msg_send_obj.yaml': `${titled('Receivers')}\nentries: { owner: { ${titled('Owner')} } }\n`,
  'resources/city/trail.yaml': `${titled('trail')}
display: name
fields:
${text('name', ', required: true')}${text('mark', `, default: "5"`)}${text('trail', ', max: 90')}${text('was')}
  no: { type: serial, pattern: "S{000}", title: { zh: no, en: No. } }
  dated: { type: serial, pattern: "{yyyy}{MM}{dd}-{000}", title: { zh: dated, en: Dated } }
  today: { type: date, default: today(), title: { zh: today, en: Today } }
  phone: { type: phone, title: { zh: phone, en: Phone } }
  day: { type: date, title: { zh: day, en: Day } }
  nextId: { type: reference, of: trail, title: { zh: next, en: Next } }
  copies: { type: related, of: copy, by: trailId, title: { zh: copies, en: Copies } }
  count: { type: integer, compute: "size(copies)", stored: true, title: { zh: count, en: Count } }
${text('third', ", max: 90, compute: \"second + '<' + (hidden ?? '')\"")}${text('second', `, max: 90, compute: "no + ':' + mark + (trail ?? '') + '>'"`)}${text('hidden', ', when: "second == null"')}
  state: { type: dictionary, of: trail_state }
rules:
  - rule: "second == null || !second.endsWith('!>')"
    message: { zh: 末尾不能是叹号, en: It ends with an exclamation mark }
    valid: { second: a }
    invalid: { second: "a!>" }
lifecycle:
  field: state
  initial: open
  final: [gone, late]
  transitions:
    go:
      from: open
      to: gone
      edit: [mark]
      input: { word: { type: text, title: { zh: word, en: Word } } }
      if: "mark == '5' && input.word != null && trail == null"
      set: { trail: "mark + '7' + input.word", was: "(trail ?? 'none') + state", hidden: "'x'" }
      handler: go
      updates: { record: nextId, with: { was: "third" } }
      creates: { of: copy, with: { trailId: id, name: "third" } }
      sends: { message: trailTaken }
      title: { zh: go, en: Go }
    lapse: { from: open, to: late, after: day, set: { trail: "mark + '7'" }, creates: { of: copy, with: { trailId: id, name: "third" } }, title: { zh: lapse, en: Lapse } }
actions:
  note: { set: { trail: "mark + '7'" }, handler: note, creates: { of: copy, with: { trailId: id, name: "third" } }, title: { zh: note, en: Note } }
  settle: { auto: true, if: "count > 0", set: { trail: "trail + 'A'" }, title: { zh: settle, en: Settle } }
`,
  'resources/city/copy.yaml': `${titled('copy')}
display: name
fields:
${text('name', ', max: 90')}  trailId: { type: reference, of: trail, title: { zh: trail, en: Trail } }
  no: { type: serial, pattern: "C{000}", title: { zh: no, en: No. } }
${text('label', `, max: 90, compute: "no + ':' + name"`)}
`,
}

describe.each(databasesWalked('postgres'))('the order of a write, on $kind', kind => {
  let server: ServerUnderTest
  let calls: ServerCalls
  let imports: ImportCalls
  let shift = () => 0
  const sent: string[] = []

  beforeAll(async () => {
    server = await startServer(kind, app, {
      clockShift: () => shift(),
      jobInterval: 30,
      handlers: {
        trail: {
          go: async ({ record, input }: Any) => ({ trail: `${record.trail}${input.word === 'bad' ? '!' : '8'}` }),
          note: async ({ record }: Any) => ({ trail: `${record.trail}8` }),
        },
      },
      ports: {
        sms: {
          name: 'test',
          idempotent: true,
          async send({ content }) {
            sent.push(content)
          },
        },
      },
    })
    imports = await importCallsOn(server, 'trail')
    calls = serverCalls(server, imports.token)
  })
  afterAll(() => server.close())

  const read = (id: string) => calls.data('GET', `city/v1/trail/getById?id=${id}`)
  const save = (record: object = {}) => calls.save('trail', { name: 'a', ...record })
  const copiesOf = async (id: string): Promise<Any[]> =>
    (await calls.data('GET', `city/v1/copy/page?trailId_equal=${id}`)).records
  const fast = { timeout: 20_000, interval: 50 }

  describe('semantics 25: every part sees what the former parts left', () => {
    const paths: Readonly<Record<string, readonly [run: () => Promise<string>, third: string, made?: string]>> = {
      save: [() => save({ trail: 's' }), '5s'],
      update: [
        async () => {
          const id = await save()
          await calls.data('PUT', 'city/v1/trail/update', { id, trail: 'u' })
          return id
        },
        '5u',
      ],
      action: [
        async () => {
          const id = await save()
          await calls.data('POST', 'city/v1/trail/note', { id })
          return id
        },
        '5578A',
        '5578',
      ],
      'bulk action': [
        async () => {
          const id = await save()
          await calls.call('POST', 'engine/bulk/trail', {
            select: { ids: [id] },
            do: { kind: 'action', name: 'note', input: {} },
          })
          return id
        },
        '5578A',
        '5578',
      ],
      'step of a job': [
        async () => {
          const id = await save({ day: '2026-01-31' })
          await imports.run(`update engine_job set next_at = now() where name = 'due-steps'`)
          await expect.poll(async () => (await read(id)).state, fast).toBe('2')
          return id
        },
        '557A',
        '557',
      ],
      import: [
        async () => {
          const { id } = await imports.checked('name,trail\nimported,i\n')
          await imports.step(id, 'write', { goodRows: false })
          return (await calls.data('GET', 'city/v1/trail/page?name_equal=imported')).records[0].id
        },
        '5i',
      ],
    }

    it.each(Object.entries(paths))('%s', async (_path, [write, third, made]) => {
      const id = await write()
      const record = await read(id)
      expect(record).toMatchObject({ third: `${record.no}:${third}><`, count: made ? 1 : 0, hidden: null })
      const copies = await copiesOf(id)
      expect(copies.map(({ no, label }) => label === `${no}:${record.no}:${made}><`)).toEqual(made ? [true] : [])
    })

    it('transition', async () => {
      const nextId = await save()
      const id = await save({ nextId, phone: '13800001111' })
      const go = (body: object) => calls.call('POST', 'city/v1/trail/go', { id, ...body })
      // The condition sees what is entered.
      expect((await go({ mark: 'E' })).status).toBe(409)
      // Rules see what the handler returned, and nothing remains of a refused step.
      const refused = await go({ mark: 'E', word: 'bad' })
      expect([refused.status, refused.body.errors]).toEqual([400, { second: '末尾不能是叹号' }])
      expect([await read(id), await read(nextId)]).toMatchObject([
        { state: '0', trail: null, version: 1 },
        { was: null },
      ])
      expect([await copiesOf(id), sent]).toEqual([[], []])
      expect((await go({ mark: 'E', word: 'w' })).status).toBe(200)
      const record = await read(id)
      const third = `${record.no}:EE7w8><`
      // `set` reads the values from before it; a message has those at the commit.
      const last = third.replace('w8', 'w8A')
      expect(record).toMatchObject({ trail: 'E7w8A', was: 'none0', third: last, hidden: null, count: 1, state: '1' })
      expect(await read(nextId)).toMatchObject({ was: third })
      expect(await copiesOf(id)).toMatchObject([{ name: third, label: expect.stringMatching(/^C\d{3}:S/) }])
      await expect.poll(() => sent, fast).toEqual([last])
      const history = await calls.data('GET', `engine/history/trail/${id}`)
      expect(history.map(({ operation }: Any) => operation)).toEqual(['settle', 'go', 'save'])
    })
  })

  it('semantics 36: a write has one day, also if midnight passes between two readings of the clock', async () => {
    const day = 86_400_000
    const midnight = Math.ceil((Date.now() + hoursAhead) / day) * day - hoursAhead
    let reads = 0
    shift = () => midnight - Date.now() + (reads++ % 2 === 0 ? -100 : 100)
    const late = serverCalls(server, await server.signIn('admin', adminPassword))
    const days: string[][] = []
    for (let n = 0; n < 4; n++) {
      const { dated, today, createTime } = await late.data('POST', 'city/v1/trail/save', { name: `midnight ${n}` })
      days.push([dated.slice(0, 8), today.replaceAll('-', ''), createTime.slice(0, 10).replaceAll('-', '')])
    }
    shift = () => 0
    expect([reads > 8, days.map(one => new Set(one).size)]).toEqual([true, [1, 1, 1, 1]])
  })
})
