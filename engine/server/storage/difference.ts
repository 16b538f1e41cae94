import type { Database } from '../database/database.ts'
import type { Catalogue } from './catalogue.ts'
import { both, type ChangeDraft, countingRows, type Displaced, renamedOverValues } from './change.ts'
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
import type { Pair } from './pair.ts'
import { partNamesInRows } from './renamed-parts.ts'
import { literal, quoted, quotedList } from './sql-text.ts'
import type { Table } from './table.ts'
import { commentOnColumn, commentOnTable, definitionOf } from './table-text.ts'

/** All changes from the found tables to the wanted ones, unordered and with rows not yet counted. */
export function difference(
  wanted: readonly Table[],
  catalogue: Catalogue,
  kind: Database['kind'],
  views: readonly EngineView[] = [],
  displaced: Displaced = new Set(),
): ChangeDraft[] {
  const { found, pairs } = pairsOf(wanted, catalogue)
  const fresh = wanted.filter(table => !found.some(({ name }) => name === table.name))
  const removed = found.filter(({ name }) => !wanted.some(table => table.name === name))
  return [
    ...viewChanges(views, catalogue.views),
    ...gramFunctions.filter(({ name, body }) => catalogue.functions[name] !== body).map(functionChange),
    ...partNamesInRows(
      wanted.flatMap(({ partRenames = [] }) => partRenames),
      pairs,
    ),
    ...fresh.flatMap(created),
    ...pairs.flatMap(pair => changed(pair, pairs, kind, displaced)),
    ...removed.flatMap(table => dropped(table, displaced)),
  ]
}

/** The wanted tables with those that were found, and the resources to which the references of these lead. */
export function pairsOf(wanted: readonly Table[], { tables }: Pick<Catalogue, 'tables'>) {
  const resources = new Map(tables.map(({ name, mark }) => [name, mark.of]))
  const found = tables.map(table => ({
    ...table,
    references: table.references.map(reference => {
      const of = resources.get(reference.to)
      return of === undefined ? reference : { ...reference, of }
    }),
  }))
  const byName = new Map(found.map(table => [table.name, table]))
  const pairOf = (table: Table, other = byName.get(table.name)) => (other ? [{ wanted: table, found: other }] : [])
  return { found, pairs: wanted.flatMap(table => pairOf(table)) }
}

function changed(pair: Pair, pairs: readonly Pair[], kind: Database['kind'], displaced: Displaced): ChangeDraft[] {
  const { wanted, found } = pair
  return [
    ...(JSON.stringify(found.mark) === JSON.stringify(wanted.mark) ? [] : [marking(wanted)]),
    ...deletedLines(pair, pairs),
    ...columnChanges(pair, pairs, displaced),
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

const marking = (table: Table): ChangeDraft => ({
  phase: 'names',
  mark: 'additive',
  what: both(`登记表 ${table.name} 所属的资源`, `Record the resource of the table ${table.name}.`),
  statements: [commentOnTable(table)],
})

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
  if (wanted.primaryKey.join() === found.primaryKey.join()) return []
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

/**
 * A table without rows is dropped without loss. Grants, views and settings that contain the id of the resource have no
 * effect: no other one gets it.
 */
function dropped(table: Table, displaced: Displaced): ChangeDraft[] {
  const { name, mark } = table
  const counting = countingRows(table, name)
  const losing = mark.of === 'engine' ? {} : { losing: { name: `drop:${name}`, mark: 'data-losing' } as const }
  const lossOf = displaced.has(name) ? { refusing: renamedOverValues(name) } : { ...losing, canWait: true as const }
  return [
    ...table.references.map(
      (reference): ChangeDraft => ({
        phase: 'drop-references',
        mark: 'additive',
        ...lossOf,
        counting,
        what: both(`删除 ${name} 的外键 ${reference.name}`, `Drop the foreign key ${reference.name} of ${name}.`),
        statements: [`alter table ${quoted(name)} drop constraint ${quoted(reference.name)}`],
      }),
    ),
    {
      phase: 'drop',
      mark: 'additive',
      ...lossOf,
      what: both(`删除表 ${name}`, `Drop the table ${name}.`),
      counting,
      frees: [name],
      statements: [
        `drop table ${quoted(name)}`,
        ...(mark.code === undefined
          ? []
          : [
              ...settingsOf.map(one => `delete from ${one} where "resource" = ${literal(mark.of)}`),
              `delete from engine_grant where "code" ~ ${literal(`^${mark.code}_[A-Za-z0-9~]+$`)}`,
            ]),
      ],
    },
  ]
}

/** Rows of users that are deleted with a resource. */
const settingsOf = ['engine_view', 'engine_choice', 'engine_visit', 'engine_seed']
