import type { Database } from '../database/database.ts'
import type { Catalogue } from './catalogue.ts'
import { both, type ChangeDraft, type Counting, countingRows } from './change.ts'
import { deletedLines } from './deleted-lines.ts'
import { columnChanges } from './difference-of-columns.ts'
import {
  addReference,
  createIndex,
  createStatistics,
  indexChanges,
  referenceChanges,
  statisticsChanges,
} from './difference-of-keys.ts'
import type { EngineView } from './engine-views.ts'
import { createFunction, gramFunctions } from './grams.ts'
import { mergesOf } from './merged-columns.ts'
import {
  columnNamesOfVersion1,
  grantsOfResource,
  grantsOfSteps,
  hasOtherWithCode,
  namesInRows,
  removedSteps,
  resourceNamesInRows,
  rightsOfRemoved,
  withoutGrants,
} from './names-in-rows.ts'
import type { Pair } from './pair.ts'
import { partNamesInRows } from './renamed-parts.ts'
import { type Rename, renamesOf, withColumnsRenamed, withTablesRenamed } from './renames.ts'
import { quoted, quotedList } from './sql-text.ts'
import type { Table } from './table.ts'
import { commentOnColumn, commentOnTable, definitionOf } from './table-text.ts'
import { visibleRows } from './visible-rows.ts'

/** All changes from the found tables to the wanted ones, unordered and with rows not yet counted. */
export function difference(
  wanted: readonly Table[],
  catalogue: Catalogue,
  kind: Database['kind'],
  views: readonly EngineView[] = [],
): ChangeDraft[] {
  const { renames, found, pairs } = pairsOf(wanted, catalogue)
  const fresh = wanted.filter(table => !found.some(({ name }) => name === table.name))
  // A newer engine may have added a table of the engine, which its processes use.
  const removed = found.filter(({ name, mark }) => mark.of !== 'engine' && !wanted.some(table => table.name === name))
  return [
    ...viewChanges(views, catalogue.views),
    ...gramFunctions.filter(({ name, body }) => catalogue.functions[name] !== body).map(functionChange),
    ...renames.map(tableRename),
    ...resourceNamesInRows(pairs),
    ...partNamesInRows(
      wanted.flatMap(({ partRenames = [] }) => partRenames),
      pairs,
    ),
    ...fresh.flatMap(created),
    ...wanted.flatMap(table => taken(table, pairs, removed)),
    ...mastersFirst(pairs).flatMap(pair => changed(pair, pairs, kind)),
    ...removed.flatMap(table => dropped(table, renames, !hasOtherWithCode(table, pairs))),
  ]
}

/** The wanted tables with those that were found, and the renames of tables by which these were found. */
export function pairsOf(wanted: readonly Table[], catalogue: Pick<Catalogue, 'tables'>) {
  const renames = renamesOf(
    wanted,
    catalogue.tables.map(({ name }) => name),
  )
  const found = withTablesRenamed(catalogue.tables, renames)
  return { renames, found, pairs: wanted.flatMap(table => pairOf(table, found, renames) ?? []) }
}

function pairOf(
  wanted: Table,
  found: readonly Table[],
  tableRenames: readonly Rename[],
): (Pair & { renames: Rename[] }) | undefined {
  const same = found.find(({ name }) => name === wanted.name)
  if (!same) return undefined
  const renames = renamesOf(
    wanted.columns,
    same.columns.map(({ name }) => name),
  )
  return {
    wanted,
    found: withColumnsRenamed(same, renames),
    renames,
    nameNow: nameBefore(wanted.name, tableRenames),
    columnNow: name => nameBefore(name, renames),
  }
}

/** What is stored of lines is found by the present names of the fields of their masters. */
function mastersFirst<One extends Pair>(pairs: readonly One[]): One[] {
  const isOfLines = ({ wanted }: One) => (wanted.partOf ?? []).length > 0
  return [...pairs.filter(pair => !isOfLines(pair)), ...pairs.filter(isOfLines)]
}

