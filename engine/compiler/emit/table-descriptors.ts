import { isReserved } from '../language/reserved-names.ts'

/** A column of a table, as the catalogue of its database describes it. */
export interface ColumnFacts {
  readonly name: string
  /** As PostgreSQL prints it: `character varying(20)`, `numeric(10,2)`. */
  readonly type: string
  readonly comment: string | null
  readonly isRequired: boolean
  readonly isUnique: boolean
  /** The labels of its enumeration. */
  readonly labels?: readonly string[]
  /** Of a column of texts: what a sample of rows contains. */
  readonly sample?: {
    readonly rows: number
    readonly distinct: number
    readonly longest: number
    readonly values: readonly string[]
  }
}

export interface TableFacts {
  readonly name: string
  readonly comment: string | null
  readonly columns: readonly ColumnFacts[]
  readonly primaryKey: readonly string[]
  /** With the column to which they refer. */
  readonly foreignKeys: readonly { readonly column: string; readonly table: string; readonly key: string }[]
}

/** A descriptor as a file of an app. */
export interface DescriptorFile {
  readonly file: string
  readonly text: string
}

export interface TableChoice {
  /** The folder of the resources, which is a group of the menu. */
  readonly module: string
  /** Beginning of the names of tables that the names of resources omit. */
  readonly prefix?: string
  readonly under?: string
}

/** The field types of SQL types, in the order in which they are tried. */
export const sqlTypes: readonly { readonly sql: string; readonly type: string }[] = [
  { sql: 'boolean', type: 'boolean' },
  { sql: 'smallint|integer|bigint', type: 'integer' },
  { sql: 'numeric|money|real|double precision', type: 'decimal' },
  { sql: 'date', type: 'date' },
  { sql: 'timestamp', type: 'datetime' },
  { sql: 'time', type: 'time' },
  { sql: 'jsonb?', type: 'json' },
  { sql: 'character|text|uuid|citext', type: 'text' },
]

/**
 * The descriptors of tables: a resource for each, with its lines in the table whose key it continues, and a dictionary
 * for each column of few values. Columns that no field type fits are omitted, and named in a comment.
 */
export function descriptorsOf(tables: readonly TableFacts[], choice: TableChoice): DescriptorFile[] {
  const names = namesOfTables(tables, choice)
  const masters = mastersOf(tables)
  return tables.flatMap((table, index) => {
    const lines = tables.filter(({ name }) => masters.get(name)?.table === table.name)
    return descriptorOf(table, { choice, names, lines, masters, order: (index + 1) * 10 })
  })
}

/** The names of a table and of its columns in descriptors. */
interface TableNames {
  readonly resource: string
  readonly fields: ReadonlyMap<string, string>
}

/** The names by table. A repeated one gets a number, also where a name has no letter that descriptors allow. */
export function namesOfTables(tables: readonly TableFacts[], choice: TableChoice): ReadonlyMap<string, TableNames> {
  const masters = mastersOf(tables)
  const resources = numbered(tables, name => nameOfTable(name, choice))
  return new Map(
    tables.map(table => {
      const resource = resources.get(table.name) ?? ''
      const own = table.columns.filter(column => !isOfEngine(column, table, masters))
      return [table.name, { resource, fields: numbered(own, name => nameOfColumn(name, resource)) }]
    }),
  )
}

function numbered(all: readonly { readonly name: string }[], nameOf: (name: string) => string): Map<string, string> {
  const names = new Map<string, string>()
  const taken = new Set<string>()
  for (const { name } of all) {
    const first = nameOf(name)
    let free = first
    for (let number = 2; taken.has(free); number++) free = `${first}${number}`
    taken.add(free)
    names.set(name, free)
  }
  return names
}

interface Scope {
  readonly choice: TableChoice
  readonly names: ReadonlyMap<string, TableNames>
  readonly lines: readonly TableFacts[]
  readonly masters: Masters
  readonly order: number
}

type Masters = ReadonlyMap<string, TableFacts['foreignKeys'][number] | undefined>

/** By table, the reference to the one whose lines it has: its key consists of that and something else. */
function mastersOf(tables: readonly TableFacts[]): Masters {
  const chosen = new Set(tables.map(({ name }) => name))
  return new Map(
    tables.map(({ name, primaryKey, foreignKeys }) => [
      name,
      primaryKey.length < 2
        ? undefined
        : foreignKeys.find(({ column, table }) => primaryKey.includes(column) && chosen.has(table) && table !== name),
    ]),
  )
}

