import { expect, it } from 'vitest'
import { compile } from '../../compiler/compile.ts'
import type { Source } from '../../compiler/source.ts'
import { resourceOf } from '../../model/names.ts'
import { keptValues, newRecord, ownOwner } from './new-record.ts'

const files = {
  'app.yaml': 'language: 2\ntitle: { zh: 城, en: City }\nowner: ward\n',
  'resources/blade/bladeUser.yaml': `title: { zh: 用户, en: User }
fields:
  name: { type: text, title: { zh: 名称, en: Name } }
`,
  'resources/field/ward.yaml': `title: { zh: 区, en: Ward }
owner: id
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
`,
  'resources/field/visit.yaml': `title: { zh: 走访, en: Visit }
owner: wardId
fields:
  wardId: { type: reference, of: ward, required: true }
  kind: { type: text, default: 常规, keep: true, title: { zh: 类别, en: Kind } }
  byId: { type: reference, of: bladeUser, default: me.id, title: { zh: 走访人, en: Visitor } }
  startedAt: { type: datetime, default: now(), title: { zh: 开始, en: Started } }
  at: { type: time, default: "now() + hours(1)", title: { zh: 时间, en: Time } }
  until: { type: date, default: "today() + 7", title: { zh: 截止, en: Until } }
`,
}
const sources = Object.entries(files).map(([file, text]): Source => ({ file, text, origin: 'app' }))
const { model, problems } = compile(sources)
if (!model) throw new Error(JSON.stringify(problems))

const me = { id: '5', tenantId: '0', deptId: null, roleIds: [], sourceType: null, ownerIds: [], regionId: null }
const context = { model, me, clock: { now: new Date('2026-11-22T15:59:42Z'), zone: 'Asia/Shanghai' } }
const begun = { kind: '常规', byId: '5', startedAt: '2026-11-22 23:59:00', at: '00:59:00', until: '2026-11-29' }

it.each([
  ['has one owner', 'visit', ['7'], [], { wardId: '7', ...begun }],
  ['has several owners', 'visit', ['7', '8'], [], begun],
  ['has several owners and chose one before', 'visit', ['7', '8'], ['9', '8'], { wardId: '8', ...begun }],
  ['has no owner and chose one before', 'visit', [], ['8'], begun],
  ['creates an owner', 'ward', ['7'], [], {}],
] as const)('begins with defaults and the owner where the user %s', (_who, name, ownerIds, recent, values) => {
  const resource = resourceOf(model, name)
  expect(newRecord(resource, context, ownOwner(resource, { ownerIds }, recent))).toEqual(values)
})

it('keeps fields that the descriptor marks, with the labels of references, unless they are empty', () => {
  const visit = resourceOf(model, 'visit')
  const fields = visit.fields.map(field => (field.name === 'wardId' ? { ...field, keep: true as const } : field))
  const values = { wardId: '7', wardIdName: '东区', kind: '', until: '2026-11-30' }
  expect(keptValues({ ...visit, fields }, values)).toEqual({ wardId: '7', wardIdName: '东区' })
})
