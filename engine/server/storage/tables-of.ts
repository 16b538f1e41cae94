import { isPast } from '../../fields/day.ts'
import { displayKeyColumn, keyedDisplay } from '../../fields/display-key.ts'
import { typeOf } from '../../fields/index.ts'
import { hasIndexedOrder, hasPrefixIndex, isSearched } from '../../fields/indexed-fields.ts'
import { isUniqueName, namingFields } from '../../fields/naming-fields.ts'
import { unitOfValues } from '../../fields/number.ts'
import { isMany } from '../../fields/options.ts'
import { hasLandlines } from '../../fields/phone/field.ts'
import { isAlwaysRequired, isInputField, isRequiredByCondition } from '../../fields/record-schema.ts'
import {
  hasDay,
  isComputed,
  isDictionary,
  isPicked,
  isReference,
  isSecret,
  isTimeOfDay,
  lineResource,
  referredResource,
} from '../../fields/traits.ts'
import { comparedAs } from '../../fields/unique-form.ts'
import { extensionsOf, isLink, maxFilesOf, maxLinkLength } from '../../fields/upload.ts'
import { isGuarded } from '../../model/guard.ts'
import { idOf } from '../../model/ids.ts'
import { masterFieldOf } from '../../model/lines.ts'
import type { Bind, Dictionary, Field, Model, Resource } from '../../model/model.ts'
import { codeOf, resourceOf, snake } from '../../model/names.ts'
import { ownerColumn } from '../../model/owner.ts'
import { perModel } from '../../model/per-model.ts'
import { stepsOf } from '../../model/steps.ts'
import { engineColumns, fieldOf, stateSince } from '../../model/system-fields.ts'
import { isUnique, neededFields, type UniqueFields, uniqueSetsOf } from '../../model/unique-sets.ts'
import { expressionOf } from '../../record/expressions.ts'
import { dictionariesOfStates } from '../../record/overlays.ts'
import { toSql } from '../../rules/to-sql.ts'
import { isPerTenant, tenantColumns } from '../database/tenancy.ts'
import { displayKeyVersion } from './display-key.ts'
import { engineTables, table as plainTable } from './engine-tables.ts'
import { isEngineView } from './engine-views.ts'
import { gramsFunction, initialGramsFunction, searchFormFunction } from './grams.ts'
import { overlayTable, partRenames } from './renamed-parts.ts'
import { columnTypeName, constant, quoted, shortened } from './sql-text.ts'
import {
  type Column,
  type ColumnRules,
  collated,
  type ForeignKey,
  type Index,
  type LinePart,
  type Statistics,
  signatureOf,
  type Table,
} from './table.ts'
import {
  comparedSql,
  isPeriod,
  periodKeys,
  takesPart,
  uniqueCondition,
  uniqueIndexName,
  withLiterals,
} from './unique-index.ts'

/** All tables of the Model and of the engine. A plan reads them several times. */
export const tablesOf = (model: Model): readonly Table[] => known(model, '', () => madeTables(model))

const known = perModel<readonly Table[]>()

function madeTables(model: Model): readonly Table[] {
  return [
    ...engineTables.map(table => (table.name === overlayTable ? { ...table, partRenames: partRenames(model) } : table)),
    ...(model.tables ?? []).map(one =>
      plainTable(one.name, { tenant_id: 'text!', ...one.columns }, ['tenant_id', ...one.primaryKey], one.indexes),
    ),
    ...Object.values(model.resources).flatMap(one =>
      isEngineView(one) ? [] : [tableOf(model, one), ...one.binds.map(bind => linksTable(model, one, bind))],
    ),
  ]
}

function tableOf(model: Model, resource: Resource): Table {
  if (Buffer.byteLength(resource.table) > 63) throw new Error(`The table name "${resource.table}" is too long.`)
  const partOf = partsWith(model, resource)
  const [part] = partOf
  return {
    name: resource.table,
    mark: {
      of: idOf(resource),
      code: resource.codeId ?? resource.code,
      ...(part && {
        part: `${part.resource}.${part.field}`,
        master: `${part.resource}.${masterFieldOf(resource)?.column}`,
      }),
    },
    partOf,
    columns: [...systemColumns(model, resource), ...resource.fields.flatMap(field => columnOf(model, resource, field))],
    primaryKey: withTenant(resource, 'id'),
    indexes: indexesOf(model, resource),
    statistics: statisticsOf(resource),
    references: resource.fields.flatMap(field => referenceOf(model, resource, field)),
  }
}