const nameBefore = (name: string, renames: readonly Rename[]) => renames.find(({ to }) => to === name)?.from ?? name

function changed(pair: Pair & { renames: Rename[] }, pairs: readonly Pair[], kind: Database['kind']): ChangeDraft[] {
  const { wanted, found } = pair
  const steps = removedSteps(wanted, found)
  const merges = mergesOf(pair).map(({ column, former }) => ({
    from: former.name,
    to: column.name,
    isMerge: true as const,
  }))
  // Grants of removed steps have no effect, and remain until their deletion is confirmed.
  const marked = { ...wanted, mark: { ...wanted.mark, ...(steps.length > 0 && { removedSteps: steps }) } }
  const isMarked = JSON.stringify(found.mark) === JSON.stringify(marked.mark)
  return [
    ...pair.renames.map(({ from, to }) => columnRename(wanted.name, pair.nameNow, from, to)),
    ...(isMarked ? [] : [steps.length > 0 ? markingOfSteps(marked, steps) : marking(marked)]),
    ...revived(pair, pairs),
    ...visibleRows(pair, pairs),
    ...deletedLines(pair, pairs),
    ...(wanted.mark.of === 'engine' ? columnNamesOfVersion1(found) : []),
    ...(wanted.mark.code === undefined ? [] : namesInRows(pair, pairs, [...pair.renames, ...merges])),
    ...(steps.length > 0 ? [removal(wanted, steps)] : []),
    ...columnChanges(pair, pairs),
    ...keyChange(pair),
    ...indexChanges(pair, pairs, kind),
    ...statisticsChanges(pair),
    ...referenceChanges(pair, pairs),
  ]
}

const functionChange = (one: (typeof gramFunctions)[number]): ChangeDraft => ({
  phase: 'functions',
  mark: 'additive',
  what: both(`建立函数 ${one.name}`, `Create the function ${one.name}.`),
  statements: [createFunction(one)],
})

/** Views have no rows of their own: one that changed is dropped before its tables change, and created after. */
function viewChanges(views: readonly EngineView[], found: Catalogue['views']): ChangeDraft[] {
  const isFresh = ({ name, digest }: EngineView) => found[name] === digest
  const kept = new Set(views.filter(isFresh).map(({ name }) => name))
  return [
    ...Object.keys(found)
      .filter(name => !kept.has(name))
      .map(
        (name): ChangeDraft => ({
          phase: 'drop-views',
          mark: 'additive',
          what: both(`删除视图 ${name}`, `Drop the view ${name}.`),
          statements: [`drop view ${quoted(name)}`],
        }),
      ),
    ...views
      .filter(view => !isFresh(view))
      .map(
        ({ name, statement, digest }): ChangeDraft => ({
          phase: 'views',
          mark: 'additive',
          what: both(`建立视图 ${name}`, `Create the view ${name}.`),
          statements: [statement, `comment on view ${quoted(name)} is '${JSON.stringify({ view: digest })}'`],
        }),
      ),
  ]
}

const tableRename = ({ from, to }: Rename): ChangeDraft => ({
  phase: 'rename',
  mark: 'rename',
  what: both(`表 ${from} 改名为 ${to}`, `Rename the table ${from} to ${to}.`),
  frees: [from],
  statements: [`alter table ${quoted(from)} rename to ${quoted(to)}`],
})

const columnRename = (table: string, nameNow: string, from: string, to: string): ChangeDraft => ({
  phase: 'rename',
  mark: 'rename',
  what: both(`${table} 的列 ${from} 改名为 ${to}`, `Rename the column ${from} of ${table} to ${to}.`),
  frees: [`${nameNow}.${from}`],
  statements: [`alter table ${quoted(table)} rename column ${quoted(from)} to ${quoted(to)}`],
})

