import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { applyAll } from '../../../tests/support/apply-all.ts'
import { databasesUnderTest } from '../../../tests/support/databases.ts'
import { compile } from '../../compiler/compile.ts'
import type { Model } from '../../model/model.ts'
import type { Database } from '../database/database.ts'
import { planChanges } from './plan.ts'

const title = 'title: { zh: 名, en: Name }'
const ward = `${title}\ndisplay: code\nfields:\n  code: { type: text, required: true, unique: true, max: 20, ${title} }\n`

describe.each(databasesUnderTest())('counters of serial numbers ($kind)', ({ open }) => {
  let database: Database

  beforeEach(async () => {
    database = await open()
  })
  afterEach(() => database.close())

  const modelOf = (no: string, more = '', name = 'no'): Model => {
    const slip = `${title}\ndisplay: name\nfields:\n  name: { type: text, max: 20, ${title} }\n  wardId: { type: reference, of: ward, required: true, ${title} }\n  ${name}: { ${no}, ${title} }\n${more}`
    const { model, problems } = compile(
      Object.entries({ 'resources/a/ward.yaml': `${ward}${more}`, 'resources/a/slip.yaml': slip }).map(
        ([file, text]) => ({
          file,
          text,
          origin: 'app',
        }),
      ),
    )
    if (!model) throw new Error(JSON.stringify(problems))
    return model
  }
  const run = async (text: string) => (await sql.raw<Record<string, unknown>>(text).execute(database.kysely)).rows
  const bring = async (no: string, more = '', name = 'no') => {
    const plan = await planChanges(database, modelOf(no, more, name))
    await applyAll(database, plan)
    expect((await planChanges(database, plan.model)).changes).toEqual([])
    return plan
  }
  const counters = async () =>
    (
      await run(
        `select tenant_id, period, last from engine_serial where resource = 'slip' and field = 'no' order by 1, 2`,
      )
    ).map(row => Object.values(row))
  const insert = (...numbers: readonly (readonly [tenant: string, number: string, isDeleted?: number])[]) =>
    run(
      `insert into slip (tenant_id, id, name, no, is_deleted) values ${numbers
        .map(
          ([tenant, number, isDeleted = 0], index) =>
            `('${tenant}', ${index + 1}, 'x', '${number.replaceAll("'", "''")}', ${isDeleted})`,
        )
        .join(', ')}`,
    )
  const text = 'type: text, max: 100'
  const serial = (pattern: string) => `type: serial, pattern: "${pattern}"`

  it('continue after the numbers of rows, of each tenant, when a text becomes a serial number', async () => {
    await bring(text)
    await insert(
      ['000000', 'A0001'],
      ['000000', 'A0012', 1],
      ['000000', 'B0099'],
      ['000000', 'A99'],
      ['000001', 'A12345'],
    )
    const plan = await bring(serial('A{0000}'))
    expect(plan.changes.map(({ what }) => what.en)).toContain(
      'Continue the numbers of slip.no after the highest of its rows.',
    )
    expect(await counters()).toEqual([
      ['000000', 'A{0000}', '12'],
      ['000001', 'A{0000}', '12345'],
    ])
  })

  it('are those of each date and of each text of another record, whatever characters they contain', async () => {
    await bring(text)
    await insert(
      ['000000', "A.(1)'\\-2025/01.(+)007"],
      ['000000', "A.(1)'\\-2025/01.(+)006"],
      ['000000', "A.(1)'\\-2025/01-(+)099"],
      ['000000', 'B-2-2025/01.(+)003'],
      ['000000', 'B-2-2026/01.(+)001'],
    )
    await bring(serial('{wardId.code}-{yyyy}/{MM}.(+){000}'))
    expect(await counters()).toEqual([
      ['000000', "A.(1)'\\-2025/01.(+){000}", '7'],
      ['000000', 'B-2-2025/01.(+){000}', '3'],
      ['000000', 'B-2-2026/01.(+){000}', '1'],
    ])
  })

  it('are raised to numbers that another pattern matches, and never lowered', async () => {
    await bring(serial('A{00}'))
    await insert(['000000', 'A12'], ['000000', 'A345'])
    await run(
      `insert into engine_serial values ('000000', 'slip', 'no', 'A{000}', 400), ('000000', 'slip', 'no', 'A{00}', 9)`,
    )
    await bring(serial('A{000}'))
    expect(await counters()).toEqual([
      ['000000', 'A{000}', '400'],
      ['000000', 'A{00}', '9'],
    ])
    await bring(serial('A{00}'))
    expect(await counters()).toContainEqual(['000000', 'A{00}', '345'])
  })

  it('follow those of a whole number, of a shared resource, and of a renamed field', async () => {
    await bring('type: integer', 'shared: true\n')
    await run(`insert into slip (id, name, no) values (1, 'x', 41), (2, 'y', 7)`)
    await bring(serial('{0}'), 'shared: true\n')
    expect(await counters()).toEqual([['', '{0}', '41']])
    await run(`update slip set no = 'N5' where id = 2`)
    await bring(`${serial('N{0}')}, renamedFrom: no`, 'shared: true\n', 'number')
    expect(await run(`select field, period, last from engine_serial order by period`)).toEqual([
      { field: 'no', period: 'N{0}', last: '5' },
      { field: 'no', period: '{0}', last: '41' },
    ])
  })

  it('number rows that were stored without a number while the field was a text', async () => {
    await bring(serial('A{00}'))
    await run(`insert into engine_formula values ('slip', 'no', 'once')`)
    await bring(text)
    expect(await run('select from engine_formula')).toHaveLength(1)
    await bring(serial('A{00}'))
    expect(await run('select from engine_formula')).toHaveLength(0)
  })
})
