import { timeRemaining } from '../../model/system-fields.ts'
import type { ChangeDraft } from './change.ts'
import { renameInLines } from './lines-in-rows.ts'
import { renameImportColumns, renameImportDetails } from './names-in-imports.ts'
import type { Pair } from './pair.ts'
import { moveOverlays, moveRow } from './renamed-parts.ts'
import { type PathRename, renamedPath } from './renamed-path.ts'
import { inOrder, type Rename, stagedName } from './renames.ts'
import { literal, quoted } from './sql-text.ts'
import type { Column, Table } from './table.ts'

/** A column whose values are names of the Model, which a rename must rewrite. */
interface NameColumn {
  readonly table: string
  readonly column: string
  readonly content:
    | 'permission code'
    | 'resource'
    | 'field'
    | 'path'
    | 'fields as keys'
    | 'list of fields'
    | 'query'
    | 'step'
    | 'import details'
    | 'import columns'
    | 'warnings'
  /** Rows that are deleted with their resource: they must not apply to a later resource with the same name. */
  readonly isDeleted?: true
  /** Of the primary key: a rename deletes the rows that an earlier resource, field or step of the new name left. */
  readonly isKey?: true
  /** Rows of imports, which have the name of the resource: those being written, whose other rows are checked again. */
  readonly isOfImport?: true
}

/** Every column that contains names of the Model. A new one must be added here. */
export const nameColumns: readonly NameColumn[] = [
  { table: 'engine_grant', column: 'code', content: 'permission code' },
  { table: 'engine_event', column: 'resource', content: 'resource' },
  { table: 'engine_history', column: 'resource', content: 'resource' },
  { table: 'engine_history', column: 'changes', content: 'fields as keys' },
  { table: 'engine_history', column: 'warnings', content: 'warnings' },
  { table: 'engine_origin', column: 'resource', content: 'resource' },
  { table: 'engine_origin', column: 'target', content: 'resource' },
  { table: 'engine_operation', column: 'resource', content: 'resource' },
  { table: 'engine_operation', column: 'step', content: 'step' },
  { table: 'engine_operation', column: 'edited', content: 'fields as keys' },
  { table: 'engine_message', column: 'resource', content: 'resource' },
  { table: 'engine_message', column: 'step', content: 'step' },
  { table: 'engine_serial', column: 'resource', content: 'resource' },
  { table: 'engine_serial', column: 'field', content: 'field' },
  { table: 'engine_stale_value', column: 'resource', content: 'resource', isKey: true },
  { table: 'engine_stale_value', column: 'field', content: 'field', isKey: true },
  { table: 'engine_stale_value', column: 'reference', content: 'path', isKey: true },
  { table: 'engine_formula', column: 'resource', content: 'resource', isKey: true },
  { table: 'engine_formula', column: 'field', content: 'field', isKey: true },
  { table: 'engine_import', column: 'resource', content: 'resource' },
  { table: 'engine_import', column: 'details', content: 'import details' },
  { table: 'engine_import_row', column: 'record', content: 'fields as keys', isOfImport: true },
  { table: 'engine_import_row', column: 'before', content: 'fields as keys', isOfImport: true },
  { table: 'engine_import_row', column: 'warnings', content: 'warnings', isOfImport: true },
  { table: 'engine_import_line', column: 'part', content: 'field', isOfImport: true },
  { table: 'engine_move', column: 'source', content: 'resource', isDeleted: true, isKey: true },
  { table: 'engine_move', column: 'target', content: 'resource', isDeleted: true, isKey: true },
  { table: 'engine_view', column: 'resource', content: 'resource', isDeleted: true },
  { table: 'engine_view', column: 'query', content: 'query' },
  { table: 'engine_view', column: 'sort', content: 'field' },
  { table: 'engine_view', column: 'columns', content: 'list of fields' },
  { table: 'engine_choice', column: 'resource', content: 'resource', isDeleted: true },
  { table: 'engine_visit', column: 'resource', content: 'resource', isDeleted: true },
  { table: 'engine_choice', column: 'columns', content: 'list of fields' },
  { table: 'engine_choice', column: 'widths', content: 'fields as keys' },
  { table: 'engine_choice', column: 'import_columns', content: 'import columns' },
  { table: 'engine_history', column: 'operation', content: 'step' },
  { table: 'engine_origin', column: 'step', content: 'step' },
  { table: 'engine_due_step', column: 'resource', content: 'resource', isKey: true },
  { table: 'engine_due_step', column: 'step', content: 'step', isKey: true },
  { table: 'engine_seed', column: 'resource', content: 'resource', isDeleted: true, isKey: true },
  { table: 'engine_step_failure', column: 'resource', content: 'resource', isKey: true },
  { table: 'engine_step_failure', column: 'step', content: 'step', isKey: true },
  { table: 'engine_step_time', column: 'resource', content: 'resource', isKey: true },
  { table: 'engine_step_time', column: 'step', content: 'step', isKey: true },
]