function partsWith(model: Model, { name, id, partOf }: Resource): LinePart[] {
  if (partOf === undefined) return []
  const master = resourceOf(model, partOf.resource)
  const fields = master.fields.filter(field => lineResource(field, model)?.name === name)
  // Lines of no field are named by their resource.
  const parts = fields.length > 0 ? fields : [{ name, ...(id !== undefined && { id }) }]
  return parts.map(part => ({ resource: idOf(master), field: idOf(part) }))
}

/** The links of a bind: the ids of both records, without any other value. */
function linksTable(model: Model, left: Resource, bind: Bind): Table {
  const { of, table } = bind
  const right = resourceOf(model, of)
  const refers = (side: 'left' | 'right', resource: Resource): ForeignKey => ({
    name: shortened(`${table}_${side}_refers`),
    columns: withTenant(resource, `${side}_id`),
    to: resource.table,
    toColumns: withTenant(resource, 'id'),
  })
  return {
    name: table,
    mark: { of: idOf(left), bind: idOf(bind) },
    columns: [
      given(engineColumns.tenant, 'text', { notNull: true }),
      given('left_id', 'bigint', { notNull: true, ...refersTo(left) }),
      given('right_id', 'bigint', {
        notNull: true,
        ...refersTo(right),
        ...(isEngineView(right) && { rules: { of: idOf(right) } }),
      }),
    ],
    primaryKey: [engineColumns.tenant, 'left_id', 'right_id'],
    indexes: [
      {
        name: shortened(`${table}_right`),
        method: 'btree',
        unique: false,
        keys: [engineColumns.tenant, 'right_id', 'left_id'],
      },
    ],
    references: [refers('left', left), ...(isEngineView(right) ? [] : [refers('right', right)])],
  }
}

const given = (name: string, type: string, more: Partial<Column> = {}): Column => ({
  name,
  ...collated(type),
  rules: {},
  ...more,
})

const systemColumns = (model: Model, resource: Resource): Column[] => [
  ...tenantColumns(resource).map(column => given(column, 'text', { notNull: true })),
  given('id', 'bigint', { notNull: true }),
  given('create_user', 'bigint'),
  given('create_dept', 'bigint'),
  given('create_time', 'timestamptz(3)'),
  given('update_user', 'bigint'),
  given('update_time', 'timestamptz(3)'),
  given('status', 'integer', { notNull: true, default: '1' }),
  given(engineColumns.deleted, 'smallint', { notNull: true, default: '0' }),
  given('version', 'integer', { notNull: true, default: '1' }),
  ...ownerOf(model, resource),
  ...(resource.partOf ? [given(engineColumns.line, 'integer')] : []),
  ...displayKey(resource),
]

function ownerOf(model: Model, resource: Resource): Column[] {
  if (ownerColumn(model, resource) !== engineColumns.owner) return []
  const { partOf, owner = '' } = resource
  const column = fieldOf(resource, partOf?.field ?? owner)?.column
  const of = model.owner === undefined ? undefined : model.resources[model.owner]
  if (column === undefined) return [given(engineColumns.owner, 'bigint')]
  const display = of && fieldOf(of, of.display)?.column
  const owners = of && { owners: { table: of.table, ...(display !== undefined && { display }) } }
  const master = partOf && resourceOf(model, partOf.resource)
  const via = master && { table: master.table, column: ownerColumn(model, master) ?? 'id' }
  const ownerFrom = { column, ...(via && { master: via }), ...owners }
  return [given(engineColumns.owner, 'bigint', { rules: { owner: ownerPath(model, resource) }, ownerFrom })]
}

/** The columns from a row to its owner; of lines through their master: `visit_id.office_id`. */
function ownerPath(model: Model, resource: Resource): string {
  const { partOf, owner = '' } = resource
  const column = fieldOf(resource, partOf?.field ?? owner)?.column ?? 'id'
  return partOf ? `${column}.${ownerPath(model, resourceOf(model, partOf.resource))}` : column
}

function displayKey(resource: Resource): Column[] {
  const from = keyedDisplay(resource)?.column
  if (from === undefined) return []
  return [given(displayKeyColumn, 'text', { rules: { computed: { by: displayKeyVersion, from } } })]
}

