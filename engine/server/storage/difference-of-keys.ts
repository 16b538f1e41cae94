import type { Database } from '../database/database.ts'
import { both, type ChangeDraft, countingRows, hasTenant, recordsOf, tenantIn } from './change.ts'
import { comparedFunction, comparedText } from './grams.ts'
import type { Pair } from './pair.ts'
import { isRewritten, valueThen } from './planned-value.ts'
import { quoted, quotedList } from './sql-text.ts'
import {
  columnOfKey,
  type ForeignKey,
  type Index,
  type Statistics,
  signatureOf,
  signatureOfReference,
} from './table.ts'
import { refersOtherwise } from './targets-in-rows.ts'
import { columnsIn, valueNow, withValues } from './text-reading.ts'

/** Indexes to drop, to rename and to build; for a unique one, the values that duplicates would lose. */
export function indexChanges(pair: Pair, pairs: readonly Pair[], kind: Database['kind']): ChangeDraft[] {
  const { wanted, found } = pair
  const unchanged = found.indexes.filter(index => isUnchanged(pair, index))
  const missing = wanted.indexes.filter(index => !unchanged.some(isSame(index)))
  const named = wanted.indexes.map(index => ({
    name: index.name,
    was: unchanged.find(isSame(index))?.name ?? index.name,
  }))
  const names = unchanged.map(({ name }) => name)
  return [
    ...found.indexes.filter(index => !unchanged.includes(index)).map(index => dropIndex(pair.wanted.name, index)),
    ...named.filter(isRenamed(names)).map(({ was, name }) => renameIndex(was, name)),
    ...unchanged.flatMap(index => rebuilt(pair, pairs, index)),
    ...missing.flatMap(index => [
      ...violations(pair, pairs, index),
      createIndex(wanted.name, index, kind === 'postgres' && !isConstraint(index) ? 'apart' : 'at-once'),
    ]),
  ]
}

/**
 * Whether rows can violate it. It is built in the transaction in which they were counted: another one could write such
 * rows meanwhile, and half of the changes would be applied.
 */
const isConstraint = ({ unique, method }: Index): boolean => unique || method === 'gist'

const violations = (pair: Pair, pairs: readonly Pair[], index: Index, only?: string): ChangeDraft[] =>
  index.needs ? collisions(pair, pairs, index, index.needs, only) : duplicates(pair, pairs, index, only)

/** Drops and builds a constraint on values that the plan rewrites: they may be equal afterwards, or while it does. */
function rebuilt(pair: Pair, pairs: readonly Pair[], index: Index): ChangeDraft[] {
  const { wanted } = pair
  const same = wanted.indexes.find(isSame(index))
  const columns = same && isConstraint(same) ? columnsOf(same) : []
  const conditions = columns.flatMap(name => isRewritten(pair, pairs, name) ?? [])
  if (!same || conditions.length === 0) return []
  const rows = `from ${quoted(wanted.name)} mine where ${conditions.join(' or ')}`
  const ifAny = { onlyIfAny: true, counting: { table: wanted.name, sql: `select count(*) as count ${rows}` } } as const
  return [
    { ...dropIndex(wanted.name, index), ...ifAny },
    ...violations(pair, pairs, same, `exists (select ${rows})`),
    { ...createIndex(wanted.name, same, 'at-once'), ...ifAny },
  ]
}

/** The key for a value of its column. A plan may be made before the function exists. */
const compared = (key: string, value: string): string =>
  key.startsWith(comparedFunction) ? comparedText(value) : columnOfKey(key) === key ? value : `lower(${value})`

/** The columns that a unique index or an exclusion constraint reads. */
const columnsOf = ({ unique, keys, where = '', condition = '' }: Index): string[] => [
  ...new Set(unique ? [...keys.map(columnOfKey), ...columnsIn(condition)] : columnsIn(`${keys.join(' ')} ${where}`)),
]

/** Statistics to drop, to rename and to create; those of a table that has rows are filled at once. */
export function statisticsChanges({ wanted, found }: Pair): ChangeDraft[] {
  const there = found.statistics ?? []
  const needed = wanted.statistics ?? []
  const kept = there.filter(({ on }) => needed.some(one => one.on === on))
  const named = needed.map(({ name, on }) => ({ name, was: kept.find(one => one.on === on)?.name ?? name }))
  const names = kept.map(({ name }) => name)
  const missing = needed.filter(({ on }) => !kept.some(one => one.on === on))
  return [
    ...there.filter(one => !kept.includes(one)).map(dropStatistics),
    ...named.filter(isRenamed(names)).map(({ was, name }) => renameStatistics(was, name)),
    ...missing.map(one => createStatistics(wanted.name, one)),
    ...(missing.length > 0 ? [analyse(wanted.name)] : []),
  ]
}

