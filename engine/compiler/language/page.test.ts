import { describe, expect, it } from 'vitest'
import type { AnyFieldType } from '../../fields/field-type.ts'
import { compile } from '../compile.ts'
import { appKeys, colourKeys, ownerKeys, signInKeys } from '../kinds/app.ts'
import { boardHttpKeys, boardKeys, sceneKeys, tileKeys, workKeys } from '../kinds/board.ts'
import { chartKeys, chartMeasureKeys } from '../kinds/chart.ts'
import { dictionaryKeys, entryKeys } from '../kinds/dictionary.ts'
import { menuGroupKeys } from '../kinds/menus.ts'
import { messageKeys } from '../kinds/message.ts'
import { mixinKeys, mixinPageKeys } from '../kinds/mixin.ts'
import { pageKeys, pageMenuKeys } from '../kinds/pages.ts'
import { datedValueKeys, parameterKeys } from '../kinds/parameters.ts'
import { roleKeys } from '../kinds/roles.ts'
import { kinds } from '../kinds.ts'
import { print } from '../problem.ts'
import { readYaml } from '../read-yaml.ts'
import { ruleKeys } from '../rule.ts'
import { plain } from '../tree.ts'
import { bindKeys } from './binds.ts'
import { createEffectKeys, linesEffectKeys, sendEffectKeys, startEffectKeys, updateEffectKeys } from './effects.ts'
import { describableTypes, fieldKeys, typeKeys } from './field.ts'
import type { Key, Keys } from './key.ts'
import { actionKeys, editKeys, lifecycleKeys, opensKeys, transitionKeys } from './lifecycle.ts'
import { referencePage, sectionsOf } from './page.ts'
import { claimKeys, queryKeys } from './queries.ts'
import {
  accessKeys,
  againstKeys,
  allowIfKeys,
  dialectKeys,
  formGroupKeys,
  listKeys,
  menuKeys,
  resourceKeys,
  uniqueKeys,
} from './resource.ts'
import { sample as given } from './sample.ts'

type Plain = Record<string, unknown>
type Path = readonly (string | number)[]

const read = (text: string) => plain(readYaml(text).root)
const sourcesOf = (files: Readonly<Record<string, string>>) =>
  Object.entries({ 'mark.svg': '<svg/>', ...files }).map(([file, text]) => ({ file, text, origin: 'app' as const }))