const marking = (table: Table): ChangeDraft => ({
  phase: 'names',
  mark: 'additive',
  what: both(`登记表 ${table.name} 所属的资源`, `Record the resource of the table ${table.name}.`),
  statements: [commentOnTable(table)],
})

const countingGrants = (table: Table, steps: readonly string[]): Counting => ({
  table: 'engine_grant',
  sql: `select count(*) as count from engine_grant where ${grantsOfSteps(String(table.mark.code), steps)}`,
})

/** Without grants there is nothing that a later step of the name could get. */
const markingOfSteps = (table: Table, steps: readonly string[]): ChangeDraft => ({
  ...marking(table),
  onlyIfAny: true,
  what: both(
    `登记 ${table.mark.of} 已去掉的步骤：${steps.join('、')}`,
    `Record the removed steps of ${table.mark.of}: ${steps.join(', ')}.`,
  ),
  counting: countingGrants(table, steps),
})

/**
 * The grants of a resource or a step that was removed and is declared again: whether roles get them back is decided by
 * a user. A declared rename is such a decision.
 */
function revived(pair: Pair, pairs: readonly Pair[]): ChangeDraft[] {
  const { wanted, found, nameNow } = pair
  const { of, steps = [] } = wanted.mark
  const back = (found.mark.removedSteps ?? []).filter(name => steps.includes(name))
  const isWhole = found.mark.isRemoved === true && nameNow === wanted.name && !hasOtherWithCode(found, pairs)
  if (!isWhole && back.length === 0) return []
  const [zh, en] = isWhole ? [of, of] : [`${of} 的步骤（${back.join('、')}）`, `the steps of ${of}: ${back.join(', ')}`]
  return [
    {
      phase: 'names',
      mark: 'additive',
      losing: { name: `revive:${of}`, mark: 'breaks-rows' },
      onlyIfAny: true,
      what: both(
        `恢复各角色在去掉之前对 ${zh}的授权`,
        `Restore the grants that roles had before the removal of ${en}.`,
      ),
      counting: isWhole
        ? { table: 'engine_grant', sql: `select ${grantsOfResource(found)} as count` }
        : countingGrants(wanted, back),
      statements: [],
    },
  ]
}

/**
 * The grants of a resource that was removed, where another one gets its permission code: whether they apply to that is
 * decided by a user.
 */
function taken({ mark }: Table, pairs: readonly Pair[], removed: readonly Table[]): ChangeDraft[] {
  const { of, code } = mark
  const isKnown = pairs.some(({ found }) => found.name === 'engine_grant')
  // A resource that had the code keeps it, or gets another one together with its grants.
  if (code === undefined || !isKnown || pairs.some(({ found }) => found.mark.code === code)) return []
  const former = removed.find(one => one.mark.code === code)?.mark.of
  return [
    {
      phase: 'names',
      mark: 'additive',
      losing: { name: `revive:${of}`, mark: 'breaks-rows' },
      onlyIfAny: true,
      what:
        former === undefined
          ? both(
              `权限码 ${code} 已有的授权对 ${of} 有效`,
              `Apply the existing grants of the permission code ${code} to ${of}.`,
            )
          : both(
              `${of} 使用已去掉的 ${former} 的权限码：各角色对后者的授权对它有效，一并确认删除后者时除外`,
              `Apply the grants that roles had on the removed ${former} to ${of}, which has its permission code, unless the removal is confirmed too.`,
            ),
      counting: { table: 'engine_grant', sql: `select ${grantsOfResource({ mark })} as count` },
      statements: [],
    },
  ]
}

function removal(table: Table, steps: readonly string[]): ChangeDraft {
  return {
    phase: 'names',
    mark: 'additive',
    losing: { name: `grants:${table.mark.of}`, mark: 'data-losing' },
    canWait: true,
    what: both(
      `删除 ${table.mark.of} 已去掉的步骤（${steps.join('、')}）的授权`,
      `Delete the grants of removed steps of ${table.mark.of}: ${steps.join(', ')}.`,
    ),
    counting: countingGrants(table, steps),
    statements: [...withoutGrants(String(table.mark.code), steps), commentOnTable(table)],
  }
}