/** Of a merge: a column that has both names' values. What is stored under the new name is not overwritten. */
export interface FieldRename extends Rename {
  readonly isMerge?: true
}

/** Rewrites the names and codes of renamed resources in all rows, before those of their fields. */
export function resourceNamesInRows(pairs: readonly Pair[]): ChangeDraft[] {
  const own = pairs.filter(({ wanted }) => wanted.mark.code !== undefined)
  const renames = (name: (table: Table) => string | undefined, of = own) =>
    inOrder(
      of.flatMap(({ wanted, found }) => {
        const [from, to] = [name(found), name(wanted)]
        return from === to ? [] : [{ from: String(from), to: String(to) }]
      }),
    )
  const codes = renames(
    ({ mark }) => mark.code,
    own.filter(({ found }) => !hasOtherWithCode(found, own)),
  )
  const statements = [
    ...renames(({ mark }) => mark.of).flatMap(({ from, to }) => [
      ...renameResource(from, to),
      ...moveOverlays('menu', `resource/${from}`, `resource/${to}`),
    ]),
    ...codes.flatMap(({ from, to }) => [...renameCode(from, to), moveRow('menu', { from, to })]),
  ]
  if (statements.length === 0) return []
  const names = own.filter(
    ({ wanted, found }) => wanted.mark.of !== found.mark.of || wanted.mark.code !== found.mark.code,
  )
  const listed = names.map(({ wanted }) => wanted.mark.of)
  const what = {
    zh: `改写数据中的资源名称：${listed.join('、')}`,
    en: `Rewrite names of resources stored in rows: ${listed.join(', ')}.`,
  }
  return [{ phase: 'names', mark: 'rename', what, statements }]
}

/** Whether the grants of the code that a removed table had are those of another one, which got it. */
export const hasOtherWithCode = ({ name, mark }: Table, pairs: readonly Pair[]): boolean =>
  mark.code !== undefined && pairs.some(({ found }) => found.name !== name && found.mark.code === mark.code)

/**
 * Rewrites the names of the renamed fields and steps of a resource in all rows; those of the fields of lines after those
 * of the fields of their masters.
 */
export function namesInRows(pair: Pair, pairs: readonly Pair[], renames: readonly FieldRename[]): ChangeDraft[] {
  const { wanted, found } = pair
  const ofColumns = renames.flatMap(({ from, to, ...merge }) => {
    const column = wanted.columns.find(({ name }) => name === to)
    return column ? fieldRename(column, from).map((one): FieldRename => ({ ...one, ...merge })) : []
  })
  const fields = withParts(wanted.fieldRenames ?? ofColumns, partRenames(pair, pairs))
  const statements = [
    ...fields.flatMap(({ from, to, isMerge }) => [
      ...renameField(wanted.mark.of, from, to, isMerge),
      ...(wanted.partOf ?? []).flatMap(({ resource, field }) =>
        renamePath({ resource, from: `${field}.${from}`, to: `${field}.${to}`, part: field }),
      ),
      ...(wanted.partOf ?? []).flatMap(part => renameInLines(part, from, to, isMerge)),
    ]),
    ...stepRenames(wanted, found).flatMap(({ from, to, isField }) => [
      ...renameStep(wanted.mark, from, to),
      ...(isField ? renameField(wanted.mark.of, from, to) : []),
    ]),
  ]
  if (statements.length === 0) return []
  const what = { zh: `改写数据中的名称：${wanted.name}`, en: `Rewrite names stored in rows of ${wanted.name}.` }
  return [{ phase: 'names', mark: 'rename', what, statements }]
}

