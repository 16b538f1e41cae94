import { isMany, ofOption } from '../../../fields/options.ts'
import { isDictionary } from '../../../fields/traits.ts'
import { mayBeAdded } from '../../../model/added-entries.ts'
import type { Bilingual, Dictionary, Field, Model, Resource } from '../../../model/model.ts'
import { resourceOf } from '../../../model/names.ts'
import { unacknowledged } from '../../../model/warning.ts'
import { dictionaryRows, pathOfRow, rootKey, tenantDictionaryRows } from '../../../record/overlaid-rows.ts'
import { dictionariesOfStates, isDefaultEntry, lowerValue } from '../../../record/overlays.ts'
import { platformTenant } from '../../auth/actor.ts'
import type { RowChange } from '../../auth/authority-guard.ts'
import { anyFragment, columnOf, type Fragment, sql, word } from '../../database/fragment.ts'
import { runAll } from '../../database/run.ts'
import type { Row } from '../../database/shape.ts'
import { refuse } from '../../errors/refuse.ts'
import { ownTenant } from '../own-tenant.ts'
import type { Work } from '../work.ts'

/** The fields of a row that belong to the descriptors. */
const identity = [
  ...['parentId', 'code', 'dictKey', 'path', 'isBuiltIn'],
  ...['link', 'targetId', 'isTop', 'isNewWindow'],
] as const

/**
 * Refuses changes of rows that come from the descriptors beyond the editable properties: the identity of a row, its
 * deletion, the sealing of an entry that a lifecycle or a default needs, and entries of a lifecycle's dictionary.
 */
export async function assureDescribedRow(work: Work, resource: Resource, change: RowChange): Promise<void> {
  const { before, after } = change
  if (before?.['isBuiltIn'] === true) {
    assureIdentity(before, after)
  } else if (after && before === null) {
    await assureNewEntry(work, resource, after)
  } else if (after && before) {
    for (const name of ['parentId', 'code', 'dictKey']) {
      if ((after[name] ?? null) !== (before[name] ?? null)) throw refuse.input({ [name]: messages.fixedKey })
    }
  } else if (before) await assureUnused(work, resource, before)
  if (after?.['isSealed'] === true && before?.['isSealed'] !== true) assureMaySeal(work, after)
  if (after && before && after['sort'] !== before['sort']) assureOrder(work, after)
}

/** Refuses to delete a row that comes from the descriptors, and to change what they decide of it. */
export function assureIdentity(before: Row, after: Row | null): void {
  if (!after) throw refuse.conflict('described-row', messages.deleted)
  for (const name of identity)
    if (name in before && (after[name] ?? null) !== (before[name] ?? null))
      throw refuse.input({ [name]: messages.fixed })
}

/** The row of the descriptors to which a row refers as its parent. */
async function parentOf(work: Work, parentId: unknown): Promise<Row | undefined> {
  if (typeof parentId !== 'string') return undefined
  const { table } = resourceOf(work.ctx.model, dictionaryRows)
  const [parent] = await runAll(
    work.queries,
    sql`select code, parent_id from ${word(`"${table}"`)} where id = ${parentId}::bigint and is_deleted = 0`,
  )
  return parent
}

/** A new dictionary has a code of its own, and a title. */
function assureNewDictionary({ ctx: { model } }: Work, after: Row): void {
  const code = String(after['code'] ?? '')
  if (!/^[A-Za-z]\w{0,62}$/.test(code)) throw refuse.input({ code: messages.code })
  if (Object.hasOwn(model.dictionaries, code)) throw refuse.duplicate(['code'], messages.codeExists)
  if (isUntitled(after)) throw refuse.input({ dictValue: messages.title })
  after['dictKey'] = rootKey
}

/** An entry has the code of its dictionary, which clients may send. */
function setCode(after: Row, { code }: Dictionary): void {
  if (after['code'] && after['code'] !== code) throw refuse.input({ code: messages.ofDictionary })
  after['code'] = code
}

const isUntitled = ({ dictValue }: Row): boolean => typeof dictValue !== 'string' || dictValue === ''

/** A new entry gets the code of its dictionary. */
async function assureNewEntry(work: Work, resource: Resource, after: Row): Promise<void> {
  if (!after['parentId'] && [rootKey, null, undefined].includes(after['dictKey'] as string))
    return assureNewDictionary(work, after)
  const parent = await parentOf(work, after['parentId'])
  const dictionary = work.ctx.model.dictionaries[String(parent?.['code'])]
  if (!parent || parent['parent_id'] !== null || !dictionary) throw refuse.input({ parentId: messages.noDictionary })
  if (dictionariesOfStates(work.ctx.model).has(dictionary.code)) throw refuse.input({ parentId: messages.lifecycle })
  const key = String(after['dictKey'])
  if (!mayBeAdded(key)) throw refuse.input({ dictKey: messages.key })
  setCode(after, dictionary)
  await assureKeyIsFree(work, resource, after)
}