/** A new table with its indexes and references. Indexes of an empty table cost nothing, so they are created at once. */
function created(table: Table): ChangeDraft[] {
  const what = both(`建立表 ${table.name}`, `Create the table ${table.name}.`)
  return [
    {
      phase: 'tables',
      mark: 'additive',
      what,
      statements: [
        definitionOf(table),
        commentOnTable(table),
        ...table.columns.flatMap(column => commentOnColumn(table.name, column, {})),
      ],
    },
    ...table.indexes.map(index => createIndex(table.name, index, 'at-once')),
    ...(table.statistics ?? []).map(one => createStatistics(table.name, one)),
    ...table.references.map(reference => addReference(table.name, reference, 'checked')),
  ]
}

function keyChange({ wanted, found }: Pair): ChangeDraft[] {
  const isOfNewer = wanted.mark.of === 'engine' && !found.primaryKey.every(key => isColumn(wanted, key))
  if (isOfNewer || wanted.primaryKey.join() === found.primaryKey.join()) return []
  const key = quotedList(wanted.primaryKey)
  return [
    {
      phase: 'keys',
      mark: 'additive',
      what: both(`${wanted.name} 的主键改为 (${key})`, `Change the primary key of ${wanted.name} to (${key}).`),
      statements: [
        `do $do$ begin execute (select 'alter table ${quoted(wanted.name)} drop constraint ' || quote_ident(conname) from pg_constraint where conrelid = '${quoted(wanted.name)}'::regclass and contype = 'p'); end $do$`,
        `alter table ${quoted(wanted.name)} add primary key (${key})`,
      ],
    },
  ]
}

const isColumn = ({ columns }: Table, key: string): boolean => columns.some(({ name }) => name === key)

/** Marks the resource as removed, as long as its table and its grants wait for a confirmation. */
const markingOfRemoved = (table: Table, grants: string): ChangeDraft => ({
  ...marking({ ...table, mark: { ...table.mark, isRemoved: true } }),
  phase: 'tables',
  // Its access rules no longer restrict roles, whatever the grants.
  ...(table.mark.bounds === undefined && { onlyIfAny: true }),
  what: both(`登记已去掉的资源：${table.mark.of}`, `Record the removed resource ${table.mark.of}.`),
  counting: { table: 'engine_grant', sql: `select ${grants} as count` },
})

/** A table without rows whose resource was granted to no role is dropped without loss. */
function dropped(table: Table, renames: readonly Rename[], hasGrants: boolean): ChangeDraft[] {
  const now = nameBefore(table.name, renames)
  const rows = countingRows(table, now)
  const grants = hasGrants ? grantsOfResource(table) : '0'
  const counting = { ...rows, sql: `select (${rows.sql}) + ${grants} as count` }
  const losing = { name: `drop:${table.name}`, mark: 'data-losing' as const }
  return [
    ...(table.mark.code === undefined || table.mark.isRemoved ? [] : [markingOfRemoved(table, grants)]),
    ...table.references.map(
      ({ name }): ChangeDraft => ({
        phase: 'drop-references',
        mark: 'additive',
        losing,
        counting,
        canWait: true,
        what: both(`删除 ${table.name} 的外键 ${name}`, `Drop the foreign key ${name} of ${table.name}.`),
        statements: [`alter table ${quoted(now)} drop constraint ${quoted(name)}`],
      }),
    ),
    {
      phase: 'drop',
      mark: 'additive',
      losing,
      canWait: true,
      what: both(`删除表 ${table.name}`, `Drop the table ${table.name}.`),
      counting,
      frees: [now],
      statements: [`drop table ${quoted(table.name)}`, ...rightsOfRemoved(table, hasGrants)],
    },
  ]
}