/**
 * The renames of the fields of a master that contain lines, which have no column: the table of the lines has the name.
 * Those of an earlier version do not, and the declared renames are made once.
 */
function partRenames({ wanted, found }: Pair, pairs: readonly Pair[]): Rename[] {
  const parts = pairs.flatMap(pair => {
    const [part] = pair.wanted.partOf ?? []
    return part?.resource === wanted.mark.of ? [{ part, mark: pair.found.mark.part }] : []
  })
  const isPresent = (name: string) =>
    wanted.columns.some(({ field }) => field === name) || parts.some(({ part }) => part.field === name)
  return parts.flatMap(({ part: { field, was = [] }, mark }) => {
    if (mark === undefined) return was.filter(name => !isPresent(name)).map(from => ({ from, to: field }))
    const [master, from = field] = mark.split('.')
    return master === found.mark.of && from !== field ? [{ from, to: field }] : []
  })
}

/** The renames of columns with those of parts, which may exchange names with them. */
const withParts = (columns: readonly FieldRename[], parts: readonly Rename[]): FieldRename[] =>
  columns.length === 0
    ? inOrder(parts)
    : [
        ...parts.map(({ from, to }) => ({ from, to: stagedName(to) })),
        ...columns,
        ...parts.map(({ to }) => ({ from: stagedName(to), to })),
      ]

/** The rename of the field whose column had a former name. */
export function fieldRename({ field, was = [], formerFields = [] }: Column, from: string): Rename[] {
  const former = formerFields[was.indexOf(from)]
  return field === undefined || former === undefined ? [] : [{ from: former, to: field }]
}

/** The renames of steps that the database may not have yet. An older engine did not record the names. */
const stepRenames = ({ stepRenames = [] }: Table, { mark: { steps, removedSteps = [] } }: Table) =>
  stepRenames.filter(({ from }) => steps === undefined || steps.includes(from) || removedSteps.includes(from))

/** The names of steps whose grants are stored and which the Model no longer has. */
export function removedSteps(wanted: Table, found: Table): string[] {
  const { steps = [], removedSteps = [] } = found.mark
  const kept = new Set([...(wanted.mark.steps ?? []), ...stepRenames(wanted, found).map(({ from }) => from)])
  return [...new Set([...steps, ...removedSteps])].filter(name => !kept.has(name)).sort()
}

/** The condition for grants of steps. */
export const grantsOfSteps = (code: string, steps: readonly string[]): string =>
  `"code" in (${codesOfSteps(code, steps).map(literal).join(', ')})`

const codesOfSteps = (code: string, steps: readonly string[]) => steps.map(step => `${code}_${step}`)

/** Deletes the grants of removed steps. A later step of such a name has none. */
export const withoutGrants = (code: string, steps: readonly string[]): string[] => [
  `delete from engine_grant where ${grantsOfSteps(code, steps)}`,
  ...withoutGrantEdits(
    `o.property in (${codesOfSteps(code, steps)
      .map(one => literal(`allow.${one}`))
      .join(', ')})`,
  ),
]

/** Deletes edits that grant, from which the grants of the roles of the descriptors would be written again. */
const withoutGrantEdits = (which: string) => [
  `delete from engine_overlay o where o.kind = 'role' and o.value = 'true'::jsonb and ${which}`,
  `update engine_stamp set n = n + 1 where topic = 'overlays'`,
]

/** A role that has the new code already keeps it once. */
const renameStep = ({ of, code }: Table['mark'], from: string, to: string): string[] => [
  ...columnsWith('permission code').flatMap(({ table }) => {
    const isOld = grantsOfSteps(String(code), [from])
    return [
      `insert into ${quoted(table)} select old."tenant_id", old."role_id", ${literal(`${code}_${to}`)} from ${quoted(table)} old where old.${isOld} on conflict do nothing`,
      `delete from ${quoted(table)} where ${isOld}`,
    ]
  }),
  renameEdits(`o.property = ${literal(`allow.${code}_${from}`)}`, literal(`allow.${code}_${to}`)),
  ...columnsWith('step').flatMap(column => renameName(column, from, to, `"resource" = ${literal(of)} and `)),
]

