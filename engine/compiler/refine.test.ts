import { describe, expect, it } from 'vitest'
import { compile } from './compile.ts'
import { expand } from './expand.ts'
import { sample } from './language/sample.ts'
import { print } from './problem.ts'
import type { Source } from './source.ts'

const title = 'title: { zh: 甲, en: A }'
const sources = (origin: Source['origin'], files: Readonly<Record<string, string>>): Source[] =>
  Object.entries(files).map(([file, text]) => ({ file, text, origin }))
const compiled = (files: Readonly<Record<string, string>>, base: Readonly<Record<string, string>> = {}) =>
  compile([...sources('base', base), ...sources('app', { ...sample, ...files })])
const problemsOf = (...given: Parameters<typeof compiled>) => compiled(...given).problems.map(one => print(one))

const note = `fields:
  text: { type: longtext, max: 500, ${title} }
  seen: { type: boolean, ${title} }
  noteState: { type: dictionary, of: visit_state, ${title} }
rules:
  - { rule: "size(text) > 1", message: { zh: 短, en: Short }, valid: { text: ab }, invalid: { text: a } }
display: text
sort: seen
list: { columns: [text, seen], search: [text] }
lifecycle:
  field: noteState
  initial: draft
  final: [done]
  transitions:
    send: { from: draft, to: sent, ${title} }
    finish: { from: sent, to: done, ${title} }
actions: { remind: { if: "seen != true", input: { why: { type: text, ${title} } }, ${title} } }
access: [{ role: inspector, allow: [view, add] }, { role: clerk, allow: [view] }]
allowIf: { edit: "seen != true" }
`
const memo = `title: { zh: 备忘, en: Memo }
mixins: [note]
fields:
  text: { max: 20, required: true }
  day: { type: date, ${title} }
rules:
  - { rule: "day > day - 1", message: { zh: 日, en: Day }, valid: { day: 2026-01-01 }, invalid: { day: null } }
list: { search: [seen] }
lifecycle: { transitions: { finish: { from: [draft, sent] } } }
actions: { remind: { if: "seen == false" } }
access: [{ role: inspector, allow: [view], where: "createUser == me.id" }]
allowIf: { delete: "seen == true" }
`
const withMemo = (text = memo, mixin = note) => ({
  'roles.yaml': `inspector: { ${title} }\nclerk: { ${title} }\n`,
  'mixins/note.yaml': mixin,
  'resources/field/memo.yaml': text,
})

describe('a mixin', () => {
  const { model, problems } = compiled(withMemo(memo.replace(/rules:\n.*\n/, '')))
  const built = model?.resources['memo']

  it('contains every key of a resource but its identity, refined key by key', () => {
    expect(problems.map(one => print(one))).toEqual([])
    expect(built?.fields.map(({ name, type, required, options }) => [name, type, required, options['max']])).toEqual([
      ['text', 'longtext', true, 20],
      ['seen', 'boolean', false, undefined],
      ['noteState', 'dictionary', false, undefined],
      ['day', 'date', false, undefined],
      ['stateSince', 'datetime', false, undefined],
    ])
    expect(built?.list).toEqual({ columns: ['text', 'seen'], search: ['seen'] })
    expect([built?.display, built?.sort.field]).toEqual(['text', 'seen'])
    expect(built?.lifecycle?.transitions.map(({ name, from, to }) => [name, from, to])).toEqual([
      ['send', ['draft'], 'sent'],
      ['finish', ['draft', 'sent'], 'done'],
    ])
    const [remind] = built?.actions ?? []
    expect([remind?.if, remind?.input.map(field => field.name)]).toEqual(['seen == false', ['why']])
    expect(built?.allowIf).toEqual({ edit: 'seen != true', delete: 'seen == true' })
  })

  it('is printed with the resource by --expand', () => {
    const printed = built && expand(built)
    expect(Object.keys(printed?.['fields'] as object)).toEqual(['text', 'seen', 'noteState', 'day'])
  })

  it('has its rules before those of the resource', () => {
    const rule = `rules: [{ rule: "!text.startsWith('-')", message: { zh: 长, en: Long }, valid: { text: ab }, invalid: { text: "-a" } }]\n`
    const two = compiled(withMemo(memo.replace(/rules:\n.*\n/, rule))).model?.resources['memo']
    expect(two?.rules.map(one => one.rule)).toEqual(['size(text) > 1', "!text.startsWith('-')"])
  })

  it('is reported in its own file, expressions included', () => {
    const wrong = note.replace('size(text) > 1', 'size(txt) > 1').replace('sort: seen', 'sort: sen')
    expect(
      problemsOf(withMemo(memo.replace('max: 20, ', '').replace(/rules:\n.*\n/, ''), wrong)).map(
        text => text.split('\n')[0],
      ),
    ).toEqual(['mixins/note.yaml:6:19 rule.name-unknown', 'mixins/note.yaml:8:7 field.unknown'])
  })

  it('has no identity and includes no other mixin', () => {
    const wrong = `${note}${title}\nmenu: false\nowner: siteId\ncode: a\npath: /a\nrenamedFrom: old\nmixins: [siteRecord]\n`
    const codes = compiled(withMemo(memo.replace(/rules:\n.*\n/, ''), wrong))
      .problems.filter(({ code }) => code === 'key.unknown')
      .map(({ code, at }) => `${at.line} ${code}`)
    expect(codes).toEqual([20, 21, 22, 23, 24, 25, 26].map(line => `${line} key.unknown`))
  })

  it('reports a field without a type in any file', () => {
    expect(
      problemsOf(withMemo(memo.replace(/rules:\n.*\n/, 'rules: []\n').replace('  day: { type: date,', '  day: {')))[0],
    ).toMatch(/^resources\/field\/memo.yaml:5:8 key.missing/)
  })
})