function columnOf(model: Model, resource: Resource, field: Field): Column[] {
  const type = field.column && typeOf(field).column(field)
  if (!field.column || !type) return []
  const column = columnTypeName(type)
  const condition = conditionOf(model, resource, field)
  return [
    {
      name: field.column,
      ...collated(column),
      field: idOf(field),
      ...(field.id !== undefined && { shown: snake(field.name) }),
      ...(field.name === stateSince.name && { fill: sinceOf(resource) }),
      ...firstOf(model, resource, field, column),
      ...(field.compute !== undefined && { isComputed: true as const }),
      ...keyRenamesOf(model, field),
      ...(isDictionary(field) && keyTitlesOf(model.dictionaries[String(field.options['of'])])),
      ...formerDictionariesOf(model, field),
      ...hasFormOf(model, field),
      ...readsOf(model, field),
      ...refersTo(referredResource(field, model)),
      ...(condition && { requiredWhere: condition.where }),
      rules: {
        ...promisesOf(model, resource, field, column),
        ...(condition && { requiredIf: condition.text }),
        ...recordedTarget(model, resource, field),
      },
    },
  ]
}

/** The initial state or the default as a constant; none of a unique field, and of a default that reads the clock or the user. */
function firstOf(model: Model, { lifecycle }: Resource, field: Field, type: string): Pick<Column, 'first'> {
  const value = field.name === lifecycle?.field ? initialKey(model, field, lifecycle.initial) : field.default
  if (value === undefined || value === null || field.unique || isReference(field)) return {}
  const stored = type === 'jsonb' ? value : typeOf(field).toColumn(value, field)
  return { first: constant(stored, type) }
}

const initialKey = (model: Model, { options }: Field, initial: string): string | undefined =>
  model.dictionaries[String(options['of'])]?.entries.find(({ name }) => name === initial)?.key

/** The time of the last change of the state in the history, otherwise that of the last change. */
function sinceOf(resource: Resource): string {
  const field = fieldOf(resource, resource.lifecycle?.field ?? '')
  const [name, state] = [idOf(resource), field ? idOf(field) : ''].map(text => `'${text.replaceAll("'", "''")}'`)
  const tenant = isPerTenant(resource) ? `t.${engineColumns.tenant}` : "''"
  return `coalesce((select max(h.at) from engine_history h where h.tenant_id = ${tenant} and h.resource = ${name} and h.record_id = t.id and jsonb_exists(h.changes, ${state})), t.update_time)`
}

function keyRenamesOf(model: Model, field: Field): Pick<Column, 'keyRenames'> {
  const entries = isDictionary(field) ? model.dictionaries[String(field.options['of'])]?.entries : undefined
  const keyRenames = entries?.flatMap(({ key, renamedFrom }) => (renamedFrom ? [{ from: renamedFrom, to: key }] : []))
  return keyRenames && keyRenames.length > 0 ? { keyRenames } : {}
}

function formerDictionariesOf(model: Model, field: Field): Pick<Column, 'formerDictionaries'> {
  const former = isDictionary(field) ? model.dictionaries[String(field.options['of'])]?.renamedFrom : undefined
  return former ? { formerDictionaries: former } : {}
}

/** Titles that are not a key, and of one entry only. */
function keyTitlesOf({ entries }: Pick<Dictionary, 'entries'> = { entries: [] }): Pick<Column, 'keyTitles'> {
  const titles = entries.flatMap(({ key, title }) =>
    [...new Set([title.zh, title.en])].map(from => ({ from, to: key })),
  )
  const uses = new Map<string, number>(entries.map(({ key }) => [key, 1]))
  for (const { from } of titles) uses.set(from, (uses.get(from) ?? 0) + 1)
  const keyTitles = titles.filter(({ from }) => uses.get(from) === 1)
  return keyTitles.length > 0 ? { keyTitles } : {}
}

/** The marks of a number, whether it is a file; of a reference to one record the texts by which an import finds it. */
function readsOf(model: Model, field: Field): Pick<Column, 'reads'> {
  if (!isReference(field)) {
    const { hasFiles, marks } = typeOf(field)
    return hasFiles ? { reads: { links: true } } : marks ? { reads: { marks: marks(field) } } : {}
  }
  const target = referredResource(field, model)
  if (!target || isMany(field) || isEngineView(target)) return {}
  const names = namingFields(target).map(one => ({ column: one.column, isUnique: isUniqueName(one) }))
  return { reads: { records: { table: target.table, names } } }
}

function refersTo(target: Resource | undefined): Pick<Column, 'refers'> {
  if (!target) return {}
  return { refers: { of: idOf(target), ...(!isEngineView(target) && { table: target.table }) } }
}

/**
 * When a saved record needs a value of a field that may be empty in others. Undefined where this depends on more than
 * stored values of the record: on the time or other records.
 */
