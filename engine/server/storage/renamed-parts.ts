import type { Dictionary, Model } from '../../model/model.ts'
import { both, type ChangeDraft } from './change.ts'
import { idOfCode } from './derived-id.ts'
import type { Pair } from './pair.ts'
import { literal } from './sql-text.ts'
import type { PartRename } from './table.ts'

/** The tables of the rows that come from the descriptors, by the kind of their edits. */
const rowsOf = {
  menu: { resource: 'bladeMenu', table: 'blade_menu', parent: 'parent_id', below: undefined },
  parameter: { resource: 'bladeConfig', table: 'blade_config', parent: undefined, below: undefined },
  dictionary: { resource: 'bladeDict', table: 'blade_dict', parent: 'parent_id', below: 'blade_dict_biz' },
} as const

type Kind = keyof typeof rowsOf

/** The table of the edits of parts. */
export const overlayTable = 'engine_overlay'

/**
 * The renames of parameters, pages, menu groups, dictionaries and their entries that the Model declares; of one part,
 * that of the newest name first.
 */
export function partRenames({ parameters, pages, menus, resources, dictionaries }: Model): PartRename[] {
  // The row of a group with the code of a resource is that of the resource.
  const codes = new Set(Object.values(resources).map(({ code }) => code))
  return [
    ...renamesOf('parameter', '', 'parameter ', parameters),
    ...renamesOf('menu', 'page/', 'page ', pages),
    ...renamesOf('menu', 'group/', '', menus).map(({ row, ...rename }) =>
      row && (codes.has(row.from) || codes.has(row.to)) ? rename : { ...rename, ...(row && { row }) },
    ),
    ...Object.values(dictionaries).flatMap(dictionaryRenames),
  ]
}

/** The entries before the dictionary, whose path begins theirs. */
function dictionaryRenames({ code, entries, renamedFrom = [] }: Dictionary): PartRename[] {
  const rename = (from: string, to: string): PartRename => ({ kind: 'dictionary', from, to, row: { from, to } })
  const ofEntries = entries.flatMap(({ key, renamedFrom: keys = [] }) =>
    [code, ...renamedFrom].flatMap(former => [key, ...keys].map(one => rename(`${former}/${one}`, `${code}/${key}`))),
  )
  const ofCode = renamedFrom.map((former): PartRename => ({ ...rename(former, code), isDictionary: true }))
  return [...ofEntries.filter(({ from, to }) => from !== to), ...ofCode]
}

const renamesOf = (
  kind: Kind,
  path: string,
  code: string,
  parts: readonly { readonly key: string; readonly renamedFrom?: readonly string[] }[],
): PartRename[] =>
  parts.flatMap(({ key, renamedFrom = [] }) =>
    renamedFrom.map(from => ({
      kind,
      from: `${path}${from}`,
      to: `${path}${key}`,
      row: { from: `${code}${from}`, to: `${code}${key}` },
    })),
  )

/** Rewrites the names of renamed parts that the rows of the database contain. */
export function partNamesInRows(renames: readonly PartRename[], pairs: readonly Pair[]): ChangeDraft[] {
  const tableNow = (name: string) => pairs.find(({ wanted }) => wanted.name === name)?.wanted.name
  return renames.flatMap(({ kind, from, to, row, isDictionary }): ChangeDraft[] => {
    const rows = tableNow(rowsOf[kind].table)
    const isStored = [
      ...(tableNow(overlayTable) === undefined
        ? []
        : [`exists (select from engine_overlay where ${isToMove(kind, from, to)})`]),
      ...(rows === undefined || !row ? [] : [hasRowToMove(kind, row)]),
    ]
    if (isStored.length === 0) return []
    return [
      {
        phase: 'names',
        mark: 'rename',
        onlyIfAny: true,
        what: both(`改写数据中的名称：${from} 改为 ${to}`, `Change the name ${from} stored in rows to ${to}.`),
        counting: {
          table: overlayTable,
          sql: `select count(*) as count where ${isStored.join(' or ')}`,
        },
        statements: [
          ...(row ? [moveRow(kind, row)] : []),
          ...(kind === 'dictionary' ? moveTenantRows(from, to, isDictionary) : []),
          ...moveOverlays(kind, from, to),
        ],
      },
    ]
  })
}

interface Edit {
  readonly tenantId: string
  readonly kind: string
  readonly path: string
  readonly property: string
}