/** The sample with a process, which is no YAML, and a step that starts it. */
const sample: Readonly<Record<string, string>> = {
  ...given,
  'processes/visitApproval.bpmn': '',
  'resources/field/visit.yaml': (given['resources/field/visit.yaml'] ?? '').replace(
    '  remind: {',
    '  remind: { starts: { process: visitApproval },',
  ),
}
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
const item = 'resources/field/visitItem.yaml'
// A top menu has no parent, and a page has either a screen or a link.
const { top, ...groupKeys } = menuGroupKeys as Keys & Record<'top', Key>
const { link, ...screenKeys } = pageKeys as Keys & Record<'link', Key>
// A parameter has one value or dated ones.
const { values, ...oneValueKeys } = parameterKeys as Keys & Record<'values', Key>
// Only a handler returns something or asks a port, and a collection has no record.
const {
  on,
  returns,
  outside,
  after: _after,
  auto: _auto,
  ...recordActionKeys
} = actionKeys as Keys & Record<'on' | 'returns' | 'outside' | 'after' | 'auto', Key>
// A step that no user makes enters nothing.
const {
  after,
  auto,
  outside: _outside,
  ...userTransitionKeys
} = transitionKeys as Keys & Record<'after' | 'auto' | 'outside', Key>
// The same keys of a resource are tried in the resource that they fit.
const {
  fields: _fields,
  partOf: _partOf,
  tree: _tree,
  shared: _shared,
  platform: _platform,
  readOnly: _readOnly,
  against: _against,
  ...mixinRest
} = mixinKeys
// The default of a field cannot be sealed.
const { sealed, ...openEntryKeys } = entryKeys as Keys & Record<'sealed', Key>
// A query that an index supports does not need `small`, groups and claimed rows are a list, and a handler finds no rows.
const {
  small,
  group,
  measure,
  handler: queryHandler,
  claims,
  ...foundQueryKeys
} = queryKeys as Keys & Record<'small' | 'group' | 'measure' | 'handler' | 'claims', Key>
// A tile has charts, figures, a table, work or buttons, and a first page has no address.
const {
  figure,
  work,
  empty,
  table,
  add,
  http,
  returns: page,
  ...chartTileKeys
} = tileKeys as Keys & Record<'figure' | 'work' | 'empty' | 'table' | 'add' | 'http' | 'returns', Key>
const {
  home,
  lists,
  http: ofBoard,
  as,
  every,
  scenes,
  ...pageBoardKeys
} = boardKeys as Keys & Record<'home' | 'lists' | 'http' | 'as' | 'every' | 'scenes', Key>
// A list has columns and no groups.
const { columns, ...numberKeys } = chartKeys as Keys & Record<'columns', Key>
// An effect names either one record or the rows of a resource.
const { record, ...rowsKeys } = updateEffectKeys as Keys & Record<'record', Key>
const recordKeys = { record }
/** The location of each table's keys in the sample. */
const places: readonly (readonly [Keys, file: string, path: Path])[] = [
  [menuKeys, visit, ['menu']],
  [ruleKeys, visit, ['rules', 0]],
  [listKeys, visit, ['list']],
  [formGroupKeys, visit, ['form', 0]],
  [bindKeys, 'resources/field/supply.yaml', ['bind', 'sites']],
  [accessKeys, visit, ['access', 0]],
  [uniqueKeys, visit, ['unique', 0]],
  [allowIfKeys, visit, ['allowIf']],
  [againstKeys, 'resources/field/supply.yaml', ['against']],
  [dialectKeys, visit, ['dialect']],
  [lifecycleKeys, visit, ['lifecycle']],
  [opensKeys, visit, ['lifecycle', 'opens']],
  [userTransitionKeys, visit, ['lifecycle', 'transitions', 'finish']],
  [{ after }, visit, ['actions', 'near']],
  [{ auto }, visit, ['actions', 'flag']],
  [messageKeys, 'messages/visitReminder.yaml', []],
  [sendEffectKeys, visit, ['actions', 'remind', 'sends']],
  [startEffectKeys, visit, ['actions', 'remind', 'starts']],
  [recordActionKeys, visit, ['actions', 'remind']],
  [{ on, returns, outside }, 'resources/field/site.yaml', ['actions', 'collect']],
  [foundQueryKeys, visit, ['queries', 'openVisits']],
  [{ handler: queryHandler }, visit, ['queries', 'workload']],
  [{ small, claims }, visit, ['queries', 'withRemark']],
  [{ group, measure }, visit, ['queries', 'bySite']],
  [recordKeys, visit, ['actions', 'near', 'updates', 0]],
  [rowsKeys, visit, ['actions', 'near', 'updates', 1]],
  [createEffectKeys, visit, ['actions', 'order', 'creates']],
  [linesEffectKeys, visit, ['actions', 'order', 'creates', 'with', 'items']],
  [editKeys, visit, ['lifecycle', 'transitions', 'finish', 'edit', 'items']],
  [dictionaryKeys, 'dictionaries/visit_kind.yaml', []],
  [openEntryKeys, 'dictionaries/visit_kind.yaml', ['entries', 'planned']],
  [{ sealed }, 'dictionaries/visit_kind.yaml', ['entries', 'urgent']],
  [mixinRest, 'mixins/siteRecord.yaml', []],
  [appKeys, 'app.yaml', []],
  [signInKeys, 'app.yaml', ['signIn']],
  [colourKeys, 'app.yaml', ['colours']],
  [groupKeys, 'menus.yaml', ['tasks']],
  [roleKeys, 'roles.yaml', ['inspector']],
  [{ top }, 'menus.yaml', ['field']],
  [screenKeys, 'pages.yaml', ['today']],
  [{ link }, 'pages.yaml', ['weather']],
  [pageMenuKeys, 'pages.yaml', ['today', 'menu']],
  [oneValueKeys, 'parameters.yaml', ['visit.days']],
  [{ values }, 'parameters.yaml', ['visit.limit']],
  [datedValueKeys, 'parameters.yaml', ['visit.limit', 'values', 0]],
  [numberKeys, 'charts/visitMonths.yaml', []],
  [{ columns }, 'charts/visitList.yaml', []],
  [chartMeasureKeys, 'charts/visitMonths.yaml', ['measure', 'done']],
  [pageBoardKeys, 'boards/visits.yaml', []],
  [{ home }, 'boards/desk.yaml', []],
  [{ as, every, scenes }, 'boards/display.yaml', []],
  [sceneKeys, 'boards/display.yaml', ['scenes', 'site']],
  [{ work, empty }, 'boards/desk.yaml', ['tiles', 'open']],
  [workKeys, 'boards/desk.yaml', ['tiles', 'open', 'work', 0]],
  [chartTileKeys, 'boards/visits.yaml', ['tiles', 'kinds']],
  [{ figure }, 'boards/visits.yaml', ['tiles', 'top']],
  [{ table, http, returns: page }, 'boards/totals.yaml', ['tiles', 'sites']],
  [{ lists, http: ofBoard }, 'boards/totals.yaml', []],
  [{ add }, 'boards/desk.yaml', ['tiles', 'create']],
  [boardHttpKeys, 'boards/totals.yaml', ['http']],
]
const cases = places.flatMap(([keys, file, path]) =>
  Object.entries(keys).map(([name, { example }]) => ({
    name: [...path, name].join('.'),
    file,
    path: [...path, name],
    example,
  })),
)
const fileOf: Readonly<Record<string, string>> = {
  tree: 'resources/field/site.yaml',
  partOf: 'resources/field/visitItem.yaml',
  readOnly: 'resources/field/site.yaml',
  against: 'resources/field/supply.yaml',
}