async function assureKeyIsFree({ ctx, queries }: Work, resource: Resource, row: Row): Promise<void> {
  const same = sql`select 1 from ${word(`"${resource.table}" t`)} where code = ${row['code']} and dict_key = ${row['dictKey']} and is_deleted = 0${ownTenant(ctx, resource)}`
  if ((await runAll(queries, same)).length > 0) throw refuse.duplicate(['dictKey'], messages.exists)
}

/** Refuses what a tenant cannot edit of a dictionary. A row gets the code of its dictionary. */
export async function assureTenantRow(work: Work, resource: Resource, { before, after }: RowChange): Promise<void> {
  if (!after) return isAddedRow(work, before ?? {}) ? assureUnused(work, resource, before ?? {}) : undefined
  if (work.ctx.actor.tenantId === platformTenant) throw refuse.conflict('described-row', messages.ofPlatform)
  for (const name of before ? ['parentId', 'code', 'dictKey'] : [])
    if ((after[name] ?? null) !== (before?.[name] ?? null)) throw refuse.input({ [name]: messages.fixedKey })
  const { model } = work.ctx
  if (!after['parentId'] && !before && [rootKey, null, undefined].includes(after['dictKey'] as string))
    return assureNewDictionary(work, after)
  const parent = await parentOf(work, after['parentId'])
  const dictionary = model.dictionaries[String(parent?.['code'] ?? after['code'])]
  // Only a dictionary that the tenant added has no row above its entries.
  const isPlaced = parent
    ? parent['parent_id'] === null
    : before || (dictionary && isAddedDictionary(model, dictionary))
  if (!isPlaced || !dictionary) throw refuse.input({ parentId: messages.noDictionary })
  if (before) after['code'] = dictionary.code
  else setCode(after, dictionary)
  if (!before) await assureKeyIsFree(work, resource, after)
  if (!before && !isAddedRow(work, after)) assureIsEdit(work, dictionary, after)
  if (isAddedRow(work, after)) assureAddedRow(work, dictionary, after)
  else if (dictionariesOfStates(model).has(dictionary.code)) {
    for (const name of ['sort', 'isSealed']) if (isSent(after[name])) throw refuse.input({ [name]: messages.lifecycle })
  }
  if (after['isSealed'] === true && before?.['isSealed'] !== true) assureMaySeal(work, after)
}

/**
 * Asks the user whether a new row with the key of an entry is meant as an edit of it: entries are added alike. A restored
 * row was one.
 */
function assureIsEdit({ ctx }: Work, { title, entries }: Dictionary, row: Row): void {
  const entry = entries.find(({ key }) => key === row['dictKey'])
  if (!entry || Number(row['version']) > 1) return
  const { key, title: own } = entry
  const text = {
    zh: `字典“${title.zh}”已有键值 ${key}（${own.zh}），继续则修改这个条目`,
    en: `The dictionary "${title.en}" already has the key ${key} (${own.en}). Continuing changes that entry.`,
  }
  const open = unacknowledged([{ name: 'entry-exists', text, fields: ['dictKey'] }], ctx.acknowledged)
  if (open.length > 0) throw refuse.warned(open)
}

/** Forms send false for an empty box. */
const isSent = (value: unknown): boolean => value !== null && value !== undefined && value !== false

/** Whether the tenant itself added a dictionary. */
export const isAddedDictionary = (model: Model, { code }: Pick<Dictionary, 'code'>): boolean =>
  lowerValue(model, 'tenant', { kind: 'dictionary', path: code, property: 'title.zh' }) === undefined

/** Whether a row of a tenant adds a dictionary or an entry. */
const isAddedRow = ({ ctx: { model } }: Work, row: Row): boolean => {
  const path = pathOfRow(model, tenantDictionaryRows, row) ?? ''
  return lowerValue(model, 'tenant', { kind: 'dictionary', path, property: 'title.zh' }) === undefined
}

function assureAddedRow({ ctx: { model } }: Work, { code }: Dictionary, row: Row): void {
  if (isUntitled(row)) throw refuse.input({ dictValue: messages.title })
  if (row['dictKey'] === rootKey) return
  if (!mayBeAdded(String(row['dictKey']))) throw refuse.input({ dictKey: messages.key })
  if (dictionariesOfStates(model).has(code)) throw refuse.input({ parentId: messages.lifecycle })
}