/** The edits by the names that the renames of parts give them. */
export function withPartsRenamed<One extends Edit>(model: Model, edits: readonly One[]): readonly One[] {
  const keyOf = ({ tenantId, property }: Edit) => `${tenantId} ${property}`
  return partRenames(model).reduce((all, { kind, from, to }) => {
    const taken = new Set(all.filter(one => one.kind === kind && one.path === to).map(keyOf))
    const isMoved = (one: One) => one.kind === kind && one.path === from && !taken.has(keyOf(one))
    return all.map(one => (isMoved(one) ? { ...one, path: to } : one))
  }, edits)
}

/** The condition for edits to move: one of the same property by the new name is kept. */
const isToMove = (kind: Kind, from: string, to: string): string =>
  `kind = ${literal(kind)} and path = ${literal(from)} and not exists (select from engine_overlay o where o.tenant_id = engine_overlay.tenant_id and o.kind = ${literal(kind)} and o.path = ${literal(to)} and o.property = engine_overlay.property)`

/** Moves the edits of a renamed part; every process reads the overlays again. */
const moveOverlays = (kind: Kind, from: string, to: string): string[] => [
  `update engine_overlay set path = ${literal(to)} where ${isToMove(kind, from, to)}`,
  `update engine_stamp set n = n + 1 where topic = 'overlays'`,
]

/** Rows of tenants, and entries that administrators added, have the code and the key of their part, and ids of their own. */
function moveTenantRows(from: string, to: string, isDictionary: boolean | undefined): string[] {
  const named = (path: string) => {
    const [code = '', ...key] = path.split('/').map(literal)
    return isDictionary ? [`code = ${code}`] : [`code = ${code}`, `dict_key = ${key.join()}`]
  }
  const moved = ['blade_dict', 'blade_dict_biz'].map(
    table =>
      `do $$ begin if to_regclass(${literal(table)}) is not null then update ${table} set ${named(to).join(', ')} where ${named(from).join(' and ')}; end if; end $$`,
  )
  const added = `update engine_overlay set path = ${literal(to)} || substr(path, ${from.length + 1}) where kind = 'dictionary' and starts_with(path, ${literal(`${from}/`)})`
  return isDictionary ? [...moved, added] : moved
}

type Codes = NonNullable<PartRename['row']>

/** A row by the new name gives way as long as it has no history. */
function hasRowToMove(kind: Kind, { from, to }: Codes): string {
  const { resource, table } = rowsOf[kind]
  const history = `select from engine_history where tenant_id = '' and resource = ${literal(resource)} and record_id = ${idOfCode(to)}`
  return `exists (select from ${table} where id = ${idOfCode(from)}) and not exists (${history})`
}

/** The row of a part has the id of its code: it keeps its history, and the rows below it. */
function moveRow(kind: Kind, codes: Codes): string {
  const { resource, table, parent, below } = rowsOf[kind]
  const [before, after] = [idOfCode(codes.from), idOfCode(codes.to)]
  const moved = (column: string) => `${column} = case ${column} when ${before} then ${after} else ${column} end`
  const move = parent
    ? `update ${table} set ${moved('id')}, ${moved(parent)} where ${before} in (id, ${parent})`
    : `update ${table} set id = ${after} where id = ${before}`
  const toParent = (of: string, from: string, to: string) =>
    `update ${of} set ${parent} = ${to} where ${parent} = ${from}`
  // In one statement, because the references to the parent are checked at its end.
  const moves = below ? `with below as (${toParent(below, before, after)}) ${move}` : move
  const statements = [
    ...(parent ? [toParent(table, after, before)] : []),
    ...(below ? [ifThere(below, toParent(below, after, before))] : []),
    `delete from ${table} where id = ${after}`,
    below ? ifThere(below, moves, move) : moves,
    `update engine_history set record_id = ${after} where resource = ${literal(resource)} and record_id = ${before}`,
  ]
  return `do $$ begin if to_regclass(${literal(table)}) is not null then if ${hasRowToMove(kind, codes)} then ${statements.join('; ')}; end if; end if; end $$`
}

const ifThere = (table: string, statement: string, otherwise?: string): string =>
  `if to_regclass(${literal(table)}) is not null then ${statement};${otherwise === undefined ? '' : ` else ${otherwise};`} end if`
