import { expect, it } from 'vitest'
import { compile } from '../../compiler/compile.ts'
import type { Source } from '../../compiler/source.ts'
import { resourceOf } from '../../model/names.ts'
import { newRecord, ownPlace } from './new-record.ts'

const files = {
  'app.yaml': 'language: 1\ntitle: { zh: 城, en: City }\nowner: ward\n',
  'resources/field/ward.yaml': `title: { zh: 区, en: Ward }
owner: id
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
`,
  'resources/field/visit.yaml': `title: { zh: 走访, en: Visit }
owner: wardId
fields:
  wardId: { type: reference, of: ward, required: true }
  kind: { type: text, default: 常规, title: { zh: 类别, en: Kind } }
`,
}
const sources = Object.entries(files).map(([file, text]): Source => ({ file, text, origin: 'app' }))
const { model, problems } = compile(sources)
if (!model) throw new Error(JSON.stringify(problems))

it.each([
  ['works for one', 'visit', ['7'], { wardId: '7', kind: '常规' }],
  ['works for several', 'visit', ['7', '8'], { kind: '常规' }],
  ['works for none', 'visit', [], { kind: '常规' }],
  ['makes an owner', 'ward', ['7'], {}],
] as const)('begins with whose it is where the person %s', (_who, name, ownerIds, begun) => {
  const resource = resourceOf(model, name)
  expect(newRecord(resource, ownPlace(resource, { ownerIds }))).toEqual(begun)
})