const dropStatistics = ({ name }: Statistics): ChangeDraft => ({
  phase: 'drop-indexes',
  mark: 'index',
  what: both(`删除统计信息 ${name}`, `Drop the statistics ${name}.`),
  statements: [`drop statistics if exists ${quoted(name)}`],
})

const renameStatistics = (from: string, to: string): ChangeDraft => ({
  phase: 'rename',
  mark: 'rename',
  what: both(`统计信息 ${from} 改名为 ${to}`, `Rename the statistics ${from} to ${to}.`),
  statements: [`alter statistics ${quoted(from)} rename to ${quoted(to)}`],
})

export const createStatistics = (table: string, { name, on }: Statistics): ChangeDraft => ({
  phase: 'indexes',
  mark: 'index',
  what: both(`建立统计信息 ${name}`, `Create the statistics ${name}.`),
  statements: [`create statistics ${quoted(name)} on (${quotedKey(on)}) from ${quoted(table)}`],
})

const analyse = (table: string): ChangeDraft => ({
  phase: 'validate',
  mark: 'index',
  apart: true,
  what: both(`更新 ${table} 的统计信息`, `Update the statistics of ${table}.`),
  statements: [`analyze ${quoted(table)}`],
})

/** One whose name is that of another waits for the next plan. */
const isRenamed =
  (names: readonly string[]) =>
  ({ name, was }: { readonly name: string; readonly was: string }): boolean =>
    was !== name && !names.includes(name)

const isSame = (a: Index) => (b: Index) => signatureOf(a) === signatureOf(b)

/** A constraint on a retyped column is rebuilt: values that differed may be equal afterwards. */
function isUnchanged({ wanted, found }: Pair, index: Index): boolean {
  const same = wanted.indexes.find(isSame(index))
  const isRetyped = (name: string) => typeIn(wanted, name) !== typeIn(found, name)
  return index.valid !== false && same !== undefined && !(isConstraint(same) && columnsOf(same).some(isRetyped))
}

const dropIndex = (table: string, { name, method }: Index): ChangeDraft => ({
  phase: 'drop-indexes',
  mark: 'index',
  what: both(`删除索引 ${name}`, `Drop the index ${name}.`),
  statements: [
    method === 'gist'
      ? `alter table ${quoted(table)} drop constraint if exists ${quoted(name)}`
      : `drop index if exists ${quoted(name)}`,
  ],
})

const renameIndex = (from: string, to: string): ChangeDraft => ({
  phase: 'rename',
  mark: 'rename',
  what: both(`索引 ${from} 改名为 ${to}`, `Rename the index ${from} to ${to}.`),
  // One that is rebuilt was dropped.
  statements: [`alter index if exists ${quoted(from)} rename to ${quoted(to)}`],
})

/** Builds an index: in the transaction of all changes, or separately without blocking writers. */
export function createIndex(table: string, index: Index, how: 'at-once' | 'apart'): ChangeDraft {
  return {
    phase: 'indexes',
    mark: 'index',
    ...(how === 'apart' && { apart: true }),
    what: both(`建立索引 ${index.name}`, `Build the index ${index.name}.`),
    statements: [textOfIndex(table, index, how === 'apart')],
  }
}

/** The statement that builds the index; `concurrently` does not block writers, which no constraint can be built with. */
export function textOfIndex(table: string, index: Index, concurrently: boolean): string {
  if (index.method === 'gist')
    return `alter table ${quoted(table)} add constraint ${quoted(index.name)} exclude using gist (${index.keys.map(key => `(${key}) with &&`).join(', ')}) where (${index.where})`
  const keys = index.keys.map(quotedKey)
  return [
    `create ${index.unique ? 'unique ' : ''}index ${concurrently ? 'concurrently ' : ''}${quoted(index.name)}`,
    `on ${quoted(table)} using ${index.method} (${keys.join(', ')})`,
    ...(index.carries?.length ? [`include (${quotedList(index.carries)})`] : []),
    ...(index.where !== undefined ? [`where ${index.where}`] : []),
  ].join(' ')
}

const quotedKey = (key: string): string =>
  key.replace(/^(?:(\w+)\((\w+)\)|(\w+))$/, (_, call, of, plain) => (call ? `${call}(${quoted(of)})` : quoted(plain)))