function descriptorOf(table: TableFacts, scope: Scope): DescriptorFile[] {
  const { choice, names, lines, masters, order } = scope
  const { resource: name = '', fields: ofColumns } = names.get(table.name) ?? {}
  const master = masters.get(table.name)
  const dictionaries: DescriptorFile[] = []
  const fields: [string, string][] = []
  const omitted: string[] = []
  for (const column of table.columns) {
    const own = ofColumns?.get(column.name)
    if (own === undefined) continue
    const field = fieldOf(column, own, table, scope, dictionaries)
    if (field) fields.push([own, field])
    else omitted.push(column.name)
  }
  for (const line of lines) {
    const of = names.get(line.name)?.resource ?? ''
    fields.push([
      `${of.slice(of.startsWith(name) ? name.length : 0).replace(/^./, c => c.toLowerCase())}List`,
      map({ type: 'children', of, title: title(line.comment, of) }),
    ])
  }
  const partOf = master && ofColumns?.get(master.column)
  const display = displayOf(
    table,
    fields.map(([field]) => field).filter(field => field !== partOf),
    ofColumns,
  )
  const head = [
    '# yaml-language-server: $schema=../../schemas/resource.schema.json',
    `title: ${title(table.comment, name)}`,
    master
      ? 'menu: false'
      : `menu: ${map({ ...(choice.under && { under: choice.under }), icon: 'table', order: String(order) })}`,
    ...(partOf ? [`partOf: ${partOf}`] : []),
    ...(display ? [`display: ${display}`] : []),
    ...(omitted.length > 0 ? [`# Without a field: ${omitted.join(', ')}`] : []),
  ]
  const text = [...head, '', 'fields:', ...fields.map(([field, value]) => `  ${field}: ${value}`), ''].join('\n')
  return [{ file: `resources/${choice.module}/${name}.yaml`, text }, ...dictionaries]
}

/** Whether the engine has the column itself: the generated key, the position of a line, times and authors of rows. */
function isOfEngine({ name, type }: ColumnFacts, { primaryKey, foreignKeys }: TableFacts, masters: Masters): boolean {
  const isReference = foreignKeys.some(({ column }) => column === name)
  if (primaryKey.includes(name) && !isReference && /^(smallint|integer|bigint|uuid)/.test(type))
    return (
      primaryKey.length === 1 ||
      [...masters.values()].some(master => master !== undefined && primaryKey.includes(master.column))
    )
  return /^(created?|updated?)_?(at|time|on|user|by|dept)$|^(tenant_id|is_deleted|version)$/i.test(name)
}

function fieldOf(
  column: ColumnFacts,
  own: string,
  table: TableFacts,
  { names }: Scope,
  dictionaries: DescriptorFile[],
): string | undefined {
  const { name, type, comment, isRequired, isUnique, labels } = column
  if (type.endsWith('[]')) return undefined
  const found = sqlTypes.find(({ sql }) => new RegExp(`^(${sql})\\b`).test(type))?.type
  const isKey = table.primaryKey.length === 1 && table.primaryKey[0] === name
  const common = { ...(isRequired && { required: 'true' }), ...((isUnique || isKey) && { unique: 'true' }) }
  const titled = { title: title(comment, name) }
  const target = table.foreignKeys.find(({ column }) => column === name)?.table
  const resource = target === undefined ? undefined : names.get(target)?.resource
  if (resource !== undefined) return map({ type: 'reference', of: resource, ...common, ...titled })
  const values = labels ?? (found === 'text' ? fewValues(column) : undefined)
  if (values) {
    const { resource: prefix = '' } = names.get(table.name) ?? {}
    // The field of a reserved name has the prefix itself.
    const of = snake(isReserved(camel(name)) ? own : `${prefix}_${own}`)
    dictionaries.push(dictionaryOf(of, values, titled.title))
    return map({ type: 'dictionary', of, ...common, ...titled })
  }
  if (found === undefined || (found === 'text' && type.startsWith('"'))) return undefined
  return map({ ...shapeOf(column, found), ...common, ...titled })
}