/** Deletes the grants and views of a removed resource: a later resource with that name starts without them. */
export const rightsOfRemoved = ({ mark }: Table, hasGrants: boolean): string[] =>
  mark.code === undefined
    ? []
    : [
        ...(hasGrants ? withoutGrantsOf(mark.code) : []),
        ...columnsWith('resource')
          .filter(({ isDeleted }) => isDeleted)
          .map(({ table, column }) => `delete from ${quoted(table)} where ${quoted(column)} = ${literal(mark.of)}`),
      ]

const withoutGrantsOf = (code: string): string[] => [
  ...columnsWith('permission code').map(
    ({ table, column }) => `delete from ${quoted(table)} where ${quoted(column)} ~ ${codesFrom(code)}`,
  ),
  ...withoutGrantEdits(editsOfCode(code)),
]

/** The number of grants of a resource, as a subquery. */
export const grantsOfResource = ({ mark }: Pick<Table, 'mark'>): string =>
  mark.code === undefined ? '0' : `(select count(*) from engine_grant where "code" ~ ${codesFrom(String(mark.code))})`

const columnsWith = (content: NameColumn['content']) => nameColumns.filter(column => column.content === content)
const editsOfCode = (code: string) => `o.property ~ ${literal(`^allow[.]${code}_[A-Za-z0-9]+$`)}`
const codesFrom = (code: string) => literal(`^${code}_[A-Za-z0-9]+$`)

const renameResource = (from: string, to: string) =>
  columnsWith('resource').flatMap(column => renameName(column, from, to))

function renameName({ table, column, isKey }: NameColumn, from: string, to: string, which = ''): string[] {
  const named = (name: string) => `where ${which}${quoted(column)} = ${literal(name)}`
  const left = `delete from ${quoted(table)} ${named(to)} and exists (select from ${quoted(table)} ${named(from)})`
  return [...(isKey ? [left] : []), `update ${quoted(table)} set ${quoted(column)} = ${literal(to)} ${named(from)}`]
}

/** Edits of the grants of roles; one of the new code is kept. */
const renameEdits = (which: string, to: string): string =>
  `update engine_overlay o set property = ${to} where o.kind = 'role' and ${which} and not exists (select from engine_overlay n where n.tenant_id = o.tenant_id and n.kind = o.kind and n.path = o.path and n.property = ${to})`

/** A role that has the new code already keeps it once. */
const renameCode = (from: string, to: string) => [
  renameEdits(
    editsOfCode(from),
    `${literal(`allow.${to}`)} || substr(o.property, ${'allow.'.length + from.length + 1})`,
  ),
  ...columnsWith('permission code').flatMap(({ table, column }) => {
    const renamed = `${literal(to)} || substr(old.${quoted(column)}, ${from.length + 1})`
    return [
      `insert into ${quoted(table)} select old."tenant_id", old."role_id", ${renamed} from ${quoted(table)} old where old.${quoted(column)} ~ ${codesFrom(from)} on conflict do nothing`,
      `delete from ${quoted(table)} where ${quoted(column)} ~ ${codesFrom(from)}`,
    ]
  }),
]

/**
 * Rewrites the column of the remaining time in views and choices of users. Version 1 of the language named it
 * otherwise; its databases have no column for the language.
 */
export function columnNamesOfVersion1({ name, columns }: Table): ChangeDraft[] {
  if (name !== 'engine_revision' || columns.some(column => column.name === 'language')) return []
  const what = { zh: '改写视图中的列名：timeLeft', en: 'Rewrite the column timeLeft in views.' }
  const statements = columnsWith('list of fields').map(column => renameInList(column, 'timeLeft', timeRemaining.name))
  return [{ phase: 'names', mark: 'rename', what, statements }]
}

const renameInList = ({ table, column }: NameColumn, from: string, to: string): string => {
  const each = `case when name = ${literal(JSON.stringify(from))}::jsonb then ${literal(JSON.stringify(to))}::jsonb else name end`
  const list = `select jsonb_agg(${each} order by n) from jsonb_array_elements(${quoted(column)}) with ordinality listed(name, n)`
  return `update ${quoted(table)} set ${quoted(column)} = (${list}) where jsonb_exists(${quoted(column)}, ${literal(from)})`
}