/** Rows beyond the first with the same values, which lose the last of them before the values can be unique. */
function duplicates(pair: Pair, pairs: readonly Pair[], index: Index, only?: string): ChangeDraft[] {
  const { wanted, found } = pair
  const fields = index.unique ? index.keys.filter(key => key !== tenantColumn).map(columnOfKey) : []
  const column = fields.at(-1)
  if (column === undefined || fields.some(key => hasNoValue(pair, key))) return []
  const ranked = (table: string, value: (key: string) => string, condition: string, ids: string, tenant: string) => {
    const keys = index.keys.map(key => (key === tenantColumn ? tenant : compared(key, value(columnOfKey(key)))))
    const known = fields.map(key => ` and (${value(key)}) is not null`).join('')
    return (
      `select ${ids}, row_number() over (partition by ${keys.join(', ')} order by "id") as place ` +
      `from ${quoted(table)} mine where "is_deleted" = 0${known}${condition && ` and ${condition}`}`
    )
  }
  // Its values are computed again by a job, which would not clear them.
  const isMade = [wanted, found].every(({ columns }) => columns.find(({ name }) => name === column)?.rules.made)
  const tenant = tenantIn(found)
  const read = (key: string) => valueThen(pair, pairs, key)
  const conditions = [index.condition ? withValues(index.condition, read) : [], only ?? []].flat().join(' and ')
  const rows = ranked(wanted.name, read, conditions, `${tenant} as tenant_id, "id"`, tenant)
  const before = `select tenant_id, "id" from (${rows}) ranked where place > 1`
  const key = quotedList(wanted.primaryKey)
  const [names, shown] = [fields.join('+'), fields.join(', ')]
  return [
    {
      phase: 'correct',
      mark: 'additive',
      losing: { name: `unique:${wanted.name}.${names}`, mark: 'breaks-rows' },
      onlyIfAny: true,
      ...(isMade && { refusing: computedDuplicates(wanted.mark.of, shown) }),
      what:
        fields.length === 1
          ? both(
              `${wanted.name}.${column} 不再允许重复：每个值只留给最早的记录，其余清空`,
              `Make ${wanted.name}.${column} unique: the first row with a value keeps it, the others are set to null.`,
            )
          : both(
              `${wanted.name} 的 ${shown} 合在一起不再允许重复：只有最早的记录保留 ${column}，其余清空`,
              `Make ${shown} of ${wanted.name} unique together: only the first row keeps its ${column}; in the others it is set to null.`,
            ),
      counting: {
        table: wanted.name,
        sql: `select count(*) as count from (${before}) repeated`,
        ...recordsOf(found, before),
      },
      statements: [
        `update ${quoted(wanted.name)} set ${quoted(column)} = null where (${key}) in (select ${key} from (${ranked(wanted.name, quoted, index.condition ?? '', key, quoted(tenantColumn))}) ranked where place > 1)`,
      ],
    },
  ]
}

const computedDuplicates =
  (of: string, shown: string): ChangeDraft['refusing'] =>
  (count, ids) =>
    both(
      `${of} 的 ${shown} 不能唯一：有 ${count} 条记录的值与更早的记录相同（${ids.join('、')}），算出来的值不能清空。请先修改这些记录中公式所用的字段，或修改公式并等到重新计算完成，再写 unique。`,
      `The computed values of ${shown} of ${of} cannot be unique, because they cannot be cleared where they are equal. Rows with the value of an earlier row: ${count} (${ids.join(', ')}). First change what the formula reads in these rows, or change the formula and wait until the values are recomputed; then write unique.`,
    )