function shapeOf({ name, type, sample }: ColumnFacts, found: string): Readonly<Record<string, string>> {
  const [, length = '', scale] = /\((\d+)(?:,(\d+))?\)/.exec(type) ?? []
  if (found === 'decimal' && (scale === undefined || scale === '2') && amounts.test(name)) return { type: 'money' }
  if (found === 'decimal')
    return { type: scale === '0' ? 'integer' : 'decimal', ...(scale && scale !== '0' && scale !== '2' && { scale }) }
  if (found !== 'text') return { type: found }
  const isFilled = (sample?.values.length ?? 0) > 0
  if (/(^|_)e?_?mail$/i.test(name)) return { type: 'email' }
  if (isFilled && sample?.values.every(value => /^https?:\/\//.test(value))) return { type: 'url' }
  if (length !== '' && Number(length) <= 255) return { type: 'text', max: length }
  return (sample?.longest ?? 0) > 100 || Number(length) > 255 ? { type: 'longtext' } : { type: 'text', max: '255' }
}

const amounts = /(price|amount|cost|fee|total|salary|balance|fine)/i

/** The values of a column that repeats few of them. */
function fewValues({ isUnique, sample }: ColumnFacts): readonly string[] | undefined {
  if (!sample || isUnique || sample.distinct < 2 || sample.distinct > 12 || sample.rows < sample.distinct * 4)
    return undefined
  return sample.values.every(value => value.length <= 30 && value.trim() === value && value !== '')
    ? sample.values
    : undefined
}

function dictionaryOf(name: string, values: readonly string[], titled: string): DescriptorFile {
  const colours = ['blue', 'green', 'amber', 'red', 'grey', 'orange']
  const taken = new Set<string>()
  const entries = values.map((value, index) => {
    const word = camel(value.replace(/[^A-Za-z0-9]+/g, '_'))
    const key = /^[a-z][A-Za-z0-9]*$/.test(word) && !isReserved(word) && !taken.has(word) ? word : `value${index + 1}`
    taken.add(key)
    const own = {
      ...(key !== value && { key: JSON.stringify(value) }),
      title: title(/\p{Script=Han}/u.test(value) ? value : null, value),
      colour: colours[index % colours.length] ?? 'grey',
    }
    return `  ${key}: ${map(own)}`
  })
  const head = '# yaml-language-server: $schema=../schemas/dictionary.schema.json'
  return { file: `dictionaries/${name}.yaml`, text: [head, `title: ${titled}`, 'entries:', ...entries, ''].join('\n') }
}

/** The field that names a record: one called so, else the first unique text, else the first. */
function displayOf(
  { columns }: TableFacts,
  fields: readonly string[],
  names: ReadonlyMap<string, string> | undefined,
): string | undefined {
  const texts = columns.filter(({ type }) => /^(character|text|citext)/.test(type))
  const named =
    texts.find(column => /(^|_)(name|title|subject|label)$/i.test(column.name)) ??
    texts.find(({ isUnique }) => isUnique) ??
    texts[0]
  const field = named && names?.get(named.name)
  return field && fields.includes(field) ? field : fields[0]
}

/** A comment as the Chinese title, or the English one where it has no Chinese; the other is made of the name. */
function title(comment: string | null, name: string): string {
  const text = comment?.split(/[\n,，;；:：(（]/)[0]?.trim() || undefined
  const words = snake(name).replace(/_id$/, '').replaceAll('_', ' ')
  const english = words.charAt(0).toUpperCase() + words.slice(1)
  const isChinese = text !== undefined && /\p{Script=Han}/u.test(text)
  return map({ zh: scalar(text ?? english), en: scalar(isChinese ? english : (text ?? english)) })
}

const map = (entries: Readonly<Record<string, string>>): string =>
  `{ ${Object.entries(entries)
    .map(([key, value]) => `${key}: ${value}`)
    .join(', ')} }`

const scalar = (text: string): string =>
  /^[\p{L}][\p{L}\p{N} ./%（）()-]*$/u.test(text) && !/^(true|false|null|yes|no|on|off)$/i.test(text)
    ? text
    : JSON.stringify(text)

const snake = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()

const camel = (name: string): string =>
  snake(name)
    .replace(/[^a-z0-9]+([a-z0-9])/g, (_all, next: string) => next.toUpperCase())
    .replace(/[^A-Za-z0-9]/g, '')

/** The resource of a table. */
function nameOfTable(table: string, { prefix = '', module }: TableChoice): string {
  const name = camel(table.startsWith(prefix) ? table.slice(prefix.length) : table)
  return /^[a-z]/.test(name) ? name : `${module}${name}`
}

/** The field of a column; one that the engine needs itself gets the name of its resource before it. */
function nameOfColumn(column: string, resource: string): string {
  const name = camel(column)
  if (!/^[a-z]/.test(name)) return `field${name}`
  return isReserved(name) ? `${resource}${name.charAt(0).toUpperCase()}${name.slice(1)}` : name
}