/** The order of states belongs to the lifecycle. */
function assureOrder({ ctx: { model } }: Work, row: Row): void {
  if (row['dictKey'] !== rootKey && dictionariesOfStates(model).has(String(row['code'])))
    throw refuse.input({ sort: messages.lifecycle })
}

function assureMaySeal(work: Work, row: Row): void {
  const dictionary = work.ctx.model.dictionaries[String(row['code'])]
  if (!dictionary || row['dictKey'] === rootKey) throw refuse.input({ isSealed: messages.sealedDictionary })
  if (dictionariesOfStates(work.ctx.model).has(dictionary.code)) throw refuse.input({ isSealed: messages.lifecycle })
  if (isDefaultEntry(work.ctx.model, dictionary.code, String(row['dictKey'])))
    throw refuse.input({ isSealed: messages.isDefault })
}

/** Refuses to delete an added entry that records contain, deleted ones too, and a dictionary with entries. */
async function assureUnused(work: Work, resource: Resource, before: Row): Promise<void> {
  if (before['dictKey'] === rootKey) {
    const below = sql`select 1 from ${word(`"${resource.table}" t`)} where code = ${before['code']} and dict_key <> ${rootKey} and is_deleted = 0${ownTenant(work.ctx, resource)}`
    if ((await runAll(work.queries, below)).length > 0) throw refuse.conflict('has-children', messages.entries)
    return
  }
  // An entry of the platform is used in every tenant.
  const isOfTenant = work.ctx.actor.tenantId !== platformTenant
  const key = String(before['dictKey'])
  const counts = fieldsWith(work, String(before['code'])).map(({ resource, field }): Fragment => {
    const column = word(columnOf('t', String(field.column)))
    const holds = isMany(field) ? sql`${key}::text = any(${column})` : sql`${column} = ${key}`
    return sql`(select count(*) from ${word(`"${resource.table}" t`)} where ${anyFragment([holds])}${isOfTenant ? ownTenant(work.ctx, resource) : word('')})`
  })
  if (counts.length === 0) return
  const total = counts.reduce((sum, count) => sql`${sum} + ${count}`)
  const [row] = await runAll(work.queries, sql`select ${total} as "count"`)
  const count = Number(row?.['count'])
  if (count > 0)
    throw refuse.conflict('entry-used', {
      zh: `有 ${count} 条记录使用该条目，不能删除；可以停用`,
      en: `${count} records use this entry. It cannot be deleted; disable it instead.`,
    })
}

const fieldsWith = ({ ctx }: Work, code: string): { readonly resource: Resource; readonly field: Field }[] =>
  Object.values(ctx.model.resources).flatMap(resource =>
    resource.fields
      .filter(field => field.column !== undefined && isDictionary(field) && ofOption(field) === code)
      .map(field => ({ resource, field })),
  )

const messages = {
  ofPlatform: {
    zh: '平台租户请在“系统字典”里修改，对所有租户生效',
    en: 'As the platform tenant, make the change in "System dictionary": it applies to all tenants',
  },
  deleted: {
    zh: '该记录来自描述文件，不能删除；字典条目可以停用',
    en: 'The record comes from the descriptors and cannot be deleted. A dictionary entry can be disabled.',
  },
  fixed: { zh: '由描述文件决定，不能修改', en: 'This is defined by the descriptors and cannot be changed' },
  fixedKey: { zh: '保存后不能修改', en: 'This cannot be changed once the entry is saved' },
  noDictionary: { zh: '请选择字典', en: 'Select a dictionary' },
  lifecycle: {
    zh: '流程状态的字典只能修改名称和颜色',
    en: 'Only titles and colours of the states of a lifecycle can be changed',
  },
  code: {
    zh: '以字母开头，只含字母、数字和下划线，最多 63 个字符',
    en: 'A letter, then letters, digits and underscores, at most 63 characters',
  },
  ofDictionary: { zh: '与所选字典的编号不同', en: 'This is not the code of the selected dictionary' },
  codeExists: { zh: '当前字典编号已存在!', en: 'This dictionary code exists already' },
  title: { zh: '请输入字典名称', en: 'Please enter the label' },
  entries: { zh: '请先删除子节点!', en: 'Delete its entries first' },
  exists: { zh: '当前字典键值已存在!', en: 'This key already exists in the dictionary' },
  key: {
    zh: '不含空格、逗号、顿号和分号，最多 63 个字符，不能是 -1',
    en: 'Up to 63 characters, no space, comma or semicolon, not -1',
  },
  sealedDictionary: { zh: '不能停用整个字典', en: 'A whole dictionary cannot be disabled' },
  isDefault: { zh: '该条目是字段的默认值，不能停用', en: 'The entry is the default of a field and cannot be disabled' },
} satisfies Readonly<Record<string, Bilingual>>
