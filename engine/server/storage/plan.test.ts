import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { applyAll } from '../../../tests/support/apply-all.ts'
import { databasesWalked } from '../../../tests/support/databases.ts'
import { compile } from '../../compiler/compile.ts'
import type { Model } from '../../model/model.ts'
import type { Database } from '../database/database.ts'
import { applyPlan, LossNotAllowed, lossesOf } from './apply.ts'
import { concernedRows } from './concerned-rows.ts'
import { planChanges } from './plan.ts'

const title = 'title: { zh: 名, en: Name }'
const office = `${title}\nfields:\n  officeName: { type: text, required: true, max: 20, ${title} }\n`
const visit = (fields: string) =>
  `${title}\nfields:\n  visitName: { type: text, max: 50, ${title} }\n${fields}display: visitName\n`

describe.each(databasesWalked('postgres'))('the planner ($kind)', ({ open }) => {
  let database: Database

  beforeEach(async () => {
    database = await open()
  })
  afterEach(() => database.close())

  it('writes the whole statement that creates a table', async () => {
    const { changes } = await planChanges(database, modelOf({ 'resources/a/office.yaml': office }))
    const table = changes.find(({ what }) => what.en === 'Create the table office.')
    expect(table?.statements).toEqual([
      [
        'create table "office" (',
        '  "tenant_id" text collate "C" not null,',
        '  "id" bigint not null,',
        '  "create_user" bigint,',
        '  "create_dept" bigint,',
        '  "create_time" timestamptz(3),',
        '  "update_user" bigint,',
        '  "update_time" timestamptz(3),',
        '  "status" integer not null default 1,',
        '  "is_deleted" smallint not null default 0,',
        '  "version" integer not null default 1,',
        '  "display_key" text collate "C",',
        '  "office_name" varchar(20) collate "C",',
        '  primary key ("tenant_id", "id")',
        ')',
      ].join('\n'),
      `comment on table "office" is '{"of":"office","code":"office"}'`,
      `comment on column "office"."display_key" is '{"computed":{"by":1,"from":"office_name"}}'`,
      `comment on column "office"."office_name" is '{"required":true}'`,
    ])
    expect(
      changes
        .filter(({ mark, what }) => mark === 'index' && / office_/.test(what.en))
        .map(({ statements }) => statements),
    ).toEqual([
      [
        'create index "office_office_name_grams" on "office" using gin (engine_search_grams("office_name")) where "is_deleted" = 0',
      ],
      [
        'create index "office_display_key" on "office" using btree ("tenant_id", "display_key", "id") where "is_deleted" = 0',
      ],
      [
        'create index "office_initials" on "office" using gin (engine_initial_grams("display_key")) where "is_deleted" = 0',
      ],
      ['create index "office_order" on "office" using btree ("tenant_id", "create_time", "id") where "is_deleted" = 0'],
      ['create index "office_bin" on "office" using btree ("tenant_id", "update_time", "id") where "is_deleted" = 1'],
      ['create statistics "office_office_name_parts" on (engine_search_grams("office_name")) from "office"'],
    ])
  })

  it('computes pinyin keys of rows that have none, or those of another field, and then plans no change', async () => {
    const labels = (display: string) =>
      modelOf({
        'resources/a/office.yaml': `${office}  note: { type: text, ${title} }\ndisplay: ${display}\n`,
      })
    const keys = async () => {
      const { rows } = await sql<{ key: string | null }>`select display_key as key from office order by id`.execute(
        database.kysely,
      )
      return rows.map(({ key }) => key)
    }
    const model = labels('officeName')
    await applyPlan(database, await planChanges(database, model))
    await sql`alter table office drop column display_key`.execute(database.kysely)
    await sql`insert into office (tenant_id, id, office_name, note) values ('000000', 1, '清溪2所', '乙'), ('000001', 2, null, null)`.execute(
      database.kysely,
    )
    const plan = await planChanges(database, model)
    expect(plan.changes.map(({ what, count }) => [what.en, count])).toEqual([
      ['Add the column display_key to office.', undefined],
      ['Compute display_key of office, the pinyin of office_name.', 2],
      ['Build the index office_display_key.', undefined],
      ['Build the index office_initials.', undefined],
    ])
    await applyPlan(database, plan)
    expect(await keys()).toEqual(['~qing1清~xi1溪12~suo3所', null])
    expect((await planChanges(database, model)).changes).toEqual([])

    await applyPlan(database, await planChanges(database, labels('note')))
    expect(await keys()).toEqual(['~yi3乙', null])
    expect((await planChanges(database, labels('note'))).changes).toEqual([])

    const withoutName = modelOf({ 'resources/a/office.yaml': `${office}display: id\n` })
    const without = await planChanges(database, withoutName)
    expect(without.changes.find(({ what }) => what.en === 'Drop the column display_key of office.')?.mark).toBe(
      'additive',
    )
  })

  it('semantics 9: gives existing rows the default and the initial state of what is added, in one step', async () => {
    const base = `${title}\nfields:\n  name: { type: text, ${title} }\n`
    const kinds = (name: string) => `dictionaries/${name}.yaml`
    const entries = `${title}\nentries:\n  open: { key: "1", ${title} }\n  shut: { key: "2", ${title} }\n`
    const more = [
      `  seats: { type: integer, required: true, default: 3, ${title} }`,
      `  price: { type: money, default: 1.5, ${title} }`,
      `  isLarge: { type: boolean, default: false, ${title} }`,
      `  day: { type: date, default: 2026-01-31, ${title} }`,
      `  words: { type: text, default: "it's \\\\ so", ${title} }`,
      `  kind: { type: dictionary, of: kind, many: true, default: [open, shut], ${title} }`,
      `  state: { type: dictionary, of: kind, ${title} }`,
      // Of a new record only: who made the others, and when, is not known.
      `  seen: { type: date, default: today(), ${title} }`,
    ]
    const lifecycle = `lifecycle:\n  field: state\n  initial: open\n  final: [shut]\n  transitions:\n    close: { from: open, to: shut, ${title} }\n`
    await applyPlan(database, await planChanges(database, modelOf({ 'resources/a/office.yaml': base })))
    await sql`insert into office (tenant_id, id, name) values ('000000', 1, '甲'), ('000001', 2, '乙')`.execute(
      database.kysely,
    )
    const model = modelOf({
      'resources/a/office.yaml': `${base}${more.join('\n')}\n${lifecycle}`,
      [kinds('kind')]: entries,
    })
    const plan = await planChanges(database, model)
    expect(plan.changes.filter(({ loss }) => loss)).toEqual([])
    expect(plan.changes.map(({ what }) => what.en)).toContain(
      "Add the column state to office, with '1' in existing rows.",
    )
    await applyPlan(database, plan)
    const { rows } =
      await sql`select id, seats, price, is_large, day, words, kind, state, seen from office order by id`.execute(
        database.kysely,
      )
    const filled = {
      seats: '3',
      price: '1.50',
      is_large: false,
      day: '2026-01-31',
      words: "it's \\ so",
      kind: ['1', '2'],
    }
    expect(rows).toEqual(['1', '2'].map(id => ({ id, ...filled, state: '1', seen: null })))
    expect((await planChanges(database, model)).changes).toEqual([])
  })

  it('semantics 20: renames the key of an entry in rows, lists, history and saved views', async () => {
    const kinds = (entries: string) => `${title}\nentries:\n${entries}`
    const entry = (name: string, more = '') => `  ${name}: { ${more}${title} }\n`
    const [fields, dictionary] = [
      `${title}\nfields:\n  name: { type: text, ${title} }\n  kind: { type: dictionary, of: kind, ${title} }\n  kinds: { type: dictionary, of: kind, many: true, ${title} }\n`,
      'dictionaries/kind.yaml',
    ]
    const of = (entries: string) => modelOf({ 'resources/a/office.yaml': fields, [dictionary]: kinds(entries) })
    const rowsOf = async (columns: string, table: string) =>
      (await sql.raw<object>(`select ${columns} from ${table} order by id`).execute(database.kysely)).rows.map(row =>
        Object.values(row),
      )
    await applyPlan(database, await planChanges(database, of(entry('plan') + entry('spot') + entry('other'))))
    await sql`insert into office (tenant_id, id, kind, kinds, is_deleted) values ('000000', 1, 'plan', '{plan,spot}', 0),
      ('000000', 2, 'spot', '{spot}', 0), ('000000', 3, 'plan', null, 1)`.execute(database.kysely)
    await sql`insert into engine_history (tenant_id, id, resource, record_id, version, operation, at, changes) values
      ('000000', 1, 'office', 1, 1, 'save', now(), '{"kind": {"from": "plan", "to": "spot"}, "kinds": {"from": null, "to": ["plan"]}, "name": {"from": "plan", "to": null}}'),
      ('000000', 2, 'visit', 1, 1, 'save', now(), '{"kind": {"from": "plan", "to": "spot"}}')`.execute(database.kysely)
    const renamed = of(entry('planned', 'renamedFrom: [gone, plan], ') + entry('spot') + entry('other'))
    const plan = await planChanges(database, renamed)
    expect(plan.changes.filter(({ loss }) => loss)).toEqual([])
    await applyPlan(database, plan)
    expect((await planChanges(database, renamed)).changes).toEqual([])
    expect(await rowsOf('kind, kinds', 'office')).toEqual([
      ['planned', ['planned', 'spot']],
      ['spot', ['spot']],
      ['planned', null],
    ])
    expect(await rowsOf('changes', 'engine_history')).toEqual([
      [
        {
          kind: { from: 'planned', to: 'spot' },
          kinds: { from: null, to: ['planned'] },
          name: { from: 'plan', to: null },
        },
      ],
      [{ kind: { from: 'plan', to: 'spot' } }],
    ])
    // Two entries that become one can no longer be distinguished.
    const merged = of(entry('planned', 'renamedFrom: spot, ') + entry('other'))
    const merging = await planChanges(database, merged)
    expect(merging.changes.flatMap(({ loss, count }) => (loss ? [[loss, count]] : []))).toEqual([
      ['key:office.kind', 1],
      ['key:office.kinds', 2],
    ])
    await applyAll(database, merging)
    expect(await rowsOf('kind, kinds', 'office')).toEqual([
      ['planned', ['planned']],
      ['planned', ['planned']],
      ['planned', null],
    ])
    expect((await planChanges(database, merged)).changes).toEqual([])
    // An entry that rows use is removed when that is confirmed.
    const { changes } = await planChanges(database, of(entry('other')))
    expect(changes.flatMap(({ loss, count, rows }) => (loss ? [[loss, count, rows?.resource]] : []))).toEqual([
      ['key:office.kind', 2, 'office'],
      ['key:office.kinds', 2, 'office'],
    ])
    // Its rows still have the key, and get the new one when the rename is declared later.
    await applyAll(database, await planChanges(database, of(entry('late') + entry('other'))))
    const declared = of(entry('late', 'renamedFrom: planned, ') + entry('other'))
    const late = await planChanges(database, declared)
    expect(lossesOf(late)).toEqual([])
    await applyPlan(database, late)
    expect(await rowsOf('kind, kinds', 'office')).toEqual([
      ['late', ['late']],
      ['late', ['late']],
      ['late', null],
    ])
    expect(await rowsOf("changes -> 'kind'", 'engine_history')).toEqual([
      [{ from: 'late', to: 'late' }],
      [{ from: 'plan', to: 'spot' }],
    ])
    expect((await planChanges(database, declared)).changes).toEqual([])
  })

  describe('limits that some rows violate', () => {
    const files = (fields: string) => ({ 'resources/a/visit.yaml': visit(fields) })
    const field = (type: string) => files(`  value: { type: ${type}, ${title} }\n`)
    const losses = async (wanted: Readonly<Record<string, string>>) =>
      lossesOf(await planChanges(database, modelOf(wanted)))
    const cases: readonly (readonly [
      before: string,
      after: string,
      values: readonly string[],
      broken: readonly string[],
    ])[] = [
      ['integer', 'integer, min: 2', ['1', '2', '3'], ['1']],
      ['integer, max: 9', 'integer, max: 2', ['1', '2', '3'], ['3']],
      ['integer, min: 2', 'integer, min: 1', ['1'], []],
      ['integer', 'integer, min: -1', ['-2', '-1'], ['-2']],
      ['decimal', 'decimal, min: 0.5, max: 1.5', ['0.49', '0.5', '1.5', '1.51'], ['0.49', '1.51']],
      ['money', 'money, min: 0', ['-0.01', '0'], ['-0.01']],
      ['date', 'date, min: 2026-02-01', ['2026-01-31', '2026-02-01'], ['2026-01-31']],
      ['datetime', 'datetime, max: 2026-01-31', ['2026-01-31 23:59:59', '2026-02-01 00:00:00'], ['2026-02-01']],
      ['date', 'date, past: true', ['2026-01-31', '2999-12-31'], ['2999-12-31']],
      ['datetime', 'datetime, past: true', ['2026-01-31 23:59:59', '2999-12-31 00:00:00'], ['2999-12-31']],
      ['date, past: true', 'date, past: true, min: 2026-01-01', ['2999-12-31'], []],
      ['date, past: true', 'date', ['2999-12-31'], []],
      ['text', 'text, min: 2', ['甲', '甲乙'], ['甲']],
      ['longtext', 'longtext, min: 2', ['甲', '甲乙'], ['甲']],
      ['text, max: 5', 'integer, min: 2', ['1', '2'], ['1']],
      ['text', 'text, only: digits', ['12', '1a', ''], ['1a']],
      ['text', `text, pattern: "[A-Z]\\\\d+"`, ['A1', "a'1"], ["a'1"]],
      ['text, only: digits', 'text, only: digits, pattern: "1.*"', ['12', '2'], ['2']],
      ['text, max: 20', 'email', ['a@example.cn', ' a@example.cn', 'a@'], ['a@']],
      ['text, max: 20', 'phone', ['13800000000', '138 0000 0000', '138'], ['138']],
      ['text, max: 20', 'phone, landline: true', ['010-12345678', '(010) 12345678', '010-1'], ['010-1']],
      ['phone, landline: true', 'phone', ['13800000000', '010-12345678'], ['010-12345678']],
      ['phone', 'phone, landline: true', ['13800000000'], []],
      ['text, max: 20', 'url', ['https://a.cn', 'a'], ['a']],
      ['email', 'text, max: 254', ['a@example.cn'], []],
    ]

    it('are listed with these rows', async () => {
      const fields = (typeOf: (one: (typeof cases)[number]) => string) =>
        sideBySide(cases, one => `  value: { type: ${typeOf(one)}, ${title} }\n`)
      await bring(fields(([before]) => before))
      for (const [n, [, , values]] of cases.entries())
        for (const [id, value] of values.entries())
          await sql`insert into ${sql.table(`visit${n}`)} (tenant_id, id, value, is_deleted) values
            ('000000', ${id + 1}::bigint, ${sql.lit(value)}, 0), ('000001', ${id + 1}::bigint, ${sql.lit(value)}, 1)`.execute(
            database.kysely,
          )
      const wanted = fields(([, after]) => after)
      const found = await losses(wanted)
      const violated = cases.flatMap(([, , , broken], n) => (broken.length > 0 ? [[`visit${n}.value`, broken]] : []))
      expect(found.map(({ loss, count, canWait }) => [loss, count, canWait]).sort()).toEqual(
        violated.map(([name, broken]) => [`constrain:${name}`, broken?.length, true]).sort(),
      )
      for (const [n, [before, after, , broken]] of cases.entries()) {
        const loss = found.find(one => one.loss === `constrain:visit${n}.value`)
        const rows = loss?.rows ? await concernedRows(database.kysely, loss.rows) : []
        expect(
          rows.map(({ value }) => value),
          `from ${before} to ${after}`,
        ).toEqual(broken.map(value => expect.stringContaining(value)))
      }
      await applyAll(database, await planChanges(database, modelOf(wanted)))
      expect((await planChanges(database, modelOf(wanted))).changes).toEqual([])
    })

    it('are found among more texts than are read at once', async () => {
      await bring(field('text, max: 20'))
      await sql`insert into visit (tenant_id, id, value, is_deleted)
        select '000000', n, case when n in (1, 60000) then 'z' else 'A' end || n, 0 from generate_series(1, 60000) n`.execute(
        database.kysely,
      )
      const found = await losses(field('text, max: 20, pattern: "A.*"'))
      expect(found.map(({ loss, count }) => [loss, count])).toEqual([['constrain:visit.value', 2]])
    })
  })

  describe('the entries of keys that rows have', () => {
    const files = (entries: string, more: Readonly<Record<string, string>> = {}, of = 'kind') => ({
      [`dictionaries/${of}.yaml`]: `${title}\nentries: ${entries}\n`,
      'resources/a/visit.yaml': visit(
        `  kind: { type: dictionary, of: ${of}, ${title} }\n  kinds: { type: dictionary, of: ${of}, many: true, ${title} }\n`,
      ),
      ...more,
    })
    const entry = (name: string, key: string, more = '') => `${name}: { key: "${key}", ${more}${title} }`
    const both = (...entries: readonly string[]) => `{ ${entries.join(', ')} }`
    const losses = async (wanted: Readonly<Record<string, string>>) =>
      lossesOf(await planChanges(database, modelOf(wanted))).map(({ loss, count, canWait }) => [loss, count, canWait])
    const first = both(entry('open', '1'), entry('shut', '2'))
    const kinds = async () =>
      (await sql<{ kind: string }>`select kind from visit order by id`.execute(database.kysely)).rows.map(
        ({ kind }) => kind,
      )

    beforeEach(async () => {
      await bring(files(first))
      await sql`insert into visit (tenant_id, id, kind, kinds, is_deleted) values
        ('000000', 1, '1', '{1,2}', 0), ('000000', 2, '2', null, 1), ('000001', 3, null, null, 0)`.execute(
        database.kysely,
      )
    })

    describe('that administrators added to a dictionary', () => {
      const add = (tenant: string, code: string, key: string) =>
        sql`insert into engine_overlay (tenant_id, kind, path, property, value)
          values (${tenant}, 'dictionary', ${`${code}/${key}`}, 'title.zh', '"名"')`.execute(database.kysely)
      const other = files(both(entry('low', '1'), entry('shut', '2')), {}, 'level')
      const sameKeys = files(first, {}, 'level')

      beforeEach(async () => {
        await sql`insert into visit (tenant_id, id, kind, kinds) values
          ('000000', 11, 'x-a', '{1,x-a}'), ('000001', 12, 'x-a', '{x-b}'), ('000001', 13, 'x-b', '{x-a,x-b}')`.execute(
          database.kysely,
        )
        for (const key of ['x-a', 'x-b']) await add('000000', 'kind', key)
      })

      it('are counted where another dictionary has none of the key for the tenant, until that is confirmed', async () => {
        await add('000000', 'level', 'x-a')
        await add('000000', 'level', 'x-c')
        await add('000002', 'level', 'x-b')
        const constrained = [
          ['key:visit.kind', 1, true],
          ['key:visit.kinds', 2, true],
        ]
        expect(await losses(sameKeys)).toEqual(constrained)
        expect(await losses(other)).toContainEqual(['key:visit.kind', 2, false])
        await applyPlan(database, await planChanges(database, modelOf(sameKeys)), { leave: () => true })
        expect(await losses(sameKeys)).toEqual(constrained)
        await add('000001', 'level', 'x-b')
        expect(await losses(sameKeys)).toEqual([])
        await sql`delete from engine_overlay where tenant_id = '000001'`.execute(database.kysely)
        const plan = await planChanges(database, modelOf(sameKeys))
        await applyAll(database, plan)
        expect((await planChanges(database, plan.model)).changes).toEqual([])
        expect(await kinds()).toEqual(['1', '2', null, 'x-a', 'x-a', 'x-b'])
      })

      it('follow a renamed dictionary', async () => {
        const renamed = {
          ...sameKeys,
          'dictionaries/level.yaml': `renamedFrom: kind\n${title}\nentries: ${first}\n`,
        }
        expect(await losses(renamed)).toEqual([])
        await bring(renamed)
        expect((await planChanges(database, modelOf(renamed))).changes).toEqual([])
      })
    })

    it.each([
      ['new titles', files(first.replaceAll('名', '题'))],
      ['a renamed entry', files(both(entry('begun', '1'), entry('shut', '2')))],
      ['a different order of entries', files(both(entry('shut', '2'), entry('open', '1')))],
      ['a renamed dictionary', files(first, {}, 'level')],
      [
        'a renamed dictionary with a renamed entry',
        {
          ...files(both(entry('begun', '1'), entry('shut', '2')), {}, 'level'),
          'dictionaries/level.yaml': `renamedFrom: kind\n${title}\nentries: ${both(entry('begun', '1'), entry('shut', '2'))}\n`,
        },
      ],
    ])('are the same with %s', async (_, wanted) => {
      expect(await losses(wanted)).toEqual([])
    })
  })

  it('replaces titles by keys where a text becomes a dictionary, and names the rows with other texts', async () => {
    const kinds = [
      'a: { key: "1", title: { zh: 甲, en: First } }',
      'b: { key: "2", title: { zh: 乙, en: Second } }',
      'c: { key: "3", title: { zh: 丙, en: Second } }',
    ]
    const files = (type: string, more = '') => ({
      'dictionaries/kind.yaml': `${title}\nentries:\n${kinds.map(one => `  ${one}\n`).join('')}`,
      'resources/a/visit.yaml': visit(`  kind: { type: ${type}, ${title}${more} }\n`),
    })
    await bring(files('text'))
    const texts = ['甲', 'First', '2', 'Second', '丁', '甲, 乙']
    for (const [n, text] of texts.entries())
      await sql`insert into visit (tenant_id, id, kind) values ('000000', ${n}::integer, ${text})`.execute(
        database.kysely,
      )
    await sql`insert into engine_history (tenant_id, id, resource, record_id, version, operation, at, changes)
      values ('000000', 9, 'visit', 1, 2, 'edit', now(), '{"kind":{"from":"乙","to":"甲"}}')`.execute(database.kysely)
    const stored = async () =>
      (await sql<{ kind: unknown }>`select kind from visit order by id`.execute(database.kysely)).rows.map(
        one => one.kind,
      )

    const one = modelOf(files('dictionary, of: kind'))
    const plan = await planChanges(database, one)
    const [loss, ...others] = lossesOf(plan)
    expect([loss?.loss, loss?.count, others]).toEqual(['constrain:visit.kind', 3, []])
    const concerned = await sql<{ id: string }>`select id from (${sql.raw(loss?.rows?.sql ?? '')}) of_loss`.execute(
      database.kysely,
    )
    expect(concerned.rows.map(({ id }) => texts[Number(id)])).toEqual(['Second', '丁', '甲, 乙'])
    await expect(applyPlan(database, plan)).rejects.toThrow(LossNotAllowed)
    expect(await stored()).toEqual(texts)

    await applyAll(database, plan)
    expect(await stored()).toEqual(['1', '1', '2', 'Second', '丁', '甲, 乙'])
    const { rows } = await sql`select changes from engine_history where id = 9`.execute(database.kysely)
    expect(rows).toEqual([{ changes: { kind: { from: '2', to: '1' } } }])
    expect((await planChanges(database, one)).changes).toEqual([])

    await bring(files('text'))
    await applyAll(database, await planChanges(database, modelOf(files('dictionary, of: kind', ', many: true'))))
    expect(await stored()).toEqual([['1'], ['1'], ['2'], ['Second'], ['丁'], ['1', '2']])
  })

  it('replaces texts by the records that they name where a text becomes a reference, and shows similar names for the others', async () => {
    const files = (type: string) => ({
      'resources/a/office.yaml': `${office}  code: { type: text, max: 10, unique: true, ${title} }\ndisplay: officeName\n`,
      'resources/a/visit.yaml': visit(`  at: { type: ${type}, ${title} }\n`),
    })
    await bring(files('text, max: 20'))
    await sql`insert into office (tenant_id, id, office_name, code, is_deleted) values
      ('000000', 11, '东街所', 'A1', 0), ('000000', 12, '西街所', '11', 0), ('000000', 13, '同名所', null, 0),
      ('000000', 14, '同名所', null, 0), ('000000', 15, '旧所', null, 1), ('000001', 11, '南街所', 'A1', 0)`.execute(
      database.kysely,
    )
    const texts = [' 东街所', 'A1', '11', '14', '同名所', '旧所', '东街', null]
    for (const [n, text] of texts.entries())
      await sql`insert into visit (tenant_id, id, at) values ('000000', ${n}::integer, ${text})`.execute(
        database.kysely,
      )
    await sql`insert into visit (tenant_id, id, at) values ('000001', 9, 'A1'), ('000001', 10, '东街所')`.execute(
      database.kysely,
    )
    await sql`insert into engine_history (tenant_id, id, resource, record_id, version, operation, at, changes)
      values ('000000', 9, 'visit', 1, 2, 'edit', now(), '{"at":{"from":"东街","to":"东街所"}}')`.execute(
      database.kysely,
    )
    await sql`insert into engine_view (tenant_id, id, resource, user_id, user_name, name, query, at)
      values ('000000', 9, 'visit', 1, 'a', 'a', '{"at_eq":"西街所"}', now())`.execute(database.kysely)

    const one = modelOf(files('reference, of: office'))
    const plan = await planChanges(database, one)
    const [loss, ...others] = lossesOf(plan)
    expect([loss?.loss, loss?.count, others]).toEqual(['retype:visit.at', 4, []])
    if (!loss?.rows) throw new Error('The loss has no rows.')
    expect(
      (await concernedRows(database.kysely, loss.rows)).map(row => [row.tenantId, row.value, row.candidates]),
    ).toEqual([
      ['000000', '同名所', ['同名所 #13', '同名所 #14']],
      ['000000', '旧所', []],
      ['000000', '东街', ['东街所']],
      ['000001', '东街所', ['南街所']],
    ])
    await expect(applyPlan(database, plan)).rejects.toThrow(LossNotAllowed)
    await applyAll(database, plan)
    const { rows } = await sql<{ at: string | null }>`select at from visit order by tenant_id, id`.execute(
      database.kysely,
    )
    expect(rows.map(({ at }) => at)).toEqual(['11', '11', '12', '14', null, null, null, null, '11', null])
    const history = await sql`select changes from engine_history where id = 9`.execute(database.kysely)
    expect(history.rows).toEqual([{ changes: { at: { from: '东街', to: '11' } } }])
    const views = await sql`select query from engine_view where id = 9`.execute(database.kysely)
    expect(views.rows).toEqual([{ query: { at_eq: '12' } }])
    expect((await planChanges(database, one)).changes).toEqual([])
  })

  it.each([
    ['decimal, scale: 2', '11.00', '11.50', null],
    ['dictionary, of: kind, many: true', '{11}', '{11,12}', '11'],
  ])('takes the ids that are values of %s where it becomes a reference', async (type, fits, other, nearest) => {
    const files = (of: string) => ({
      'dictionaries/kind.yaml': `${title}\nentries:\n  one: { key: "11", ${title} }\n  two: { key: "12", ${title} }\n`,
      'resources/a/office.yaml': office,
      'resources/a/visit.yaml': visit(`  at: { type: ${of}, ${title} }\n`),
    })
    await bring(files(type))
    await sql`insert into office (tenant_id, id) values ('000000', 11)`.execute(database.kysely)
    for (const [id, value] of [fits, other].entries())
      await sql`insert into visit (tenant_id, id, at) values ('000000', ${id}::integer, ${sql.lit(value)})`.execute(
        database.kysely,
      )
    const one = modelOf(files('reference, of: office'))
    const plan = await planChanges(database, one)
    expect(lossesOf(plan).map(({ loss, count }) => [loss, count])).toEqual([['retype:visit.at', 1]])
    await applyAll(database, plan)
    const { rows } = await sql`select at from visit order by id`.execute(database.kysely)
    expect(rows).toEqual([{ at: '11' }, { at: nearest }])
    expect((await planChanges(database, one)).changes).toEqual([])
  })

  describe('values that a condition requires', () => {
    const kinds = `${title}\nentries: { open: { key: "1", ${title} }, shut: { key: "2", ${title} } }\n`
    const fields = (reason: string, more = '', kind = 'kind') => ({
      'dictionaries/kind.yaml': kinds,
      'resources/a/office.yaml': office,
      'resources/a/visit.yaml': visit(
        `  ${kind}: { type: dictionary, of: kind, ${title}${more} }\n  officeId: { type: reference, of: office, ${title} }\n  tags: { type: dictionary, of: kind, many: true, ${title} }\n${reason}`,
      ),
    })
    const reason = (required = '', type = 'text') => `  reason: { type: ${type}, ${title}${required} }\n`
    const losses = async (files: Readonly<Record<string, string>>) =>
      lossesOf(await planChanges(database, modelOf(files))).map(({ loss, count }) => [loss, count])
    const isShut = `kind == "shut"`
    const when = `, required: true, when: '${isShut}'`
    const fill = (kind = 'kind') =>
      sql
        .raw(`insert into visit (tenant_id, id, is_deleted, ${kind}, reason) values ('000000', 1, 0, '2', null),
          ('000000', 2, 0, '2', 'a'), ('000000', 3, 0, '1', null), ('000000', 4, 0, null, null), ('000000', 5, 1, '2', null)`)
        .execute(database.kysely)

    it.each([
      ['when', when, 1],
      ['a condition', `, required: '${isShut}'`, 1],
      ['both', `, required: 'visitName == null', when: '${isShut}'`, 1],
      ['the other', `, required: '${isShut} || kind == "open"'`, 2],
      ['no row', `, required: 'visitName == "x"'`, 0],
      ['the time', `, required: 'today() == today()'`, 0],
      ['another record', `, required: 'officeId.officeName == null'`, 0],
    ])('are counted where %s is added, and no more once that is confirmed', async (_, required, count) => {
      await bring(fields(reason()))
      await fill()
      const wanted = fields(reason(required))
      const expected = count === 0 ? [] : [['constrain:visit.reason', count]]
      expect(await losses(wanted)).toEqual(expected)
      await applyPlan(database, await planChanges(database, modelOf(wanted)), { leave: () => true })
      expect(await losses(wanted)).toEqual(expected)
      await applyAll(database, await planChanges(database, modelOf(wanted)))
      expect((await planChanges(database, modelOf(wanted))).changes).toEqual([])
    })

    it('are counted for a new field, unless it has a default', async () => {
      await bring(fields(reason()))
      await fill()
      const added = (more: string) => `${reason()}  note: { type: text, ${title}${when}${more} }\n`
      expect(await losses(fields(added('')))).toEqual([['constrain:visit.note', 2]])
      expect(await losses(fields(added(', default: x')))).toEqual([])
    })
  })

  describe('lists of references whose type or target changes', () => {
    const files = (type: string, more: Readonly<Record<string, string>> = {}) => ({
      'dictionaries/kind.yaml': `${title}\nentries:\n  one: { key: "7", ${title} }\n  two: { key: "99", ${title} }\n`,
      'resources/a/office.yaml': office,
      'resources/a/post.yaml': office,
      'resources/a/visit.yaml': visit(`  at: { type: ${type}, ${title} }\n`),
      ...more,
    })
    const list = (of: string) => `reference, of: ${of}, many: true`
    const stored = async (table = 'visit') => {
      const { rows } = await sql<{ at: unknown }>`select at from ${sql.table(table)} order by id`.execute(
        database.kysely,
      )
      return rows.map(({ at }) => at)
    }
    const fill = async (values: readonly string[], table = 'visit') => {
      for (const [n, value] of values.entries())
        await sql
          .raw(`insert into ${table} (tenant_id, id, at) values ('000000', ${n + 1}, ${value})`)
          .execute(database.kysely)
    }

    beforeEach(async () => {
      await bring(files('text'))
      await sql`insert into office (tenant_id, id, is_deleted) values
        ('000000', 7, 0), ('000000', 8, 1), ('000000', 9, 0), ('000001', 99, 0)`.execute(database.kysely)
      await sql`insert into post (tenant_id, id) values ('000000', 99), ('000000', 6)`.execute(database.kysely)
    })

    const cases: readonly (readonly [
      type: string,
      values: readonly string[],
      to: string,
      broken: number,
      after: readonly unknown[],
    ])[] = [
      ['integer', ['7', '99', 'null'], 'office', 1, [['7'], null, null]],
      ['reference, of: post', ['99', 'null'], 'office', 1, [null, null]],
      ['dictionary, of: kind, many: true', [`'{99,7}'`, `'{7}'`], 'office', 1, [['7'], ['7']]],
      ['dictionary, of: kind', [`'99'`, `'7'`], 'office', 1, [null, ['7']]],
      ['text', [`'99'`, `'8'`], 'office', 1, [null, ['8']]],
      [list('post'), [`'{99,9,8,6,7}'`, `'{6}'`, `'{}'`, `'{9}'`], 'office', 2, [['9', '8', '7'], null, [], ['9']]],
    ]

    it('keep the ids of rows in order, and lose the others when that is confirmed', async () => {
      const fields = (typeOf: (one: (typeof cases)[number]) => string) => ({
        ...files('text'),
        ...sideBySide(cases, one => `  at: { type: ${typeOf(one)}, ${title} }\n`),
      })
      const all = () => Promise.all(cases.map((_, n) => stored(`visit${n}`)))
      await bring(fields(([type]) => type))
      for (const [n, [, values]] of cases.entries()) await fill(values, `visit${n}`)
      const before = await all()
      const model = modelOf(fields(([, , to]) => list(to)))
      const plan = await planChanges(database, model)
      const found = lossesOf(plan).filter(one => !one.loss.startsWith('meaning:'))
      const wanted = cases.map(([, , , broken], n) => [`retype:visit${n}.at`, broken, `visit${n}`])
      expect(found.map(({ loss, count, rows }) => [loss, count, rows?.resource]).sort()).toEqual(wanted)
      for (const { loss, count, rows } of found)
        expect(rows && (await concernedRows(database.kysely, rows)), loss).toHaveLength(count)
      const refusal: unknown = await applyPlan(database, plan).catch(error => error)
      expect(refusal instanceof LossNotAllowed && refusal.changes.map(({ loss }) => loss)).toEqual(
        expect.arrayContaining(found.map(({ loss }) => loss)),
      )
      expect(await all()).toEqual(before)
      await applyAll(database, plan)
      for (const [n, [type, , , , after]] of cases.entries())
        expect(await stored(`visit${n}`), `from ${type}`).toEqual(after)
      expect((await planChanges(database, model)).changes).toEqual([])
    })
  })

  it('converts a text to each type in rows, history and saved views', async () => {
    const cases = [
      ['integer, unit: 公斤', '12 公斤', 12, '12'],
      ['money', '¥1,234.50', 1234.5, '1234.50'],
      ['boolean', '是', true, 'true'],
      ['datetime', '2026年3月1日 9:05', '2026-03-01 09:05:00', '2026-03-01 09:05:00'],
      ['date', '2026/3/1', '2026-03-01', '2026-03-01'],
    ] as const
    const fields = (typeOf: (one: (typeof cases)[number]) => string) =>
      sideBySide(cases, one => `  weight: { type: ${typeOf(one)}, ${title} }\n`)
    await bring(fields(() => 'text'))
    for (const [n, [, text]] of cases.entries()) {
      const changes = JSON.stringify({ weight: { from: '不详', to: text } })
      await sql`insert into ${sql.table(`visit${n}`)} (tenant_id, id, weight) values ('000000', 1, ${text})`.execute(
        database.kysely,
      )
      await sql`insert into engine_history (tenant_id, id, resource, record_id, version, operation, at, changes)
        values ('000000', ${n}::bigint, ${`visit${n}`}, 1, 2, 'edit', now(), ${changes}::jsonb)`.execute(
        database.kysely,
      )
      await sql`insert into engine_view (tenant_id, id, resource, user_id, user_name, name, query, at)
        values ('000000', ${n}::bigint, ${`visit${n}`}, 1, 'a', 'a', ${JSON.stringify({ weight_ge: text })}::jsonb, now())`.execute(
        database.kysely,
      )
    }
    const plan = await planChanges(database, modelOf(fields(([type]) => type)))
    expect(lossesOf(plan)).toEqual([])
    await applyPlan(database, plan)
    const history = await sql`select changes from engine_history order by id`.execute(database.kysely)
    expect(history.rows).toEqual(cases.map(([, , value]) => ({ changes: { weight: { from: '不详', to: value } } })))
    const views = await sql`select query from engine_view order by id`.execute(database.kysely)
    expect(views.rows).toEqual(cases.map(([, , , asked]) => ({ query: { weight_ge: asked } })))
    for (const [n, [type, , value]] of cases.entries()) {
      const { rows } = await sql<{
        weight: string
      }>`select to_json(weight)::text as weight from ${sql.table(`visit${n}`)}`.execute(database.kysely)
      expect(rows[0]?.weight.replace('T', ' '), type).toContain(String(value))
    }
  })

  describe('texts that become files', () => {
    const fill = (values: readonly string[], table = 'visit') =>
      Promise.all(
        values.map((value, id) =>
          sql`insert into ${sql.table(table)} (tenant_id, id, paper) values ('000000', ${id}, ${sql.lit(value)})`.execute(
            database.kysely,
          ),
        ),
      )
    const losses = async (wanted: Readonly<Record<string, string>>) =>
      lossesOf(await planChanges(database, modelOf(wanted))).map(({ loss, count }) => [loss, count])
    const own = ['/image-api/000000/1/a.pdf', '/image-api/000000/1/a.png']
    const foreign = 'https://a.cn/a.png'

    const cases: readonly (readonly [from: string, to: string, values: readonly string[], refused: number])[] = [
      ['text', 'file, accept: [pdf, png]', ['hello', '/api/a.pdf', ...own, foreign], 2],
      ['longtext', 'file, accept: [pdf]', ['hello', own[0] ?? '', own[1] ?? ''], 2],
      ['longtext', 'image', ['hello', ...own, foreign], 3],
      ['file, accept: [pdf, png]', 'image', [...own, foreign], 2],
      [
        'longtext',
        'file, many: true, accept: [pdf, png]',
        [own.join('\n'), 'hello, world', `${own[0]}, /api/b.pdf`],
        2,
      ],
      [
        'file, many: true, accept: [pdf, png]',
        'image, many: true',
        [`{${own.join()}}`, `{${own[1]}}`, `{${foreign}}`],
        2,
      ],
    ]

    it('are counted where a save would refuse them', async () => {
      const fields = (typeOf: (one: (typeof cases)[number]) => string) =>
        sideBySide(cases, one => `  paper: { type: ${typeOf(one)}, ${title} }\n`)
      await bring(fields(([from]) => from))
      for (const [n, [, , values]] of cases.entries()) await fill(values, `visit${n}`)
      const wanted = fields(([, to]) => to)
      const found = cases.map(([, , , refused], n) => [`constrain:visit${n}.paper`, refused])
      expect((await losses(wanted)).sort()).toEqual(found)
      await applyPlan(database, await planChanges(database, modelOf(wanted)), { leave: () => true })
      expect((await losses(wanted)).sort()).toEqual(found)
      await applyAll(database, await planChanges(database, modelOf(wanted)))
      expect((await planChanges(database, modelOf(wanted))).changes).toEqual([])
    })
  })

  it('drops without a confirmation what can be computed again: a stored value, the time of a state', async () => {
    const files = (stored: string, lifecycle: string) => ({
      'dictionaries/visit_state.yaml': `${title}\nentries:\n  open: { key: "1", ${title} }\n  shut: { key: "2", ${title} }\n`,
      'resources/a/visit.yaml': `${visit(`  state: { type: dictionary, of: visit_state, ${title} }\n  twice: { type: text, compute: "visitName + visitName"${stored}, ${title} }\n`)}${lifecycle}`,
    })
    const lifecycle = `lifecycle: { field: state, initial: open, final: [shut], transitions: { end: { from: open, to: shut, ${title} } } }\n`
    await bring(files(', stored: true', lifecycle))
    await sql`insert into visit (tenant_id, id, state, state_since, twice) values ('000000', 1, '1', now(), 'aa')`.execute(
      database.kysely,
    )
    const plan = await planChanges(database, modelOf(files('', '')))
    expect(lossesOf(plan)).toEqual([])
    await applyPlan(database, plan)
    expect((await planChanges(database, plan.model)).changes).toEqual([])
  })

  describe('the owner of rows that exist', () => {
    const files = (owner: string, more = '') => ({
      'app.yaml': `language: 2\n${title}\nowner: { of: office }\n`,
      'resources/a/office.yaml': `owner: id\n${office}display: officeName\n`,
      'resources/a/visit.yaml': `${owner}${visit(`  officeId: { type: reference, of: office, ${title} }\n  otherId: { type: reference, of: office, ${title} }\n  items: { type: children, of: item, ${title} }\n`)}${more}`,
      'resources/a/item.yaml': `${title}\npartOf: visitId\nfields:\n  visitId: { type: reference, of: visit, ${title} }\n  itemName: { type: text, ${title} }\n`,
    })
    const owners = async (table: string) =>
      (
        await sql<{ owner: string }>`select owner_id as owner from ${sql.table(table)} order by id`.execute(
          database.kysely,
        )
      ).rows.map(({ owner }) => owner)
    const insert = async () => {
      await sql`insert into office (tenant_id, id, office_name) values ('000000', 1, '东街所'), ('000000', 2, '西街所')`.execute(
        database.kysely,
      )
      await sql`insert into visit (tenant_id, id, office_id, other_id) values ('000000', 11, 1, 1), ('000000', 12, 1, 2)`.execute(
        database.kysely,
      )
      await sql`insert into item (tenant_id, id, visit_id) values ('000000', 21, 11), ('000000', 22, 12)`.execute(
        database.kysely,
      )
    }

    it('is that of the field that is declared, of lines that of their master', async () => {
      await bring(files(''))
      await insert()
      const plan = await planChanges(database, modelOf(files('owner: officeId\n')))
      expect(lossesOf(plan)).toEqual([])
      await applyPlan(database, plan)
      expect([await owners('visit'), await owners('item')]).toEqual([
        ['1', '1'],
        ['1', '1'],
      ])
      expect((await planChanges(database, modelOf(files('owner: officeId\n')))).changes).toEqual([])
    })

    it('changes when that is confirmed: who loses and who gets each row is shown', async () => {
      await bring(files(''))
      await insert()
      await bring(files('owner: officeId\n'))
      const model = modelOf(files('owner: otherId\n'))
      const plan = await planChanges(database, model)
      const [loss, ...others] = lossesOf(plan)
      expect([loss?.loss, loss?.count, others]).toEqual(['owner:visit', 1, []])
      if (!loss?.rows) throw new Error('The loss has no rows.')
      expect(await concernedRows(database.kysely, loss.rows)).toMatchObject([{ id: '12', value: '东街所 → 西街所' }])
      await expect(applyPlan(database, plan)).rejects.toThrow(LossNotAllowed)
      expect(await owners('visit')).toEqual(['1', '1'])
      await applyAll(database, plan)
      expect([await owners('visit'), await owners('item')]).toEqual([
        ['1', '2'],
        ['1', '2'],
      ])
      expect((await planChanges(database, model)).changes).toEqual([])
      const none = await planChanges(database, modelOf(files('')))
      // The Model without owners would show the rows to all users.
      await expect(applyPlan(database, none, { leave: ({ loss }) => loss === 'drop:visit.owner_id' })).rejects.toThrow(
        LossNotAllowed,
      )
      expect(lossesOf(none).map(({ loss: name, count, what }) => [name, count, what.en])).toContainEqual([
        'drop:visit.owner_id',
        2,
        'Remove the owners of the rows of visit: users of every owner will see all rows.',
      ])
    })
  })

  it('waits with a new required field that rows lack, but not with one that is computed or hidden', async () => {
    const base = `${title}\nfields:\n  name: { type: text, ${title} }\n`
    await applyPlan(database, await planChanges(database, modelOf({ 'resources/a/office.yaml': base })))
    await sql`insert into office (tenant_id, id, name, is_deleted) values ('000000', 1, '甲', 0), ('000000', 2, '乙', 1)`.execute(
      database.kysely,
    )
    const model = modelOf({
      'resources/a/office.yaml': `${base}  fax: { type: text, required: true, ${title} }
  half: { type: integer, required: true, compute: size(name), stored: true, ${title} }
  sub: { type: text, required: true, when: "name == '乙'", ${title} }\n`,
    })
    const { changes } = await planChanges(database, model)
    expect(changes.flatMap(({ loss, count }) => (loss ? [[loss, count]] : []))).toEqual([['constrain:office.fax', 1]])
    await expect(applyPlan(database, { model, changes })).rejects.toThrow(LossNotAllowed)
    await applyPlan(database, { model, changes }, { leave: () => true })
    expect((await planChanges(database, model)).changes.map(({ loss }) => loss)).toEqual(['constrain:office.fax'])
    await applyPlan(database, { model, changes }, { allow: [{ loss: 'constrain:office.fax', count: 1 }] })
    expect((await planChanges(database, model)).changes).toEqual([])
  })

  describe('entered values of a field that is computed from now on', () => {
    const fields = (total: string) => ({
      'resources/a/visit.yaml': visit(
        `  price: { type: integer, ${title} }\n  total: { type: integer, ${title}${total} }\n`,
      ),
    })
    const stored = ', compute: price * 2, stored: true'
    const losses = async (files: Readonly<Record<string, string>>) =>
      lossesOf(await planChanges(database, modelOf(files))).map(({ loss, count, canWait, rows }) => [
        loss,
        count,
        canWait,
        rows?.resource,
      ])
    const formulas = async () =>
      (await sql`select field from engine_formula where resource = 'visit'`.execute(database.kysely)).rows
    const store = () =>
      sql`insert into engine_formula (resource, field, formula) values ('visit', 'total', 'x')`.execute(database.kysely)

    beforeEach(async () => {
      await bring(fields(''))
      await sql`insert into visit (tenant_id, id, price, total, is_deleted) values
        ('000000', 1, 1, 9, 0), ('000000', 2, 2, 9, 1), ('000001', 3, 3, null, 0)`.execute(database.kysely)
    })

    it('are lost when that is confirmed, and computed by the job whatever formula it had before', async () => {
      await store()
      const plan = await planChanges(database, modelOf(fields(stored)))
      expect(await losses(fields(stored))).toEqual([['meaning:visit.total', 2, false, 'visit']])
      await expect(applyPlan(database, plan)).rejects.toThrow(LossNotAllowed)
      expect(await formulas()).toHaveLength(1)
      await applyPlan(database, plan, { allow: lossesOf(plan) })
      expect(await formulas()).toEqual([])
      expect((await planChanges(database, modelOf(fields(stored)))).changes).toEqual([])
    })

    it('are none in a column that was computed before, whose values users may enter from now on', async () => {
      await applyAll(database, await planChanges(database, modelOf(fields(stored))))
      expect(await losses(fields(stored.replace('2', '3')))).toEqual([])
      expect(await losses(fields(''))).toEqual([])
      await bring(fields(''))
      expect(await losses(fields(stored))).toEqual([['meaning:visit.total', 2, false, 'visit']])
    })
  })

  it('semantics C3: counts the rows that repeat what becomes unique together, and keeps the index when names change', async () => {
    const fields = `  day: { type: date, ${title} }\n  seat: { type: text, ${title} }\n`
    const unique = (seat: string) =>
      `unique:\n  - { fields: [day, ${seat}], where: 'visitName != "it''s" && visitName in ["a", "b"]' }\n`
    const seats = async (table: string, seat: string) =>
      (await sql`select ${sql.ref(seat)} as seat from ${sql.table(table)} order by id`.execute(database.kysely)).rows
    await bring({ 'resources/a/visit.yaml': visit(fields) })
    await sql`insert into visit (tenant_id, day, id, seat, visit_name) values ('000000', '2026-03-02', 1, '5', 'a'),
      ('000000', '2026-03-02', 2, '5', 'b'), ('000000', '2026-03-02', 3, '5', 'c'), ('000000', '2026-03-02', 4, null, 'a'),
      ('000000', '2026-03-03', 5, '5', 'a')`.execute(database.kysely)
    const plan = await planChanges(database, modelOf({ 'resources/a/visit.yaml': visit(fields) + unique('seat') }))
    expect(plan.changes.flatMap(({ loss, count }) => (loss ? [[loss, count]] : []))).toEqual([
      ['unique:visit.day+seat', 1],
    ])
    await applyAll(database, plan)
    expect((await planChanges(database, plan.model)).changes).toEqual([])
    const kept = ['5', null, '5', null, '5'].map(seat => ({ seat }))
    // Of fields that are added at once: without a value, and with one.
    const added = (first: string) =>
      `${visit(`${fields}  isOpen: { type: boolean${first}, ${title} }\n`)}unique:\n  - { fields: [day], where: isOpen == true }\n`
    const losses = async (first: string) =>
      lossesOf(await planChanges(database, modelOf({ 'resources/a/visit.yaml': added(first) }))).map(
        ({ loss, count }) => [loss, count],
      )
    expect(await losses('')).toEqual([])
    expect(await losses(', default: true')).toEqual([['unique:visit.day', 3]])
    expect(await seats('visit', 'seat')).toEqual(kept)
    const renamed = visit(fields.replace('seat: {', 'place: { renamedFrom: seat,')) + unique('place')
    const moved = await planChanges(database, modelOf({ 'resources/a/call.yaml': `renamedFrom: visit\n${renamed}` }))
    expect(moved.changes.map(({ what }) => what.en)).toEqual(['Rename visit → call, visit.seat → place.'])
    await applyAll(database, moved)
    expect((await planChanges(database, moved.model)).changes).toEqual([])
    expect(await seats('visit', 'seat')).toEqual(kept)
  })

  it('semantics C3: counts the pairs of periods that overlap, and keeps the constraint when names change', async () => {
    const fields = ['from: { type: date', 'to: { type: date', 'opens: { type: time', 'closes: { type: time']
      .concat('seat: { type: text', 'price: { type: money', 'paid: { type: boolean', 'at: { type: datetime')
      .map(field => `  ${field}, ${title} }\n`)
      .join('')
    const unique = (from: string) =>
      `unique:\n  - { fields: [seat], during: [${from}, to], where: 'paid != true' }\n` +
      `  - { fields: [price, paid, at, ${from}], during: [opens, closes] }\n`
    const starts = async (table: string, from: string) =>
      (
        await sql<{
          start: unknown
        }>`select ${sql.ref(from)}::text as start from ${sql.table(table)} order by id`.execute(database.kysely)
      ).rows.map(({ start }) => start)
    await bring({ 'resources/a/visit.yaml': visit(fields) })
    await sql`insert into visit (tenant_id, id, seat, "from", "to", paid) values ('000000', 1, '5', '2026-03-02', null, false),
      ('000000', 2, '5', '2026-03-05', '2026-03-06', false), ('000000', 3, '5', '2026-03-06', '2026-03-06', false),
      ('000000', 4, '5', '2026-03-06', '2026-03-01', false), ('000000', 5, '5', '2026-03-06', null, true),
      ('000000', 6, '6', '2026-03-06', null, false)`.execute(database.kysely)
    const plan = await planChanges(database, modelOf({ 'resources/a/visit.yaml': visit(fields) + unique('from') }))
    const losses = plan.changes.filter(({ loss }) => loss)
    expect(
      losses.map(({ loss, count, what }) => [loss, count, /\d+ pairs/.exec(what.en)?.[0], /\d+ 对/.exec(what.zh)?.[0]]),
    ).toEqual([['unique:visit.seat+from', 3, '3 pairs', '3 对']])
    await applyAll(database, plan)
    expect((await planChanges(database, plan.model)).changes).toEqual([])
    const kept = ['2026-03-02', null, null, '2026-03-06', '2026-03-06', '2026-03-06']
    expect(await starts('visit', 'from')).toEqual(kept)
    const renamed = visit(fields.replace('from: {', 'date: { renamedFrom: from,')) + unique('date')
    const moved = await planChanges(database, modelOf({ 'resources/a/call.yaml': `renamedFrom: visit\n${renamed}` }))
    expect(moved.changes.map(({ mark }) => mark)).toEqual(['rename'])
    await applyAll(database, moved)
    expect((await planChanges(database, moved.model)).changes).toEqual([])
    expect(await starts('visit', 'from')).toEqual(kept)
    const without = await planChanges(
      database,
      modelOf({ 'resources/a/call.yaml': visit(fields.replace('from: {', 'date: {')) }),
    )
    await applyAll(database, without)
    expect((await planChanges(database, without.model)).changes).toEqual([])
  })

  it.each([
    ['date', 0],
    ['datetime', 1],
  ])('counts overlapping periods of a %s as a comparison of all pairs does', async (type, least) => {
    const day = (n: number) => (n === open ? null : `2026-03-0${n}`)
    const open = 5
    const days = [1, 2, 3, 4]
    const periods = days.flatMap(from =>
      [...days, open].filter(to => to - from >= least).map(to => [from, to] as const),
    )
    const one = <Item>(items: readonly Item[]) => items.map(item => [item])
    // All groups of two, and some of three, in the order of their ids.
    const groups = one(periods)
      .flatMap(group => periods.map(period => [...group, period]))
      .flatMap((group, n) => [
        group,
        ...one(periods)
          .filter((_, m) => (n + m) % 5 === 0)
          .map(more => [...group, ...more]),
      ])
    const rows = groups.flatMap((group, seat) => group.map(([from, to]) => ({ seat: String(seat), from, to })))
    const inserted = rows.map(({ seat, from, to }, id) => ({
      tenant_id: '000000',
      id: id + 1,
      seat,
      from: day(from),
      to: day(to),
    }))
    const files = (more: string) => ({
      'resources/a/visit.yaml': `${visit(`  seat: { type: text, ${title} }\n  from: { type: ${type}, ${title} }\n  to: { type: ${type}, ${title} }\n`)}${more}`,
    })
    await bring(files(''))
    await sql`insert into visit (tenant_id, id, seat, "from", "to") select tenant_id, id, seat, "from", "to"
      from jsonb_populate_recordset(null::visit, ${JSON.stringify(inserted)}::jsonb)`.execute(database.kysely)
    const isOverlap = (a: number, b: number) => {
      const [one, other] = [rows[a], rows[b]]
      if (!one || !other || one.seat !== other.seat) return false
      return least === 0 ? one.from <= other.to && other.from <= one.to : one.from < other.to && other.from < one.to
    }
    const near = rows.map((_, b) => [1, 2].flatMap(n => [b - n, b + n]).filter(a => isOverlap(a, b)))
    const pairs = near.reduce((sum, others, b) => sum + others.filter(a => a < b).length, 0)
    const plan = await planChanges(database, modelOf(files('unique: [{ fields: [seat], during: [from, to] }]\n')))
    expect(lossesOf(plan).map(({ count, what }) => [count, what.en.match(/\d+ pairs/)?.[0]])).toEqual([
      [near.filter(others => others.length > 0).length, `${pairs} pairs`],
    ])
    await applyAll(database, plan)
    const left = await sql<{ id: string }>`select id from visit where "from" is null order by id`.execute(
      database.kysely,
    )
    expect(left.rows.map(({ id }) => Number(id) - 1)).toEqual(
      near.flatMap((others, b) => (others.some(a => a < b) ? [b] : [])),
    )
  })

  it('counts rows without a master where they become lines, or those of another master', async () => {
    const files = (partOf: string) => ({
      'resources/a/office.yaml': `${office}${partOf === 'officeId' ? `  visits: { type: children, of: visit, ${title} }\n` : ''}`,
      'resources/a/visit.yaml': `${partOf && `partOf: ${partOf}\n`}${visit(`  officeId: { type: reference, of: office, ${title} }\n`)}`,
    })
    await bring(files(''))
    await sql`insert into office (tenant_id, id) values ('000000', 1)`.execute(database.kysely)
    await sql`insert into visit (tenant_id, id, office_id) values ('000000', 1, 1), ('000000', 2, null)`.execute(
      database.kysely,
    )
    const plan = await planChanges(database, modelOf(files('officeId')))
    expect(lossesOf(plan).map(({ loss, count }) => [loss, count])).toEqual([['constrain:visit.office_id', 1]])
  })

  it('counts the values that are lost when two become equal', async () => {
    const code = (type: string) => ({
      'resources/a/visit.yaml': visit(`  code: { type: ${type}, unique: true, ${title} }\n`),
    })
    await bring(code('decimal, scale: 2'))
    await sql`insert into visit (tenant_id, id, code) values ('000000', 1, 1.44), ('000000', 2, 1.4), ('000001', 3, 1.4)`.execute(
      database.kysely,
    )
    const plan = await planChanges(database, modelOf(code('decimal, scale: 1')))
    expect(plan.changes.flatMap(({ mark, count }) => (count === undefined ? [] : [[mark, count]]))).toEqual([
      ['breaks-rows', 1],
      ['breaks-rows', 1],
    ])
    await applyAll(database, plan)
    expect((await planChanges(database, plan.model)).changes).toEqual([])
    expect((await sql`select code from visit order by id`.execute(database.kysely)).rows).toEqual([
      { code: '1.4' },
      { code: null },
      { code: '1.4' },
    ])
  })

  it.each([
    ['text', 'Ａ1', 'A1', 'a1'],
    ['text', '北\u200b门\u{E0020}', '北门', '北 门'],
    ['text', 'e\u0301', '\u00e9', 'e'],
    ['text, only: code', 'A-1', 'a-1', 'A_1'],
  ])('counts the twins of a %s that becomes unique: %s and %s, not %s', async (type, one, twin, other) => {
    const code = (more: string) => ({ 'resources/a/visit.yaml': visit(`  code: { type: ${type}${more}, ${title} }\n`) })
    await bring(code(''))
    await sql`insert into visit (tenant_id, id, code) values ('000000', 1, ${one}), ('000000', 2, ${twin}), ('000000', 3, ${other})`.execute(
      database.kysely,
    )
    const plan = await planChanges(database, modelOf(code(', unique: true')))
    expect(lossesOf(plan).map(({ loss, count }) => [loss, count])).toEqual([['unique:visit.code', 1]])
    await applyAll(database, plan)
    expect((await planChanges(database, plan.model)).changes).toEqual([])
    await expect(
      sql`insert into visit (tenant_id, id, code) values ('000000', 4, ${twin})`.execute(database.kysely),
    ).rejects.toThrow('visit_code_unique')
  })

  it('waits where the decimals of a new currency would round amounts, and converts the others', async () => {
    const priced = (currency: string) => ({
      'resources/a/visit.yaml': visit(`  price: { type: money, currency: ${currency}, ${title} }\n`),
    })
    await bring(priced('EUR'))
    await sql`insert into visit (tenant_id, id, price) values ('000000', 1, 12.50), ('000000', 2, 12), ('000000', 3, null)`.execute(
      database.kysely,
    )
    const plan = await planChanges(database, modelOf(priced('JPY')))
    expect(plan.changes.flatMap(({ loss, count }) => (count === undefined ? [] : [[loss, count]]))).toEqual([
      ['meaning:visit.price', 2],
      ['retype:visit.price', 1],
    ])
    await expect(applyPlan(database, plan)).rejects.toThrow(LossNotAllowed)
    const prices = async () => (await sql`select price from visit order by id`.execute(database.kysely)).rows
    expect(await prices()).toEqual([{ price: '12.50' }, { price: '12.00' }, { price: null }])
    await sql`update visit set price = 13 where id = 1`.execute(database.kysely)
    await applyAll(database, await planChanges(database, modelOf(priced('JPY'))))
    expect(await prices()).toEqual([{ price: '13' }, { price: '12' }, { price: null }])
    await applyAll(database, await planChanges(database, modelOf(priced('KWD'))))
    expect(await prices()).toEqual([{ price: '13.000' }, { price: '12.000' }, { price: null }])
  })

  it('waits with another unit or currency of numbers that rows have', async () => {
    const numbers = (weight: string, price = '') => ({
      'resources/a/visit.yaml': visit(
        `  weight: { type: decimal${weight}, ${title} }\n  price: { type: money${price}, ${title} }\n`,
      ),
    })
    await bring(numbers(''))
    await sql`insert into visit (tenant_id, id, weight, price) values ('000000', 1, 1.5, 2), ('000001', 2, 2, null), ('000000', 3, null, null)`.execute(
      database.kysely,
    )
    const lossesOfPlan = async (next: Record<string, string>) => {
      const plan = await planChanges(database, modelOf(next))
      const losses = lossesOf(plan).map(({ loss, mark, count, what }) => [loss, mark, count, what.en])
      await applyAll(database, plan)
      expect((await planChanges(database, plan.model)).changes).toEqual([])
      return losses
    }
    expect(await lossesOfPlan(numbers(', unit: kg'))).toEqual([])
    expect(await lossesOfPlan(numbers(', unit: { zh: 公斤, en: kg }', ', currency: CNY'))).toEqual([])
    expect(await lossesOfPlan(numbers(', unit: t', ', currency: USD'))).toEqual([
      [
        'meaning:visit.weight',
        'breaks-rows',
        2,
        'Change the unit of visit.weight from kg to t; the numbers are not converted.',
      ],
      [
        'meaning:visit.price',
        'breaks-rows',
        1,
        'Change the unit of visit.price from CNY to USD; the numbers are not converted.',
      ],
    ])
    // Without a unit meanwhile, also as texts, they remain those of the last one.
    const back = [
      ['meaning:visit.weight', 2, 'Change the unit of visit.weight from t to kg; the numbers are not converted.'],
    ]
    const texts = {
      'resources/a/visit.yaml': visit(
        `  weight: { type: text, ${title} }\n  price: { type: money, currency: USD, ${title} }\n`,
      ),
    }
    for (const between of [numbers('', ', currency: USD'), texts]) {
      expect(await lossesOfPlan(numbers(', unit: t', ', currency: USD'))).toEqual([])
      expect(await lossesOfPlan(between)).toEqual([])
      const losses = lossesOf(await planChanges(database, modelOf(numbers(', unit: kg', ', currency: USD'))))
      expect(losses.map(({ loss, count, what }) => [loss, count, what.en])).toEqual(back)
    }
  })

  it('refuses that shared changes where there are rows', async () => {
    const files = (shared: boolean) => ({ 'resources/a/office.yaml': `${office}shared: ${shared}\n` })
    await bring(files(false))
    for (const shared of [true, false]) {
      await bring(files(shared))
      expect((await planChanges(database, modelOf(files(shared)))).changes).toEqual([])
    }
    await sql`insert into office (tenant_id, id, office_name) values ('000000', 1, 'one')`.execute(database.kysely)
    await expect(planChanges(database, modelOf(files(true)))).rejects.toMatchObject({ code: 'rows-in-the-way' })
  })

  it('semantics 29: stores links in a table of a bind, moves them with a rename, and requires a confirmation before they are lost', async () => {
    const bind = (name: string, of = 'office', more = '') =>
      `bind: { ${name}: { of: ${of}, http: [POST bindIt, GET listIt]${more} } }\n`
    const files = (name: string, links: string, was = '') => ({
      'resources/a/office.yaml': office,
      'resources/a/post.yaml': office,
      [`resources/a/${name}.yaml`]: visit(was + links),
    })
    const first = files('visit', bind('offices'))
    await bring(first)
    expect((await planChanges(database, modelOf(first))).changes).toEqual([])
    const run = (text: string) => sql.raw(text).execute(database.kysely)
    await run(`insert into office (tenant_id, id, office_name) values ('000000', 1, 'one')`)
    await run(`insert into visit (tenant_id, id) values ('000000', 2)`)
    await run(`insert into visit__offices values ('000000', 2, 1)`)
    await run(`insert into engine_grant values ('000000', 3, 'visit_offices')`)
    await run(`insert into engine_history (tenant_id, id, resource, record_id, version, operation, at, changes)
      values ('000000', 4, 'visit', 2, 2, 'offices', now(), '{"offices":{"added":["1"],"removed":[]}}')`)

    await bring(files('trip', bind('places', 'office', ', renamedFrom: offices'), 'renamedFrom: visit\n'))
    expect((await run(`select * from visit__offices`)).rows).toEqual([
      { tenant_id: '000000', left_id: '2', right_id: '1' },
    ])
    expect((await run(`select code from engine_grant`)).rows).toEqual([{ code: 'visit_offices' }])
    // The declaration of the resource's rename remains when the bind is renamed again.
    const again = files('trip', bind('stops', 'office', ', renamedFrom: places'), 'renamedFrom: visit\n')
    await bring(again)
    expect((await run(`select count(*)::int as links from visit__offices`)).rows).toEqual([{ links: 1 }])
    expect((await planChanges(database, modelOf(again))).changes).toEqual([])

    const lossesOf = async (links: string) => {
      const plan = await planChanges(database, modelOf(files('trip', links)))
      await expect(applyPlan(database, plan)).rejects.toThrow(LossNotAllowed)
      return plan.changes.flatMap(({ mark, what, count }) => (count ? [[mark, what.en, count]] : []))
    }
    expect(await lossesOf('')).toContainEqual(['data-losing', 'Drop the table visit__offices.', 1])
    expect(await lossesOf(bind('stops', 'post'))).toEqual([
      ['breaks-rows', 'Delete the links of visit__offices to missing rows of post.', 1],
    ])
    await run(`insert into post (tenant_id, id) values ('000000', 1)`)
    expect(await lossesOf(bind('stops', 'post'))).toEqual([
      [
        'data-losing',
        'Let visit__offices.right_id refer to post instead of office: rows keep their ids, which are those of other records of post.',
        1,
      ],
    ])
    await run(`delete from post`)
    const other = modelOf(files('trip', bind('stops', 'post')))
    await applyAll(database, await planChanges(database, other))
    expect((await run(`select * from visit__offices`)).rows).toEqual([])
    expect((await planChanges(database, other)).changes).toEqual([])
  })

  const bring = async (files: Record<string, string>) =>
    applyPlan(database, await planChanges(database, modelOf(files)))
})

/** A resource for each case, so that one plan has all of them. */
const sideBySide = <Case>(cases: readonly Case[], fieldsOf: (one: Case) => string): Record<string, string> =>
  Object.fromEntries(cases.map((one, n) => [`resources/a/visit${n}.yaml`, visit(fieldsOf(one))]))

function modelOf(files: Readonly<Record<string, string>>): Model {
  const { model, problems } = compile(Object.entries(files).map(([file, text]) => ({ file, text, origin: 'app' })))
  if (!model) throw new Error(JSON.stringify(problems))
  return model
}
