import { describe, expect, it } from 'vitest'
import { compile } from '../../compiler/compile.ts'
import { resourceOf } from '../../model/names.ts'
import type { ViewedEntry } from '../data/history.ts'
import { differencesBetween, valuesToRestore, versionsOf } from './versions.ts'

const { model, problems } = compile(
  Object.entries({
    'app.yaml': 'language: 2\ntitle: { zh: 试, en: Test }\n',
    'dictionaries/state.yaml':
      'title: { zh: 状态, en: State }\nentries:\n  open: { key: "0", title: { zh: 开, en: Open } }\n  shut: { key: "1", title: { zh: 关, en: Shut } }\n',
    'resources/shop/sale.yaml': `
title: { zh: 单, en: Sale }
fields:
  note: { type: text, required: true, title: { zh: 备注, en: Note } }
  day: { type: date, title: { zh: 日期, en: Day } }
  placeId: { type: reference, of: place, title: { zh: 地点, en: Place } }
  state: { type: dictionary, of: state, title: { zh: 状态, en: State } }
  closedAt: { type: datetime, readOnly: true, title: { zh: 关于, en: Closed at } }
  pin: { type: password, title: { zh: 密码, en: Password } }
  number: { type: serial, pattern: "S{000}", title: { zh: 编号, en: Number } }
  count: { type: integer, compute: lines.size(), stored: true, title: { zh: 行数, en: Size } }
  lines: { type: children, of: saleLine, title: { zh: 明细, en: Lines } }
lifecycle:
  field: state
  initial: open
  final: [shut]
  transitions:
    shut: { from: open, to: shut, set: { closedAt: now() }, title: { zh: 关, en: Shut } }
`,
    'resources/shop/saleLine.yaml': `
title: { zh: 行, en: Line }
menu: false
partOf: saleId
fields:
  saleId: { type: reference, of: sale, required: true, title: { zh: 单, en: Sale } }
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  count: { type: integer, title: { zh: 数量, en: Count } }
`,
    'resources/shop/place.yaml':
      'title: { zh: 地点, en: Place }\nfields:\n  name: { type: text, required: true, title: { zh: 名称, en: Name } }\n',
  }).map(([file, text]) => ({ file, text, origin: 'app' as const })),
)
if (!model) throw new Error(JSON.stringify(problems))
const sale = resourceOf(model, 'sale')

const entry = (version: number | null, changes: ViewedEntry['changes'], operation = 'update'): ViewedEntry => ({
  id: String(version ?? 0),
  version,
  operation,
  userId: '1',
  userName: '林若川',
  at: '2026-11-21 09:00:00',
  changes,
  input: null,
})

const now = {
  id: '7',
  version: 4,
  note: '今',
  day: '2026-11-21',
  placeId: '2',
  placeIdName: '西',
  state: '1',
  closedAt: '2026-11-21 08:00:00',
  number: 'S002',
  count: 2,
  lines: [
    { id: '11', name: '苹果', count: 3 },
    { id: '13', name: '桃', count: 1 },
  ],
}

const entries = [
  entry(
    4,
    {
      state: { from: '0', to: '1' },
      closedAt: { from: null, to: '2026-11-21 08:00:00' },
      pin: { from: null, to: null },
    },
    'shut',
  ),
  entry(null, {}, 'call'),
  entry(3, {
    placeId: { from: '1', to: '2' },
    lines: {
      lines: [
        { id: '11', operation: 'update', changes: { count: { from: 2, to: 3 } } },
        { id: '13', operation: 'save', changes: { name: { from: null, to: '桃' }, count: { from: null, to: 1 } } },
        { id: '12', operation: 'remove', changes: { name: { from: '梨', to: null }, count: { from: 5, to: null } } },
      ],
    },
  }),
  entry(2, {
    note: { from: '昨', to: '今' },
    number: { from: 'S001', to: 'S002' },
    count: { from: 1, to: 2 },
    removedSince: { from: '旧', to: null },
  }),
]

describe('versions of a record', () => {
  it('are reconstructed by reverting one change after another', () => {
    const versions = versionsOf(now, entries, true)
    expect(versions.map(({ version }) => version)).toEqual([4, 3, 2, 1])
    expect(versions[1]?.record).toMatchObject({ state: '0', closedAt: null, placeId: '2', placeIdName: '西' })
    expect(versions[2]?.record).toMatchObject({ placeId: '1', note: '今' })
    expect(versions[2]?.record).not.toHaveProperty('placeIdName')
    expect(versions[2]?.record['lines']).toEqual([
      { id: '11', name: '苹果', count: 2 },
      { id: '12', name: '梨', count: 5 },
    ])
    expect(versions[3]?.record).toMatchObject({ note: '昨', day: '2026-11-21' })
  })

  it('end at the last known one while older changes are not loaded, and begin with the creation of the record', () => {
    expect(versionsOf(now, entries, false).map(({ version }) => version)).toEqual([4, 3, 2])
    const made = [entry(1, { note: { from: null, to: '今' } }, 'save')]
    expect(versionsOf({ ...now, version: 1 }, made, true).map(({ version }) => version)).toEqual([1])
  })

  it('omit changes that were made after the record was read', () => {
    const younger = entry(5, { note: { from: '今', to: '明' } })
    expect(versionsOf(now, [younger, ...entries], true)[0]).toMatchObject({ version: 4, record: { note: '今' } })
  })

  it('differ by field and by line, in the order of the fields', () => {
    const [latest, , second] = versionsOf(now, entries, true)
    const found = differencesBetween(model, sale, second?.record ?? {}, latest?.record ?? {})
    expect(found.map(({ field }) => field.name)).toEqual(['placeId', 'state', 'closedAt', 'lines'])
    expect(found[0]).toMatchObject({ from: '1', to: '2' })
    expect(found[3]).toMatchObject({
      lines: [
        { id: '11', number: 1, kind: 'changed', fields: [{ field: { name: 'count' }, from: 2, to: 3 }] },
        { id: '13', number: 2, kind: 'added' },
        { id: '12', number: 2, kind: 'removed' },
      ],
    })
  })

  it('treat an empty text and a missing value as equal', () => {
    expect(differencesBetween(model, sale, { note: '', lines: [] }, { note: null })).toEqual([])
  })

  it('semantics 41: are restored without the state, serials, computed and removed fields, with lines by their ids', () => {
    const first = versionsOf(now, entries, true).at(-1)
    expect(valuesToRestore(model, sale, now, first?.record ?? {})).toEqual({
      note: '昨',
      placeId: '1',
      lines: [
        { id: '11', name: '苹果', count: 2 },
        { name: '梨', count: 5 },
      ],
    })
  })
})