/** Rows whose periods overlap; those that were added later lose the start of theirs. */
function collisions(
  pair: Pair,
  pairs: readonly Pair[],
  index: Index,
  needs: readonly string[],
  only?: string,
): ChangeDraft[] {
  const { wanted, found } = pair
  const start = String(needs.at(-1))
  if (needs.some(key => hasNoValue(pair, key))) return []
  // Rows of all tenants, which become those of one.
  const keysNow = index.keys.filter(key => hasTenant(found) || !key.includes(`"${tenantColumn}"`))
  const read = (column: string) => valueThen(pair, pairs, column)
  const before = overlappingRows(wanted.name, { ...index, keys: keysNow }, tenantIn(found), read, only)
  const rows = `select tenant_id, "id" from (${before}) overlapping`
  const pairsThen = `with rows as (${before}) select a."id" as a, b."id" as b from rows a join rows b on ${overlap(keysNow)}`
  const then = overlappingRows(wanted.name, index, tenantIn(wanted), column => `mine.${quoted(column)}`)
  const key = quotedList(wanted.primaryKey)
  return [
    {
      phase: 'correct',
      mark: 'additive',
      losing: { name: `unique:${wanted.name}.${needs.join('+')}`, mark: 'breaks-rows' },
      onlyIfAny: true,
      what: both(
        `${wanted.name} 的时间段不再允许重叠：每对重叠的记录中，后新增的一条清空 ${start}`,
        `Forbid overlapping periods in ${wanted.name}: for each pair that overlaps, ${start} of the row added later is set to null.`,
      ),
      counting: {
        table: wanted.name,
        sql: `select count(*) as count from (${rows}) overlapping`,
        pairs: `select count(*) as count from (${pairsThen}) overlapping`,
        ...recordsOf(found, rows),
      },
      statements: [
        `update ${quoted(wanted.name)} set ${quoted(start)} = null where (${key}) in (with rows as (${then}) select ${key} from rows b where exists (select from rows a where ${overlap(index.keys)}))`,
      ],
    },
  ]
}

/**
 * The rows whose period overlaps that of another, with their keys: in the order of the starts, those that begin before
 * an earlier one ends, and those that end after the next one begins. Comparing all pairs would take minutes.
 */
function overlappingRows(
  table: string,
  { keys, where = '' }: Pick<Index, 'keys' | 'where'>,
  tenant: string,
  read: (column: string) => string,
  only?: string,
): string {
  const values = keys.map((key, n) => `${withValues(key, read)} as ${keyAt(n)}`).join(', ')
  const condition = [withValues(where, read), only ?? []].flat().join(' and ')
  const taking = `select ${tenant} as tenant_id, mine."id", ${values} from ${quoted(table)} mine where ${condition}`
  const period = keyAt(keys.length - 1)
  const end = `coalesce(upper(${period}), 'infinity')`
  const points = keys.slice(0, -1).map((_, n) => keyAt(n))
  const inOrder = `${points.length > 0 ? `partition by ${points.join(', ')} ` : ''}order by lower(${period}), "id"`
  const placed = `select *, max(${end}) over (in_order rows between unbounded preceding and 1 preceding) as reached, lead(lower(${period})) over in_order as next from (${taking}) taking window in_order as (${inOrder})`
  return `select * from (${placed}) placed where lower(${period}) < reached or next < ${end}`
}

const keyAt = (n: number) => `key_${n}`

/** That the periods of `a` and of the later row `b` overlap. The other keys are ranges of one value, which can be hashed. */
const overlap = (keys: Index['keys']): string =>
  ['a."id" < b."id"', ...keys.map((_, n) => `a.${keyAt(n)} ${n === keys.length - 1 ? '&&' : '='} b.${keyAt(n)}`)].join(
    ' and ',
  )

const tenantColumn = 'tenant_id'

/** Existing rows get no value of the column: it is added without one, or a job computes it. */
const hasNoValue = ({ wanted, found }: Pair, name: string): boolean =>
  typeIn(found, name) === undefined &&
  wanted.columns.every(column => column.name !== name || column.first === undefined)

/** References to drop, to add and to validate; for a new one, the dangling values that rows would lose. */
export function referenceChanges(pair: Pair, pairs: readonly Pair[]): ChangeDraft[] {
  const { wanted, found } = pair
  const same = (a: ForeignKey) => (b: ForeignKey) => signatureOfReference(a) === signatureOfReference(b)
  // A reference depends on the type of its column and on the key of the other table.
  const isUsable = (reference: ForeignKey) =>
    wanted.references.some(same(reference)) &&
    reference.columns.every(name => typeIn(wanted, name) === typeIn(found, name))
  const obsolete = found.references.filter(reference => !isUsable(reference))
  const missing = wanted.references.filter(
    reference => obsolete.some(same(reference)) || !found.references.some(same(reference)),
  )
  const unchecked = found.references.filter(reference => reference.valid === false && !obsolete.includes(reference))
  return [
    ...obsolete.map(({ name }) => dropReference(pair.wanted.name, name)),
    ...missing.flatMap(reference => {
      const lost = orphans(pair, reference, pairs)
      const added = [addReference(wanted.name, reference, 'unchecked'), checkReference(wanted.name, reference)]
      // A migration may add the missing rows.
      return lost.length > 0 ? [...lost, ...added].map(draft => ({ ...draft, afterSteps: true as const })) : added
    }),
    ...orphansOfShared(pair, pairs),
    ...unchecked.map(reference => checkReference(wanted.name, reference)),
  ]
}