const renameField = (resource: string, from: string, to: string, isMerge?: true) => [
  ...columnsWith('field').flatMap(column => renameName(column, from, to, `${isOf(column, resource)} and `)),
  ...renamePath({ resource, from, to }),
  ...columnsWith('fields as keys').map(({ table, column, isOfImport }) => {
    const [values, former] = [quoted(column), `${quoted(column)} -> ${literal(from)}`]
    const next = isMerge ? `coalesce(nullif(${values} -> ${literal(to)}, 'null'), ${former})` : former
    // The merge of the column has combined the entries of history that have both.
    const isLeft = isMerge && table === 'engine_history' ? ` and not jsonb_exists(${values}, ${literal(to)})` : ''
    return `update ${quoted(table)} set ${values} = (${values} - ${literal(from)}) || jsonb_build_object(${literal(to)}, ${next}) where ${isOf({ isOfImport }, resource)} and jsonb_exists(${values}, ${literal(from)})${isLeft}`
  }),
  ...columnsWith('list of fields').map(
    column => `${renameInList(column, from, to)} and "resource" = ${literal(resource)}`,
  ),
  ...columnsWith('query').map(({ table, column }) => {
    const isNamed = `name ~ ${literal(`^${from}(_[a-z]+)?$`)}`
    const renamed = `case when ${isNamed} then ${literal(to)} || substr(name, ${from.length + 1}) else name end`
    const query = `select jsonb_object_agg(${renamed}, value) from jsonb_each(${quoted(column)}) asked(name, value)`
    return `update ${quoted(table)} set ${quoted(column)} = (${query}) where "resource" = ${literal(resource)} and exists (select from jsonb_object_keys(${quoted(column)}) name where ${isNamed})`
  }),
]

const isOf = ({ isOfImport }: Pick<NameColumn, 'isOfImport'>, resource: string): string =>
  isOfImport
    ? `"import_id" in (select "id" from "engine_import" where "resource" = ${literal(resource)} and "state" = 'writing')`
    : `"resource" = ${literal(resource)}`

/** Rewrites names of fields and the paths that begin with them: `lines` and `lines.price`. */
const renamePath = (rename: PathRename): string[] => [
  ...columnsWith('path').flatMap(({ table, column }) => {
    const path = quoted(column)
    const now = renamedPath(path, rename)
    const which = `where "resource" = ${literal(rename.resource)} and ${path} <> ${now}`
    const isLeft = `one."tenant_id" = old."tenant_id" and one."resource" = old."resource" and one."field" = old."field" and one."target_id" = old."target_id"`
    const isSame = `${isLeft} and one.${path} = ${renamedPath(`old.${path}`, rename)}`
    return [
      `delete from ${quoted(table)} old ${which} and exists (select from ${quoted(table)} one where ${isSame})`,
      `update ${quoted(table)} set ${path} = ${now} ${which}`,
    ]
  }),
  ...columnsWith('import details').map(({ table, column }) => renameImportDetails(table, column, rename)),
  ...columnsWith('import columns').map(({ table, column }) => renameImportColumns(table, column, rename)),
  ...columnsWith('warnings').map(column => renameInWarnings(column, rename)),
]

/** Rewrites the fields that the rules of warnings have read. One of lines has the position of its line: `lines.0.price`. */
function renameInWarnings(column: NameColumn, { resource, from, to, part }: PathRename): string {
  const warnings = quoted(column.column)
  const isNamed = part === undefined ? `^${from}([.]|$)` : `^${part}[.][0-9]+[.]${from.slice(part.length + 1)}$`
  const renamed =
    part === undefined
      ? `${literal(to)} || substr(path, ${from.length + 1})`
      : `regexp_replace(path, '[^.]+$', ${literal(to.slice(part.length + 1))})`
  const fields = `select jsonb_agg(case when path ~ ${literal(isNamed)} then ${renamed} else path end order by n) from jsonb_array_elements_text(warning -> 'fields') with ordinality listed(path, n)`
  const all = `select jsonb_agg(warning || jsonb_build_object('fields', coalesce((${fields}), '[]')) order by n) from jsonb_array_elements(${warnings}) with ordinality listed(warning, n)`
  const found = `$[*].fields[*] ? (@ like_regex ${JSON.stringify(isNamed)})`
  return `update ${quoted(column.table)} set ${warnings} = (${all}) where ${isOf(column, resource)} and jsonb_path_exists(${warnings}, ${literal(found)})`
}
