import { describe, expect, it } from 'vitest'
import { compile } from '../compile.ts'
import { kinds } from '../kinds.ts'
import { print } from '../problem.ts'
import { readYaml } from '../read-yaml.ts'
import { plain } from '../tree.ts'
import { describableTypes } from './field.ts'
import { referencePage, sectionsOf } from './page.ts'
import { sample } from './sample.ts'

type Plain = Record<string, unknown>
type Path = readonly (string | number)[]

const read = (text: string) => plain(readYaml(text).root)
const sourcesOf = (files: Readonly<Record<string, string>>) =>
  Object.entries(files).map(([file, text]) => ({ file, text, origin: 'app' as const }))
/** Its files are parsed once. */
const ofSample = compile(sourcesOf(sample))
const problemsOf = (files: Readonly<Record<string, string>>) => compile(sourcesOf(files), ofSample).problems

/** The sample with one value replaced; the changed file is rewritten as JSON, which is YAML. */
function withValue(file: string, path: Path, value: unknown, base = sample): Record<string, string> {
  const root = read(base[file] ?? '{}') as Plain
  let here: Plain = root
  for (const step of path.slice(0, -1)) here = here[step] as Plain
  here[path.at(-1) ?? ''] = value
  return { ...base, [file]: JSON.stringify(root) }
}

const text = { type: 'text', title: { zh: '试', en: 'Probe' } }
const visit = 'resources/field/visit.yaml'
const site = 'resources/field/site.yaml'

/** Computed values that can be stored: of the record, of a record that it refers to, and of related records. */
const computed: readonly (readonly [of: string, file: string, field: Plain])[] = [
  ['the record', visit, { type: 'integer', compute: 'daysBetween(startDay, endDay)' }],
  ['a reference', visit, { type: 'text', compute: 'siteId.siteName' }],
  ['lines', visit, { type: 'integer', compute: 'items.sum(i, i.count)' }],
  ['the number of related records', site, { type: 'integer', compute: 'size(visits)' }],
  ['a sum of related records', site, { type: 'money', compute: 'visits.sum(v, v.total)' }],
]

it('the sample of the reference page has no problem', () => {
  expect(problemsOf(sample).map(problem => print(problem))).toEqual([])
})

it.each(computed)('a computed value of %s can be stored', (_, file, field) => {
  const probe = { ...field, title: { zh: '试', en: 'Probe' }, stored: true }
  expect(problemsOf(withValue(file, ['fields', 'probe'], probe)).map(problem => print(problem))).toEqual([])
})

/** Each form of the table of expressions as a part of one, with its place in the sample. */
const condition: Path = ['actions', 'remind', 'if']
const forms: Readonly<Record<string, readonly [expression: string, path?: Path]>> = {
  startDay: ['startDay != null'],
  'siteId.siteName': ["siteId.siteName != 'x'"],
  stateSince: ['stateSince != null'],
  'it.siteId': ['it.siteId == siteId', ['actions', 'near', 'updates', 1, 'where']],
  'input.summary': ['input.summary', ['lifecycle', 'transitions', 'finish', 'set', 'remark']],
  'me.id': ['createUser == me.id'],
  'me.phone': ['me.phone != null'],
  'me.roleIds': ['size(me.roleIds) > 0'],
  'me.ownerIds': ['siteId in me.ownerIds'],
  'me.roles.remark': ["'night' in me.roles.remark"],
  "kind == 'planned'": ["kind == 'planned'"],
  'startDay + 3': ['startDay + 3 > endDay'],
  'now() - hours(3)': ['createTime > now() - hours(3)'],
  'b / 60.0': ['b / 60.0 > 0.5'],
  'freight ?? 0': ['(freight ?? 0) > 10'],
  'x == null': ['x == null'],
  'x != null': ['x != null'],
  '&&': ['a && x != null'],
  '||': ['a || x != null'],
  '!': ['!a'],
  'a ? b : c': ['(a ? b : c) > 0'],
  in: ["kind in ['planned', 'urgent']"],
}

describe('forms of expressions on the reference page', () => {
  const title = { zh: '试', en: 'Probe' }
  const number = { type: 'integer', title }
  const letters = { freight: number, x: text, a: { type: 'boolean', title }, b: number, c: number }
  const users = { phone: { type: 'phone', title }, ownerIds: { type: 'reference', of: 'site', many: true } }
  const account = (name: string, fields: Plain) => [`resources/blade/${name}.yaml`, JSON.stringify({ title, fields })]
  const { fields } = read(sample[visit] ?? '') as { readonly fields: Plain }
  const base = {
    ...withValue(visit, ['fields'], { ...fields, ...letters }),
    ...Object.fromEntries([account('bladeUser', users), account('bladeRole', { remark: text })]),
  }

  it('are all compiled here', () => {
    const table = /## 表达式.*?(\n\| .*?)\n\n/s.exec(referencePage())?.[1] ?? ''
    const written = table.split('\n').flatMap(row => {
      const [, cell = ''] = /^\| ((?:[^|\\]|\\\|)*) \|/.exec(row) ?? []
      return [...cell.matchAll(/`([^`]+)`/g)].map(([, form = '']) => form.replaceAll('\\|', '|'))
    })
    expect(written).toEqual(Object.keys(forms))
  })

  it.each(Object.entries(forms))('compile: %s', (form, [expression, path = condition]) => {
    expect(expression).toContain(form)
    expect(problemsOf(withValue(visit, path, expression, base)).map(problem => print(problem))).toEqual([])
  })
})

it('the page lists every key and every field type', () => {
  const text = referencePage()
  for (const [, keys] of sectionsOf(kinds))
    for (const name of Object.keys(keys)) expect(text).toContain(`| \`${name}\``)
  for (const name of describableTypes.keys()) expect(text).toContain(`### ${name} `)
})