const typeIn = (table: Pair['wanted'], name: string) => table.columns.find(column => column.name === name)?.type

const dropReference = (table: string, name: string): ChangeDraft => ({
  phase: 'drop-references',
  mark: 'index',
  what: both(`删除 ${table} 的外键 ${name}`, `Drop the foreign key ${name} of ${table}.`),
  statements: [`alter table ${quoted(table)} drop constraint ${quoted(name)}`],
})

/** Adds a foreign key; on a table with rows it is validated separately, so that writers are blocked only briefly. */
export function addReference(table: string, reference: ForeignKey, how: 'checked' | 'unchecked'): ChangeDraft {
  const { name, columns, to, toColumns } = reference
  return {
    phase: 'references',
    mark: 'additive',
    what: both(`${table} 引用 ${to}`, `Add a foreign key from ${table} to ${to}.`),
    statements: [
      `alter table ${quoted(table)} add constraint ${quoted(name)} foreign key (${quotedList(columns)}) references ${quoted(to)} (${quotedList(toColumns)})${how === 'unchecked' ? ' not valid' : ''}`,
    ],
  }
}

const checkReference = (table: string, { name }: ForeignKey): ChangeDraft => ({
  phase: 'validate',
  mark: 'additive',
  apart: true,
  what: both(`验证 ${table} 的外键 ${name}`, `Validate the foreign key ${name} of ${table}.`),
  statements: [`alter table ${quoted(table)} validate constraint ${quoted(name)}`],
})

/** Rows of all tenants that refer to rows of one have no foreign key. */
function orphansOfShared(pair: Pair, pairs: readonly Pair[]): ChangeDraft[] {
  const { wanted, found } = pair
  return wanted.columns.flatMap(column => {
    const { name, type, refers } = column
    const before = found.columns.find(one => one.name === name)
    const hasKey = wanted.references.some(({ columns }) => columns.includes(name))
    if (!refers?.table || type !== 'bigint' || hasKey || !before || !refersOtherwise(pair, pairs, column, before))
      return []
    const reference = { name, columns: [name], to: refers.table, toColumns: ['id'] }
    return orphans(pair, reference, pairs).map(draft => ({ ...draft, afterSteps: true as const }))
  })
}

function orphans(pair: Pair, reference: ForeignKey, pairs: readonly Pair[]): ChangeDraft[] {
  const { wanted, found } = pair
  const column = String(reference.columns.at(-1))
  // A link without one of its sides is none.
  const isKey = wanted.primaryKey.includes(column)
  if ([found, wanted].some(table => typeIn(table, column) === undefined)) return []
  const value = valueNow(pair, pairs, column)
  const target = pairs.find(one => one.wanted.name === reference.to)
  const missing = (table: string, of: string, tenants: readonly [other: string, mine: string]) =>
    ` and not exists (select from ${quoted(table)} other where other."id" = ${of}${reference.columns.length > 1 ? ` and ${tenants.join(' = ')}` : ''})`
  const missingNow = target && missing(target.wanted.name, value, [tenantIn(target.found, 'other'), tenantIn(found)])
  const missingThen = missing(reference.to, `mine.${quoted(column)}`, [tenantIn(wanted, 'other'), tenantIn(wanted)])
  return [
    {
      phase: 'correct',
      mark: 'additive',
      losing: { name: `retype:${wanted.name}.${column}`, mark: 'breaks-rows' },
      onlyIfAny: true,
      what: isKey
        ? both(
            `${wanted.name} 引用了 ${reference.to} 中没有的记录，这些关联将删除`,
            `Delete the links of ${wanted.name} to missing rows of ${reference.to}.`,
          )
        : both(
            `${wanted.name}.${column} 引用了 ${reference.to} 中没有的记录，这些引用将清空`,
            `Set ${wanted.name}.${column} to null where it refers to a missing row of ${reference.to}.`,
          ),
      counting: countingRows(found, wanted.name, `(${value}) is not null${missingNow ?? ''}`),
      statements: [
        `${isKey ? `delete from ${quoted(wanted.name)} mine` : `update ${quoted(wanted.name)} mine set ${quoted(column)} = null`} where mine.${quoted(column)} is not null${missingThen}`,
      ],
    },
  ]
}
