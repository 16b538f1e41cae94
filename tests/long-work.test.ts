import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Model } from '../engine/model/model.ts'
import type { Actor } from '../engine/server/auth/actor.ts'
import { createContexts } from '../engine/server/auth/request-context.ts'
import type { Database } from '../engine/server/database/database.ts'
import { type BulkLine, type BulkOperation, runBulk } from '../engine/server/services/bulk/bulk-run.ts'
import { applyPlan } from '../engine/server/storage/apply.ts'
import { planChanges } from '../engine/server/storage/plan.ts'
import { databasesUnderTest, testZone } from './support/databases.ts'
import { actor, administrator, modelOf, refused, type StoreUnderTest, storeOn } from './support/store.ts'

const title = 'title: { zh: 名, en: Name }'
const note = `  note: { type: text, ${title} }\n`
const answer = `  answer: { edit: [note], ${title} }\n`

/** Letters with these fields and actions, and other keys. */
const letters = (fields = note, actions = answer, more = '') =>
  modelOf({
    'app.yaml': `language: 2\n${title}\n`,
    'resources/a/letter.yaml': `${title}\nfields:\n  subject: { type: text, ${title} }\n${fields}${actions && `actions:\n${actions}`}${more}`,
  })

const rows = 510

describe.each(databasesUnderTest())('semantics 22: work of many units ($kind)', ({ open }) => {
  const first = letters()
  let database: Database
  let on: StoreUnderTest
  let current: Model
  let by: Actor

  beforeAll(async () => {
    database = await open()
    on = await storeOn(database, first)
  })
  afterAll(async () => {
    await on.close()
    await database.close()
  })
  beforeEach(async () => {
    current = first
    by = administrator
    await applyPlan(database, await planChanges(database, first), { leave: () => true })
    await on.run('truncate letter')
    await on.run(
      `insert into letter (tenant_id, id, subject, note) select '000000', n, 'letter ' || n, 'old' from generate_series(1, ${rows}) n`,
    )
  })

  const contextOf = () =>
    createContexts({ current: () => current, clock: () => new Date(), zone: testZone }).of(by, 'en', 'test')
  const bring = async (model: Model) => {
    await applyPlan(database, await planChanges(database, model), { leave: () => true })
    current = model
  }

  describe('a bulk operation', () => {
    /** The last line of an operation on 60 letters, in whose middle something changes, and the number of new notes. */
    const runWith = async (operation: BulkOperation, change: () => Promise<void> | void) => {
      const ctx = contextOf()
      const parts = {
        store: on.store,
        ctx,
        resource: 'letter',
        language: 'en' as const,
        requestId: 'test',
        renewedActor: async () => by,
        catchUp: async () => undefined,
        report(error: unknown) {
          throw error
        },
        stopped: () => undefined,
      }
      const ids = BigInt64Array.from({ length: 60 }, (_, n) => BigInt(n + 1))
      const lines: BulkLine[] = []
      for await (const line of runBulk(parts, ids, operation)) {
        lines.push(line)
        if (lines.length === 51) await change()
      }
      return lines.at(-1)
    }
    const update: BulkOperation = { kind: 'update', values: { note: 'new' } }
    const act: BulkOperation = { kind: 'action', name: 'answer', input: { note: 'new' } }
    const written = async () =>
      Number((await on.run(`select count(*) as count from letter where note = 'new'`))[0]?.['count'])
    const stopped = { done: 50, failed: 0, left: 10, message: expect.stringMatching(/were not processed/) }

    it.each<[string, BulkOperation, () => Model]>([
      [
        'a rule is added',
        update,
        () =>
          letters(
            note,
            answer,
            `rules:\n  - { rule: "note != 'x'", message: { zh: 错, en: Wrong }, valid: { note: a }, invalid: { note: x } }\n`,
          ),
      ],
      ['the action is removed', act, () => letters(note, '')],
      ['the field is removed', update, () => letters('', '')],
    ])('leaves the remaining rows and reports them where %s', async (_what, operation, next) => {
      expect(await runWith(operation, () => bring(next()))).toEqual(stopped)
      expect(await written()).toBe(50)
    })

    it('reports them where the right ended', async () => {
      const end = () => {
        by = actor()
      }
      expect(await runWith(update, end)).toEqual({ done: 50, failed: 10 })
      expect(await written()).toBe(50)
    })

    it('continues where only texts or another resource changed', async () => {
      const other = letters(note.replace('名', '备注'), answer.replace('Name', 'Answer'))
      expect(await runWith(act, () => bring(other))).toEqual({ done: 60, failed: 0 })
      expect(await written()).toBe(60)
    })
  })

  describe('an export', () => {
    const exportWith = async (change: () => Promise<void> | void, columns = ['subject', 'note']) => {
      const ctx = contextOf()
      const renewed = async () => ctx.renewed(by)
      const stream = await on.store.stream(ctx, 'letter', { query: {}, columns, renewed })
      let count = 0
      for await (const page of stream.chunks()) {
        count += page.length
        await change()
      }
      return { count, columns: stream.fields.map(({ name }) => name) }
    }
    const reader = () => actor({ roles: ['reader'], codes: ['letter_view', 'letter_export'] })
    const hiding = (hidden: string) =>
      letters(note, answer, `access:\n  - { role: reader, allow: [view, export]${hidden} }\n`)

    it.each<[string, () => Model]>([
      ['removed', () => letters('', '')],
      ['renamed', () => letters(`  remark: { renamedFrom: note, type: text, ${title} }\n`, '')],
    ])('stops where a column is %s', async (_what, next) => {
      const changed = exportWith(() => {
        current = next()
      })
      expect(await changed.catch((error: unknown) => error)).toMatchObject({
        code: 'export-changed',
        text: {
          zh: '导出期间“名”已被删除、修改或隐藏，导出已停止，请重新导出',
          en: 'The export was stopped because "Name" was removed, changed or hidden. Please export again.',
        },
      })
    })

    it('stops where a column is hidden, or the right ends', async () => {
      current = hiding('')
      by = reader()
      const hidden = exportWith(() => {
        current = hiding(', hide: [note]')
      })
      await expect(hidden).rejects.toThrow('The export was stopped because "Name" was removed, changed or hidden.')
      current = hiding('')
      const ended = exportWith(() => {
        by = actor({ roles: ['reader'], codes: ['letter_view'] })
      })
      expect((await refused(ended)).code).toBe('forbidden')
    })

    it('keeps its columns where another one is added or removed', async () => {
      const added = letters(`${note}  extra: { type: text, ${title} }\n`)
      expect(await exportWith(() => bring(added))).toEqual({ count: rows, columns: ['subject', 'note'] })
      current = first
      const without = () => {
        current = letters('', '')
      }
      expect(await exportWith(without, ['subject'])).toEqual({ count: rows, columns: ['subject'] })
    })
  })
})