/** Every key whose example is compiled here. */
const executed = new Set<Key>([
  ...places.flatMap(([keys]) => Object.values(keys)),
  // The example of `claims` has all of its keys.
  ...[resourceKeys, fieldKeys, ownerKeys, mixinPageKeys, claimKeys].flatMap(keys => Object.values(keys)),
])

/** Computed values that can be stored: of the record, of a record that it refers to, and of related records. */
const computed: readonly (readonly [of: string, file: string, field: Plain])[] = [
  ['the record', visit, { type: 'integer', compute: 'daysBetween(startDay, endDay)' }],
  ['a reference', visit, { type: 'text', compute: 'siteId.siteName' }],
  ['lines', visit, { type: 'integer', compute: 'items.sum(i, i.count)' }],
  ['the number of related records', site, { type: 'integer', compute: 'size(visits)' }],
  ['a sum of related records', site, { type: 'money', compute: 'visits.sum(v, v.total)' }],
]

describe('examples of the reference page', () => {
  it('are all compiled here', () => {
    const left = sectionsOf(kinds).flatMap(([heading, keys]) =>
      Object.entries(keys).flatMap(([name, key]) => (executed.has(key) ? [] : [`${heading}: ${name}`])),
    )
    expect(left).toEqual([])
  })

  it('start from a sample without problems', () => {
    expect(problemsOf(sample).map(problem => print(problem))).toEqual([])
  })

  it.each(cases)('compile: $file $name', ({ file, path, example }) => {
    const problems = problemsOf(withValue(file, path, read(example)))
    expect(problems.map(problem => print(problem))).toEqual([])
  })

  it.each(Object.entries(resourceKeys))('compile: resource key %s', (name, { example }) => {
    const file = fileOf[name] ?? visit
    const value = read(example)
    const kept =
      name === 'fields' ? { ...((read(sample[file] ?? '') as Plain)['fields'] as Plain), ...(value as Plain) } : value
    const base = name === 'platform' ? withValue(file, ['shared'], true) : sample
    const files = withValue(file, [name], kept, base)
    // Every resource of the sample refers to rows of a tenant.
    const isShared = name === 'shared' || name === 'platform'
    const problems = problemsOf(files).filter(({ code }) => !isShared || code !== 'shared.tenant-reference')
    expect(problems.map(problem => print(problem))).toEqual([])
  })

  it.each(Object.entries(fieldKeys).filter(([name]) => name !== 'stored'))(
    'compile: key %s of any field',
    (name, { example }) => {
      const probe = { type: 'text', title: { zh: '试', en: 'Probe' }, [name]: read(example) }
      expect(problemsOf(withValue(visit, ['fields', 'probe'], probe)).map(problem => print(problem))).toEqual([])
    },
  )

  it.each(computed)('compile: key stored of a value of %s', (_, file, field) => {
    const probe = { ...field, title: { zh: '试', en: 'Probe' }, stored: read(fieldKeys['stored']?.example ?? '') }
    expect(problemsOf(withValue(file, ['fields', 'probe'], probe)).map(problem => print(problem))).toEqual([])
  })

  it('compile: keys of owner in app.yaml', () => {
    const owner = Object.fromEntries(Object.entries(ownerKeys).map(([name, { example }]) => [name, read(example)]))
    const users = {
      title: { zh: '用户', en: 'User' },
      fields: { account: text, [String(owner['by'])]: { type: 'reference', of: 'site', many: true } },
    }
    const files = {
      ...withValue('app.yaml', ['owner'], owner),
      'resources/blade/bladeUser.yaml': JSON.stringify(users),
    }
    expect(problemsOf(files).map(problem => print(problem))).toEqual([])
  })

  it.each(Object.entries(mixinPageKeys))('compile: key %s of a mixin', (name, { example }) => {
    const mixin = JSON.stringify({ [name]: read(example) })
    const files = { ...withValue(item, ['mixins'], ['probe']), 'mixins/probe.yaml': mixin }
    expect(problemsOf(files).map(problem => print(problem))).toEqual([])
  })

  const options = [...describableTypes].flatMap(([type, described]) =>
    Object.keys(described.options).map(option => ({ type, option, described })),
  )
  it.each(options)('compile: key $option of type $type', ({ type, option, described }) => {
    expect(problemsOf(withProbe(type, option, described)).map(problem => print(problem))).toEqual([])
  })
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

/** The options that an option requires. */
const requiredOption: Readonly<Record<string, Plain>> = { count: { many: true }, 'reference.sort': { pick: 'first' } }

/** The sample with a field of that type and option, and with everything that its examples name. */
function withProbe(type: string, option: string, described: AnyFieldType): Record<string, string> {
  const keys = typeKeys(described)
  const needed = Object.keys(keys).filter(name => name === option || keys[name]?.required)
  const examples = needed.map(name => [name, described.options[name]?.example])
  const required = requiredOption[`${type}.${option}`] ?? requiredOption[option] ?? {}
  const given = { ...required, ...Object.fromEntries(examples) }
  const of = String(given['of'])
  const title = { zh: '试', en: 'Probe' }
  const named: Record<string, unknown> = {}
  if (described.options['of']?.names === 'dictionary')
    named[`dictionaries/${of}.yaml`] = { title, entries: { one: { title } } }
  if (described.options['of']?.names === 'resource') {
    const columns = (described.options['columns']?.example ?? ['probeName']) as string[]
    const texts = Object.fromEntries(columns.map(name => [name, { type: 'text', title }]))
    const isLine = type === 'children'
    const by = type === 'related' ? String(given['by'] ?? 'visitId') : 'masterId'
    const back = isLine || type === 'related' ? { [by]: { type: 'reference', of: 'visit' } } : {}
    const sort =
      type === 'related' ? { [String(given['sort'] ?? 'day').replace('-', '')]: { type: 'date', title } } : {}
    named[`resources/field/${of}.yaml`] = {
      title,
      ...(isLine && { partOf: 'masterId' }),
      fields: { ...back, ...sort, ...texts, ...namesIn(given['where']) },
    }
  }
  const visitFields = ((read(sample[visit] ?? '') as Plain)['fields'] ?? {}) as Plain
  const fields = { ...visitFields, probe: { type, title, ...given }, ...bareNamesIn(given['where']) }
  const files = withValue(visit, ['fields'], fields)
  return {
    ...files,
    ...Object.fromEntries(Object.entries(named).map(([file, value]) => [file, JSON.stringify(value)])),
  }
}

/** A text field for each name of the candidate and of the record that a `where` reads. */
const namesIn = (where: unknown) =>
  Object.fromEntries([...String(where ?? '').matchAll(/it\.(\w+)/g)].map(match => [match[1], text]))
const bareNamesIn = (where: unknown) =>
  Object.fromEntries(
    [...String(where ?? '').matchAll(/(?<!\.)\b([a-z]\w+)\b(?!\.)/g)]
      .filter(match => match[1] !== 'it')
      .map(match => [match[1], text]),
  )

it('the page lists every key and every field type', () => {
  const text = referencePage()
  for (const [, keys] of sectionsOf(kinds))
    for (const name of Object.keys(keys)) expect(text).toContain(`| \`${name}\``)
  for (const name of describableTypes.keys()) expect(text).toContain(`### ${name} `)
})