function conditionOf(model: Model, resource: Resource, field: Field) {
  if (!isRequiredByCondition(field) || !isInputField(field) || isPicked(field) || isSecret(field)) return undefined
  const { when, requiredIf } = field
  const conditions = [when, requiredIf].flatMap(text => (text === undefined ? [] : expressionOf(model, resource, text)))
  const column = (name: string) => {
    const of = resource.fields.find(one => one.name === name)
    return of?.column && (isTimeOfDay(of) ? `${quoted(of.column)}::text` : quoted(of.column))
  }
  const translated = conditions.flatMap(one => {
    if (one.readsClock) return []
    const made = toSql(one, { column, clock: { now: new Date(0), zone: 'UTC' } })
    return 'fault' in made ? [] : `(${withLiterals(made)})`
  })
  if (translated.length < conditions.length) return undefined
  const where = { sql: translated.join(' and '), orEmpty: requiredIf !== undefined }
  return { text: conditions.map(({ text }) => text).join(' && '), where }
}

function recordedTarget(model: Model, resource: Resource, field: Field): Pick<ColumnRules, 'of'> {
  const target = referredResource(field, model)
  return target && referenceOf(model, resource, field).length === 0 ? { of: idOf(target) } : {}
}

function promisesOf(model: Model, { partOf }: Resource, field: Field, type: string): ColumnRules {
  const serial = typeOf(field).serial?.(field)
  const { min, max, of } = field.options
  const dictionary = isDictionary(field) ? model.dictionaries[String(of)] : undefined
  const unit = typeOf(field).marks ? unitOfValues(field) : undefined
  return {
    // A field hidden by `when` may be empty: only the server knows in which rows.
    // A line without its master is on no screen.
    ...((isAlwaysRequired(field) || field.name === partOf?.field) && { required: true }),
    ...(type === 'text' && typeof max === 'number' && { max }),
    ...(typeOf(field).freeText !== undefined && typeof min === 'number' && { min }),
    ...(isLimited(type) && isLimit(min) && { least: min }),
    ...(isLimited(type) && isLimit(max) && { most: max }),
    ...(isPast(field) && { past: true }),
    ...formOf(field),
    ...(typeOf(field).hasFiles && { accept: extensionsOf(field).toSorted() }),
    ...(typeOf(field).hasFiles && isMany(field) && { count: maxFilesOf(field) }),
    ...(dictionary && entriesIn(dictionary)),
    ...(dictionary && dictionariesOfStates(model).has(dictionary.code) && { fixed: true as const }),
    ...(unit !== undefined && { unit }),
    ...(isComputed(field) && !field.derived && { made: true as const }),
    ...(serial !== undefined && { serial }),
    ...(typeOf(field).secret && { secret: true as const }),
  }
}

const isLimited = (type: string) => /^(numeric|bigint|integer|date$|timestamptz)/.test(type) && !type.endsWith('[]')
const isLimit = (value: unknown): value is number | string => typeof value === 'number' || typeof value === 'string'

function formOf(field: Field): Pick<ColumnRules, 'form'> {
  const type = typeOf(field)
  const { only, pattern } = field.options
  const form = [
    ...('text' in type || type.hasFiles ? [hasLandlines(field) ? `${field.type} or landline` : field.type] : []),
    ...(type.freeText !== undefined && typeof only === 'string' ? [`only: ${only}`] : []),
    ...(type.freeText !== undefined && typeof pattern === 'string' ? [`pattern: ${pattern}`] : []),
  ]
  return form.length > 0 ? { form } : {}
}

/** Whether a save would accept the text of a row; it normalises texts before it checks them. */
function hasFormOf(model: Model, field: Field): Pick<Column, 'hasForm'> {
  if (!formOf(field).form) return {}
  const type = typeOf(field)
  if (type.hasFiles) {
    const fault = (link: string) => type.fault?.(isMany(field) ? [link] : link, field, model)
    return { hasForm: link => isLink(link) && link.length <= maxLinkLength && fault(link) === undefined }
  }
  const { pattern, allOf = [] } = type.value(field, model) as PatternsOfSchema
  const patterns = [pattern, ...allOf.map(one => one.pattern)].flatMap(one =>
    one === undefined ? [] : [new RegExp(one, 'u')],
  )
  const hasForm = (text: string): boolean => {
    const value = type.normalise?.(text, field) ?? null
    if (typeof value !== 'string') return true
    const isRead = !('text' in type) || 'value' in type.parse(value, field, model)
    return isRead && patterns.every(one => one.test(value))
  }
  return { hasForm }
}