describe('semantics 30: access rules for a role replace those of the mixins for that role', () => {
  it('and keep those of other roles', () => {
    const { model } = compiled(withMemo(memo.replace(/rules:\n.*\n/, '')))
    expect(model?.resources['memo']?.access.map(({ role, allow, where }) => [role, allow, where])).toEqual([
      ['clerk', ['view'], undefined],
      ['inspector', ['view'], 'createUser == me.id'],
    ])
  })
})

describe("a file of the app with the name of the engine's resource", () => {
  const base = {
    'resources/blade/stamp.yaml': `title: { zh: 印章, en: Stamp }\ncode: seal\nfields:\n  name: { type: text, required: true, ${title} }\n  weight: { type: integer, ${title} }\nlist: { columns: [name], search: [name] }\n`,
  }
  const file = 'resources/blade/stamp.yaml'

  it('refines it and removes nothing', () => {
    const { model, problems } = compiled(
      {
        [file]: `fields:\n  siteId: { type: reference, of: site }\n  name: { max: 9 }\nlist: { columns: [name, siteId] }\n`,
      },
      base,
    )
    expect(problems.map(one => print(one))).toEqual([])
    const stamp = model?.resources['stamp']
    expect([stamp?.title.en, stamp?.code, stamp?.list]).toEqual([
      'Stamp',
      'seal',
      { columns: ['name', 'siteId'], search: ['name'] },
    ])
    expect(stamp?.fields.map(({ name, required, options }) => [name, required, options['max']])).toEqual([
      ['name', true, 9],
      ['weight', false, undefined],
      ['siteId', false, undefined],
    ])
  })

  it('is refused if it declares the type of a field again', () => {
    expect(problemsOf({ [file]: 'fields:\n  name: { type: longtext }\n' }, base)).toEqual([
      'resources/blade/stamp.yaml:2:17 field.refined-type\n  The type of the field "name" is determined by resources/blade/stamp.yaml.\n  Remove `type` and write only the keys that change; rename the field if it is a different one.',
    ])
  })

  it('reserves its codes', () => {
    const other = { 'resources/field/other.yaml': `${title}\ncode: seal\nfields: { a: { type: text, ${title} } }\n` }
    expect(problemsOf({ ...other, [file]: 'help: { zh: 章, en: Seal }\n' }, base)[0]).toContain('resource.code-twice')
  })
})

describe("an app's dictionary of the engine's name", () => {
  const file = 'dictionaries/visit_kind.yaml'
  const ofEngine = `title: { zh: 类别, en: Kind }
entries:
  routine: { key: "8", title: { zh: 例行, en: Routine }, colour: blue }
  planned: { key: "9", title: { zh: 计划, en: Scheduled }, colour: green }
`
  const entriesOf = (text: string) => {
    const { model, problems } = compiled({ [file]: text }, { [file]: ofEngine })
    return [
      model?.dictionaries['visit_kind'],
      problems.filter(one => one.at.file === file).map(one => print(one)),
    ] as const
  }

  it('retitles its entries, adds others after them, and removes none', () => {
    const [dictionary, problems] = entriesOf(
      'entries:\n  planned: { key: "1", title: { zh: 计划内, en: Planned } }\n  adhoc: { key: "2", title: { zh: 临时, en: Unplanned } }\n  routine: { sealed: true }\n',
    )
    expect(problems).toEqual([])
    expect(dictionary?.title).toEqual({ zh: '类别', en: 'Kind' })
    expect(dictionary?.entries).toEqual([
      { name: 'routine', key: '8', title: { zh: '例行', en: 'Routine' }, colour: 'blue', sealed: true },
      { name: 'planned', key: '1', title: { zh: '计划内', en: 'Planned' }, colour: 'green', sealed: false },
      { name: 'adhoc', key: '2', title: { zh: '临时', en: 'Unplanned' }, sealed: false },
    ])
  })

  it('needs a title for an entry that it adds, and another key', () => {
    const problemsOfEntry = (entry: string) =>
      entriesOf(`entries:\n  adhoc: { ${entry} }\n`)[1].map(text => text.split('\n')[0])
    expect(problemsOfEntry('key: "8"')).toEqual([`${file}:2:10 key.missing`])
    expect(problemsOfEntry('key: "8", title: { zh: 甲, en: A }')).toEqual([`${file}:2:17 dictionary.key-twice`])
  })
})
