import { describe, expect, it } from 'vitest'
import { compile } from './compile.ts'
import { sample } from './language/sample.ts'
import { print } from './problem.ts'
import type { Source } from './source.ts'

const app = (files: Readonly<Record<string, string>>): Source[] =>
  Object.entries(files).map(([file, text]) => ({ file, text, origin: 'app' }))
const reported = (sources: readonly Source[]) => compile(sources).problems.map(problem => print(problem))

const visit = `title: { zh: 走访, en: Visit }
fields:
  visitName: { type: text, required: true, max: 50, title: { zh: 名称, en: Name } }
  kind: { type: dictionary, of: visit_kind, default: plan }
`
const kind = `title: { zh: 类别, en: Kind }
entries:
  plan: { key: "1", title: { zh: 计划, en: Planned } }
`
const two = app({ 'resources/field/visit.yaml': visit, 'dictionaries/visit_kind.yaml': kind })

describe('compile', () => {
  it('builds a model with every default of a minimal resource', () => {
    const { model, problems } = compile(two)
    expect(problems).toEqual([])
    expect(model?.resources['visit']).toEqual({
      name: 'visit',
      module: 'field',
      title: { zh: '走访', en: 'Visit' },
      titles: { zh: '走访', en: 'Visits' },
      table: 'visit',
      code: 'visit',
      path: '/field/visit',
      shared: false,
      menu: { under: 'field', icon: 'table-2', order: 100 },
      fields: [
        {
          name: 'visitName',
          title: { zh: '名称', en: 'Name' },
          type: 'text',
          required: true,
          unique: false,
          index: false,
          readOnly: false,
          stored: false,
          options: { max: 50, spaces: 'keep' },
          column: 'visit_name',
          rule: 'string',
        },
        {
          name: 'kind',
          title: { zh: '类别', en: 'Kind' },
          type: 'dictionary',
          required: false,
          unique: false,
          index: false,
          readOnly: false,
          default: '1',
          stored: false,
          options: { many: false, of: 'visit_kind' },
          column: 'kind',
          rule: 'string',
        },
      ],
      display: 'visitName',
      sort: { field: 'createTime', descending: true },
      rules: [],
      queries: [],
      binds: [],
      list: { columns: ['visitName', 'kind'], search: ['visitName', 'kind'] },
      form: [{ fields: ['visitName', 'kind'] }],
      actions: [],
      access: [],
    })
    expect(model?.menus).toEqual([{ key: 'field', title: { zh: 'field', en: 'field' }, icon: 'folder', order: 1000 }])
  })

  it('shows the state and the field of the order in a list without columns of its own', () => {
    const field = (name: string, type = 'text') => `  ${name}: { type: ${type}, title: { zh: 甲, en: A } }\n`
    const texts = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map(name => field(name)).join('')
    const state = field('state', 'dictionary, of: visit_kind')
    const visit = `title: { zh: 走访, en: Visit }\ndisplay: i\nstate: state\nsort: -day\nfields:\n${texts}${state}${field('day', 'date')}`
    const model = compile(app({ 'resources/field/visit.yaml': visit, 'dictionaries/visit_kind.yaml': kind })).model
    expect(model?.resources['visit']?.list).toEqual({
      columns: ['a', 'b', 'c', 'd', 'e', 'i', 'state', 'day'],
      search: ['i', 'state', 'day'],
    })
  })

  it('reports the fields that a rule reads', () => {
    expect(compile(app(sample)).model?.resources['visit']?.rules[0]?.reads).toEqual(['endDay', 'startDay'])
  })

  it('builds the same model in any order of the descriptors', () => {
    const forth = compile(app(sample)).model
    const back = compile(app(sample).reverse()).model
    expect(back).toEqual(forth)
    expect(forth?.revision).toMatch(/^[0-9a-f]{28}$/)
  })

  it('changes the revision for every relevant change, but not for a comment', () => {
    const revisionOf = (text: string) => compile(app({ ...sample, 'menus.yaml': text })).model?.revision
    const menus = sample['menus.yaml'] ?? ''
    expect(revisionOf(`# a comment\n${menus}`)).toBe(revisionOf(menus))
    expect(revisionOf(menus.replace('10', '11'))).not.toBe(revisionOf(menus))
  })

  it('parses only changed files again', () => {
    const first = compile(two)
    const second = compile(
      [
        ...two.slice(0, 1),
        ...app({ 'dictionaries/visit_kind.yaml': `${kind}  other: { title: { zh: 他, en: Other } }\n` }),
      ],
      first,
    )
    expect(second.drafts[0]).toBe(first.drafts[0])
    expect(second.drafts[1]).not.toBe(first.drafts[1])
    expect(second.model?.dictionaries['visit_kind']?.entries.map(entry => entry.key)).toEqual(['1', 'other'])
  })

  it('shares unchanged resources with the former Model, and otherwise equals a full compilation', () => {
    const other = visit.replace('走访', '回访').replace('Visit', 'Return visit')
    const three = [...two, ...app({ 'resources/field/revisit.yaml': other })]
    const changed = [...two, ...app({ 'resources/field/revisit.yaml': other.replace('max: 50', 'max: 60') })]
    const first = compile(three)
    const next = compile(changed, first)
    expect(next.model).toEqual(compile(changed).model)
    expect(next.model?.resources['visit']).toBe(first.model?.resources['visit'])
    expect(next.model?.resources['revisit']).not.toBe(first.model?.resources['revisit'])
  })

  it.each([
    ['an entry that a formula names', 'dictionaries/visit_kind.yaml', 'plan:', 'later:'],
    ['a field that a formula reads', 'resources/field/shop.yaml', 'area:', 'size:'],
    ['the type of a field that a formula reads', 'resources/field/shop.yaml', 'type: integer', 'type: text, max: 9'],
    ['the resource that a reference names', 'resources/field/shop.yaml', 'title:', 'titel:'],
  ])('finds the same problems after a former compilation when it changes %s', (_, file, from, to) => {
    const shop = 'title: { zh: 店, en: Shop }\nfields:\n  area: { type: integer, title: { zh: 面积, en: Area } }\n'
    const formulas = `  shopId: { type: reference, of: shop }
  isPlanned: { type: boolean, compute: "kind == 'plan'", title: { zh: 计划, en: Planned } }
  half: { type: integer, compute: "shopId.area - 1", title: { zh: 半, en: Half } }
`
    const files = app({ 'resources/field/visit.yaml': visit + formulas, 'resources/field/shop.yaml': shop })
    const first = compile([...files, ...app({ 'dictionaries/visit_kind.yaml': kind })])
    expect(first.problems).toEqual([])
    const edited = first.drafts.map(({ source }) =>
      source.file === file ? { ...source, text: source.text.replace(from, to) } : source,
    )
    const fresh = compile(edited)
    expect(fresh.problems).not.toEqual([])
    expect(compile(edited, first).problems).toEqual(fresh.problems)
  })

  it("refines the engine's dictionary of the same name by the app's, and uses the titles of both", () => {
    const base: Source[] = [
      {
        file: 'dictionaries/visit_kind.yaml',
        text: kind
          .replace('plan: { key: "1"', 'other: { key: "9"')
          .replaceAll('计划', '其他')
          .replaceAll('Planned', 'Other'),
        origin: 'base',
      },
      { file: 'titles.yaml', text: 'remark: { zh: 备注, en: Remark }\nkind: { zh: 种类, en: Sort }\n', origin: 'base' },
    ]
    const { model, problems } = compile([...base, ...two, ...app({ 'titles.yaml': 'kind: { zh: 类型, en: Type }\n' })])
    expect(problems).toEqual([])
    expect(model?.resources['visit']?.fields.map(field => [field.name, field.title.en])).toEqual([
      ['visitName', 'Name'],
      ['kind', 'Type'],
    ])
    expect(model?.dictionaries['visit_kind']?.entries.map(entry => entry.name)).toEqual(['other', 'plan'])
  })

  it('returns warnings with the model', () => {
    const { model, problems } = compile(
      app({
        'resources/field/visit.yaml': visit,
        'dictionaries/visit_kind.yaml': kind,
        'dictionaries/other.yaml': kind,
      }),
    )
    expect(problems.map(({ code, severity }) => [code, severity])).toEqual([['dictionary.unused', 'warning']])
    expect(model).toBeDefined()
  })

  it('reports an empty file', () => {
    expect(reported(app({ 'resources/field/empty.yaml': '' }))[0]).toBe(
      'resources/field/empty.yaml:1:1 file.empty\n  The file is empty.\n  Write its content, such as title: { zh: 走访, en: Visit }, fields: { visitName: { type: text, required: true, title: { zh: 访客, en: Visitor } } }, or remove the file.',
    )
  })

  it('reports a mistake in a mixin once for all its users', () => {
    const files = { ...sample, 'resources/field/again.yaml': `title: { zh: 又, en: Again }\nmixins: [siteRecord]\n` }
    const mixin = (sample['mixins/siteRecord.yaml'] ?? '').replace('of: site', 'of: sitee')
    const problems = reported(app({ ...files, 'mixins/siteRecord.yaml': mixin })).filter(text =>
      text.startsWith('mixins/'),
    )
    expect(problems).toEqual([
      'mixins/siteRecord.yaml:2:34 resource.unknown\n  There is no resource "sitee".\n  Did you mean "site"?',
    ])
  })

  it('does not resolve names in the prototype', () => {
    const text = `${visit}  __proto__: { type: text, title: { zh: 甲, en: A } }\n__proto__: { polluted: true }\n`
    expect(compile(app({ 'resources/field/visit.yaml': text })).problems.map(({ code }) => code)).toContain(
      'key.unknown',
    )
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  it('rejects an alias bomb at once', () => {
    const bomb = `a: &a [x, x]\n${[...'bcdefghij'].map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghi'[at]}`).join(', ')}]`).join('\n')}\n`
    const start = performance.now()
    expect(compile(app({ 'resources/field/visit.yaml': bomb })).problems.map(({ code }) => code)).toContain(
      'yaml.alias',
    )
    expect(performance.now() - start).toBeLessThan(1000)
  })

  it('survives any text', () => {
    for (const text of [
      '\0',
      '[',
      '{}',
      '- a',
      '"',
      '%YAML 9',
      '---\n---\n',
      'a: b: c',
      '\ud800',
      '? [a]: b',
      'fields: { a: 1 }',
      'fields: [a]',
      '[[[[[',
      '\ufefftitle: a',
    ])
      expect(compile(app({ 'resources/field/odd.yaml': text })).model).toBeUndefined()
  })
})