interface PatternsOfSchema {
  readonly pattern?: string
  readonly allOf?: readonly { readonly pattern?: string }[]
}

function entriesIn({ code, entries }: Dictionary): Pick<ColumnRules, 'keys' | 'dictionary' | 'names'> {
  const keys = entries.map(({ key }) => key).toSorted()
  const nameOf = new Map(entries.map(({ key, name }) => [key, name]))
  const names = Object.fromEntries(
    keys.flatMap((key): [string, string][] => {
      const name = nameOf.get(key) ?? key
      return name === key ? [] : [[key, name]]
    }),
  )
  return { keys, dictionary: code, ...(Object.keys(names).length > 0 && { names }) }
}

const live = `"${engineColumns.deleted}" = 0`
/** Deleted on its own: lines deleted with their master are not in the bin. */
const deleted = `"${engineColumns.deleted}" = 1`

function indexesOf(model: Model, resource: Resource): Index[] {
  const wanted: Index[] = uniqueSetsOf(resource).map(set => uniqueIndex(model, resource, set))
  const signatures = new Set(wanted.map(signatureOf))
  const add = (name: string, index: Omit<Index, 'name'>) => {
    const one: Index = { name: shortened(`${resource.table}_${name}`), where: live, ...index }
    const signature = signatureOf(one)
    if (signatures.has(signature)) return
    signatures.add(signature)
    wanted.push(one)
  }
  const btree = (...columns: string[]) =>
    ({ method: 'btree', unique: false, keys: withTenant(resource, ...columns) }) as const
  const keyed = keyedDisplay(resource)
  const order = keyed?.name === resource.sort.field ? displayKeyColumn : fieldOf(resource, resource.sort.field)?.column
  const ordered = order && order !== 'id' ? [order, 'id'] : ['id']
  for (const field of stored(resource)) {
    if (isReference(field)) {
      if (field.options['many'] === true)
        add(`${field.column}_reference`, { method: 'gin', unique: false, keys: [field.column] })
      else
        add(`${field.column}_reference`, btree(field.column, ...(resource.partOf?.field === field.name ? ['id'] : [])))
    }
    if (typeOf(field).hasFiles) {
      // A file is served by a right to the record that refers to it, deleted or not.
      const where = `"${field.column}" IS NOT NULL`
      add(
        `${field.column}_files`,
        field.options['many'] === true
          ? { method: 'gin', unique: false, keys: [field.column], where }
          : { method: 'btree', unique: false, keys: [field.column], where },
      )
    }
    // Lists are sorted, and accounts found, by the values themselves.
    if (isUnique(field) && comparedAs(field)) add(`${field.column}_sort`, btree(field.column, 'id'))
    if (hasPrefixIndex(field)) add(`${field.column}_prefix`, btree(`${searchFormFunction}(${field.column})`, 'id'))
    const isOrdered = hasIndexedOrder(resource, field) && !field.unique && field.name !== keyed?.name
    if (isOrdered && comparedAs(field)) add(`${field.column}_compared`, btree(comparedSql(field, field.column)))
    // Charts count the rows of a span by their states: an index-only scan takes less than half the time.
    const counted = hasDay(field) ? { carries: statesOf(resource) } : {}
    if (field.index && field.name !== keyed?.name)
      add(`${field.column}_sort`, { ...btree(field.column, 'id'), ...counted })
    if (isSearched(resource, field))
      add(`${field.column}_grams`, { method: 'gin', unique: false, keys: [`${gramsFunction}(${field.column})`] })
  }
  if (keyed) {
    add('display_key', btree(displayKeyColumn, 'id'))
    add('initials', { method: 'gin', unique: false, keys: [`${initialGramsFunction}(${displayKeyColumn})`] })
  }
  // A list is filtered by its states and counted up to the cap: an index-only scan takes a tenth of the time.
  const carries = statesOf(resource).filter(column => !ordered.includes(column))
  const state = resource.lifecycle && fieldOf(resource, resource.lifecycle.field)?.column
  const owner = ownerColumn(model, resource)
  // The own rows of a user are found by thousands of ids, without reading each row. Tenants, which are texts and equal in
  // most rows, are compared last, which takes a third less time.
  if (owner === 'id') {
    const others = [...ordered.filter(column => column !== 'id'), ...carries]
    add('owner', { ...btree(), keys: ['id', ...tenantColumns(resource)], carries: others })
  }
  if (owner === engineColumns.owner) {
    const others = carries.filter(column => column !== state)
    add('owner', { ...btree(engineColumns.owner, ...ordered), carries: others })
    // An owner's rows of a state are counted without its other rows: a quarter of the entries in four states.
    if (state) add('owner_state', { ...btree(engineColumns.owner, state, ...ordered), carries: others })
  }
  for (const column of scopedColumns(model, resource))
    add(column.replace('create_', 'created_'), btree(column, ...ordered))
  if (ordered.length > 1) add('order', { ...btree(...ordered), carries })
  if (state) add('state', btree(state, ...ordered))
  // Several steps may wait for the same time: transitions in a state, actions in all.
  const [ofTransitions, ofActions] = [new Set<string>(), new Set<string>()]
  for (const { after, ...step } of stepsOf(resource)) {
    const column = after === undefined ? undefined : fieldOf(resource, after)?.column
    if (column) ('to' in step && state ? ofTransitions : ofActions).add(column)
  }
  for (const column of ofTransitions) add(`${column}_due`, btree(...(state ? [state] : []), column))
  for (const column of ofActions)
    add(ofTransitions.has(column) ? `${column}_due_action` : `${column}_due`, btree(column))
  // Few rows of a large table are in the bin, which has one sort order; lines are in the bin of their master.
  if (!resource.partOf) add('bin', { ...btree('update_time', 'id'), where: deleted })
  return wanted
}

