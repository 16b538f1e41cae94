import type { Bilingual, Model, Resource } from './model.ts'
import { partChanges, presentName, type Renames, resourceChanges } from './name-changes.ts'
import { unseenResources } from './seen-resources.ts'
import { stepsOf } from './steps.ts'

/** What two Models differ in, in words: a sentence for each resource and each dictionary, and one for each other part; then what roles no longer see. */
export function changesInWords(before: Model, after: Model): readonly Bilingual[] {
  const renames = resourceChanges(before, after)
  const known = new Set(Object.keys(before.resources).map(name => presentName(renames, name)))
  const resources = Object.values(before.resources).flatMap(old => {
    const next = after.resources[presentName(renames, old.name) ?? '']
    if (!next) return both(old.title, ' 已删除', ' removed')
    const parts = isEqual(old, next) ? [] : resourceParts(old, next)
    return parts.length === 0 ? [] : both(next.title, `：${joined(parts, 'zh')}`, `: ${joined(parts, 'en')}`)
  })
  const added = Object.values(after.resources).filter(({ name }) => !known.has(name))
  const dictionaries = changedKeys(before.dictionaries, after.dictionaries).map(code => {
    const [old, next] = [before.dictionaries[code], after.dictionaries[code]]
    const title = (next ?? old)?.title ?? { zh: code, en: code }
    const [zh, en] = !old ? ['已新增', 'added'] : next ? ['已更改', 'changed'] : ['已删除', 'removed']
    return { zh: `字典“${title.zh}”${zh}`, en: `dictionary ${title.en} ${en}` }
  })
  // The name of the brand is the title where the app has no other.
  const brandOf = ({ title, brand }: Model) => brand && { ...brand, name: isEqual(brand.name, title) ? '' : brand.name }
  const isOther = (key: keyof typeof otherParts) =>
    key === 'brand' ? !isEqual(brandOf(before), brandOf(after)) : !isEqual(before[key], after[key])
  const others = namesOfOthers.filter(isOther)
  return [
    ...resources,
    ...added.flatMap(({ title }) => both(title, ' 已新增', ' added')),
    ...dictionaries,
    ...others.map(key => otherParts[key]),
    ...unseenResources(before, after),
  ]
}

const both = (title: Bilingual, zh: string, en: string): Bilingual[] => [
  { zh: `${title.zh}${zh}`, en: `${title.en}${en}` },
]

const joined = (parts: readonly Bilingual[], language: keyof Bilingual): string =>
  parts.map(part => part[language]).join(language === 'zh' ? '，' : ', ')

const otherParts = {
  title: { zh: '应用名称已更改', en: 'title of the app changed' },
  brand: { zh: '品牌已更改', en: 'brand changed' },
  owner: { zh: '行的归属（owner）已更改', en: 'owner of rows changed' },
  ownersField: { zh: '用户的归属字段（owner.by）已更改', en: 'field of the owners of users changed' },
  roles: { zh: '角色已更改', en: 'roles changed' },
  menus: { zh: '菜单已更改', en: 'menu changed' },
  pages: { zh: '页面已更改', en: 'pages changed' },
  parameters: { zh: '参数已更改', en: 'parameters changed' },
  messages: { zh: '消息已更改', en: 'messages changed' },
} as const

const namesOfOthers = Object.keys(otherParts) as (keyof typeof otherParts)[]

function resourceParts(before: Resource, after: Resource): Bilingual[] {
  const changes = partChanges(before, after)
  const parts: Bilingual[] = []
  if (before.name !== after.name)
    parts.push({ zh: `${before.name} 改名为 ${after.name}`, en: `${before.name} renamed to ${after.name}` })
  const fields = listChanges(before.fields, after.fields, changes.fields, { zh: '字段', en: 'field' })
  const steps = listChanges(stepsOf(before), stepsOf(after), changes.steps, { zh: '操作', en: 'step' })
  const named = [...parts, ...fields, ...steps]
  // What follows from a change that is named already.
  const follows: ReadonlySet<string> = new Set([
    ...(named.length > 0 ? ['list', 'form', 'display'] : []),
    ...(steps.length > 0 ? ['lifecycle'] : []),
    ...(before.display === after.display ? [] : ['list']),
    ...(isEqual(before.title, after.title) ? [] : ['titles']),
  ])
  const settings = settingTitles.flatMap(([key, title]) =>
    follows.has(key) || isEqual(before[key], after[key])
      ? []
      : [{ zh: `${title.zh}已更改`, en: `${title.en} changed` }],
  )
  const all = [...named, ...settings]
  return all.length > 0 ? all : [{ zh: '设置已更改', en: 'settings changed' }]
}

/** The settings of a resource that are neither fields nor steps. */
const settingTitles: readonly (readonly [keyof Resource, Bilingual])[] = [
  ['title', { zh: '标题', en: 'title' }],
  ['titles', { zh: '复数标题', en: 'plural title' }],
  ['help', { zh: '说明', en: 'help' }],
  ['menu', { zh: '菜单位置', en: 'menu position' }],
  ['shared', { zh: '共享范围（shared）', en: 'shared' }],
  ['platform', { zh: '平台范围（platform）', en: 'platform' }],
  ['display', { zh: '显示字段', en: 'display field' }],
  ['sort', { zh: '排序', en: 'sort order' }],
  ['owner', { zh: '归属（owner）', en: 'owner' }],
  ['partOf', { zh: '所属主记录（partOf）', en: 'partOf' }],
  ['tree', { zh: '树形结构（tree）', en: 'tree' }],
  ['rules', { zh: '规则', en: 'rules' }],
  ['unique', { zh: '唯一约束', en: 'unique sets' }],
  ['list', { zh: '列表', en: 'list' }],
  ['form', { zh: '表单', en: 'form' }],
  ['lifecycle', { zh: '状态流转', en: 'lifecycle' }],
  ['queries', { zh: '查询', en: 'queries' }],
  ['binds', { zh: '绑定', en: 'binds' }],
  ['access', { zh: '访问规则', en: 'access rules' }],
  ['allowIf', { zh: '操作条件（allowIf）', en: 'allowIf' }],
]

interface Titled {
  readonly name: string
  readonly title: Bilingual
}

function listChanges(
  before: readonly Titled[],
  after: readonly Titled[],
  renames: Renames,
  what: Bilingual,
): Bilingual[] {
  const known = new Set(before.map(({ name }) => presentName(renames, name)))
  const sentence = (name: string, zh: string, en: string) => ({
    zh: `${what.zh} ${name} ${zh}`,
    en: `${what.en} ${name} ${en}`,
  })
  const former = before.flatMap(old => {
    const name = presentName(renames, old.name)
    const next = after.find(one => one.name === name)
    if (!next) return [sentence(old.name, '已删除', 'removed')]
    if (next.name !== old.name) return [sentence(old.name, `改名为 ${next.name}`, `renamed to ${next.name}`)]
    return isEqual(old, next) ? [] : [sentence(old.name, '已更改', 'changed')]
  })
  return [
    ...former,
    ...after.filter(({ name }) => !known.has(name)).map(({ name }) => sentence(name, '已新增', 'added')),
  ]
}

function changedKeys(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): string[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keys].filter(key => !isEqual(before[key], after[key]))
}

/** Unchanged resources are shared by the Models of two compilations. */
const isEqual = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other)