function uniqueIndex(model: Model, resource: Resource, set: UniqueFields): Index {
  const condition = uniqueCondition(model, resource, set)
  if (isPeriod(set))
    return {
      name: uniqueIndexName(model, resource, set),
      method: 'gist',
      unique: false,
      keys: periodKeys(resource, set),
      where: `${live} and ${takesPart(model, resource, set)}`,
      needs: neededFields(set).map(({ column }) => column),
      ...(condition !== undefined && { condition }),
    }
  return {
    name: uniqueIndexName(model, resource, set),
    method: 'btree',
    unique: true,
    keys: withTenant(resource, ...set.fields.map(field => comparedSql(field, field.column))),
    where: condition === undefined ? live : `${live} and ${condition}`,
    ...(condition !== undefined && { condition }),
  }
}

/** The columns of the data scopes of the declared roles that view the resource. */
function scopedColumns(model: Model, resource: Resource): string[] {
  if (!isPerTenant(resource) || resource.partOf || isGuarded(resource)) return []
  const code = codeOf(resource, 'view')
  const scopes = model.roles
    .filter(({ codes }) => codes.includes(code))
    .flatMap(({ alias, dataScope }) => {
      const rule = resource.access.find(({ role, allow }) => role === alias && allow.includes('view'))
      return rule?.dataScope ?? dataScope
    })
    .filter(scope => scope !== 'all')
  return [...new Set(scopes.map(scope => (scope === 'own' ? engineColumns.createdBy : engineColumns.createdIn)))].sort()
}

/** Of the texts that substring search covers: how frequent each part is decides between its index and the order's. */
const statisticsOf = (resource: Resource): Statistics[] =>
  stored(resource)
    .filter(field => isSearched(resource, field))
    .map(({ column }) => ({
      name: shortened(`${resource.table}_${column}_parts`),
      on: `${gramsFunction}(${column})`,
    }))

/** Low-cardinality columns of the list's search: the lifecycle's state, and dictionaries. */
const statesOf = (resource: Resource): string[] =>
  stored(resource)
    .filter(field => {
      const isFilter = field.name === resource.lifecycle?.field || resource.list.search.includes(field.name)
      return isDictionary(field) && !isMany(field) && isFilter
    })
    .map(field => field.column)

function referenceOf(model: Model, resource: Resource, field: Field): ForeignKey[] {
  const target = referredResource(field, model)
  if (!field.column || !target || isMany(field) || isEngineView(target)) return []
  // Rows shared by all tenants cannot refer to rows of one tenant: the tenant is unknown there.
  if (!isPerTenant(resource) && isPerTenant(target)) return []
  return [
    {
      name: shortened(`${resource.table}_${field.column}_refers`),
      columns: withTenant(target, field.column),
      to: target.table,
      toColumns: withTenant(target, 'id'),
    },
  ]
}

const withTenant = (resource: Resource, ...columns: string[]): string[] => [...tenantColumns(resource), ...columns]
const stored = (resource: Resource): StoredField[] =>
  resource.fields.filter((field): field is StoredField => Boolean(field.column && typeOf(field).column(field)))

type StoredField = Field & { readonly column: string }
