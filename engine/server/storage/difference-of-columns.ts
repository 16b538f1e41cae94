import type { Bilingual } from '../../model/model.ts'
import { engineColumns, stateSince } from '../../model/system-fields.ts'
import { brokenBy, formScan, hasOtherForm } from './broken-limits.ts'
import { castOf, isText } from './cast.ts'
import {
  both,
  type ChangeDraft,
  countingRows,
  type Displaced,
  type LossName,
  platform,
  renamedOverValues,
} from './change.ts'
import { countersInRows } from './counters-in-rows.ts'
import { entryChange, strangeKeys, withEntries } from './entries-of-keys.ts'
import { ownersInRows } from './owners-in-rows.ts'
import { ofField, type Pair } from './pair.ts'
import { valueThen } from './planned-value.ts'
import { keysInRows, pendingKeys, pendingTexts, textsInRows, valuesOfField } from './renamed-keys.ts'
import { type Clearing, clearingOf, secretsInRows } from './secrets-in-rows.ts'
import { quoted } from './sql-text.ts'
import { type Column, type ColumnRules, shownName } from './table.ts'
import { commentOnColumn, definitionOfColumn, typeWithCollation } from './table-text.ts'
import { danglingIds, targetChange } from './targets-in-rows.ts'
import { isSharedOtherwise, tenantsInRows } from './tenants-in-rows.ts'
import { namesFor, textReadingOf, withValues } from './text-reading.ts'
import { typeInWords } from './type-in-words.ts'
import { unitsInRows, withUnitOf } from './units-in-rows.ts'

/** Columns added, retyped and dropped, and constraints that rows may violate. */
export function columnChanges(pair: Pair, pairs: readonly Pair[], displaced: Displaced = new Set()): ChangeDraft[] {
  const { wanted, found } = pair
  const isOther = ({ name }: Column) => name !== engineColumns.tenant || !isSharedOtherwise(pair)
  return [
    ...tenantsInRows(pair),
    ...wanted.columns.filter(isOther).flatMap(column => {
      const before = found.columns.find(({ name }) => name === column.name)
      const drafts = before
        ? altered(pair, pairs, column, before)
        : [added(wanted.name, column), ...requiring(pair, pairs, column)]
      if (column.ownerFrom) return [...drafts, ...ownersInRows(pair, pairs, column, before)]
      return column.rules.computed ? [...drafts, ...filled(pair, column, before)] : drafts
    }),
    ...found.columns
      .filter(column => isOther(column) && !wanted.columns.some(({ name }) => column.name === name))
      .flatMap(column => dropped(pair, column, displaced)),
  ]
}

/** The default of a column that is added is dropped at once: it is only the value of existing rows. */
function added(table: string, column: Column): ChangeDraft {
  const value = column.first ?? (column.notNull && column.default === undefined ? firstOf(column) : undefined)
  const first = value === undefined ? column : { ...column, default: value }
  const shown = column.first?.replace(/::[^:']+$/, '')
  return {
    phase: 'columns',
    mark: 'additive',
    what:
      shown === undefined
        ? both(`${table} 增加列 ${shownName(column)}`, `Add the column ${shownName(column)} to ${table}.`)
        : both(
            `${table} 增加列 ${shownName(column)}，已有的行为 ${shown}`,
            `Add the column ${shownName(column)} to ${table}, with ${shown} in existing rows.`,
          ),
    statements: [
      `alter table ${quoted(table)} add column ${definitionOfColumn(first)}`,
      ...(first === column ? [] : [`alter table ${quoted(table)} alter column ${quoted(column.name)} drop default`]),
      ...(column.fill === undefined ? [] : [`update ${quoted(table)} t set ${quoted(column.name)} = ${column.fill}`]),
      ...(column.rules.computed || column.ownerFrom
        ? []
        : commentOnColumn(table, lacksValues(column) ? withTarget(column) : column, {})),
    ],
  }
}

/** Whether existing rows violate the column's constraints, because they get no value. */
const lacksValues = ({ rules, first, isComputed }: Column) =>
  (rules.required || rules.requiredIf !== undefined) && first === undefined && !isComputed

/** The column with the only constraint that does not depend on its rows: the resource to which it refers. */
const withTarget = (column: Column): Column => ({ ...column, rules: { of: column.rules.of } })

function requiring(pair: Pair, pairs: readonly Pair[], column: Column): ChangeDraft[] {
  const { wanted, found } = pair
  if (!lacksValues(column)) return []
  const { requiredWhere } = column
  const which = requiredWhere === undefined ? '' : ` and ${withPlannedValues(pair, pairs, requiredWhere.sql)}`
  return [
    constraining(wanted.name, column, commentOnColumn(wanted.name, column, {}), {
      counting: countingRows(found, wanted.name, `mine."is_deleted" = 0${which}`),
    }),
  ]
}

const withPlannedValues = (pair: Pair, pairs: readonly Pair[], condition: string): string =>
  `(${withValues(condition, name => valueThen(pair, pairs, name))})`

/** Computes a column whose values come from another version of the function or another column, or are missing. */
function filled({ wanted }: Pair, column: Column, before: Column | undefined): ChangeDraft[] {
  const { computed } = column.rules
  const [comment] = commentOnColumn(wanted.name, column, before?.rules ?? {})
  if (!computed || comment === undefined) return []
  return [
    {
      phase: 'fill',
      mark: 'additive',
      apart: true,
      what: both(
        `由 ${computed.from} 计算 ${wanted.name} 的 ${shownName(column)}（拼音）`,
        `Compute ${shownName(column)} of ${wanted.name}, the pinyin of ${computed.from}.`,
      ),
      counting: { table: wanted.name, sql: `select count(*) as count from ${quoted(wanted.name)}` },
      fill: { table: wanted.name, from: computed.from, key: wanted.primaryKey },
      statements: [comment],
    },
  ]
}

/** The value that existing rows get in a column that is never null. */
function firstOf({ name, type }: Column): string {
  if (name === engineColumns.tenant) return platform
  if (type === 'jsonb') return `'{}'`
  if (type.startsWith('timestamptz')) return 'now()'
  return type === 'text' ? `''` : type === 'boolean' ? 'false' : '0'
}

function altered(pair: Pair, pairs: readonly Pair[], described: Column, before: Column): ChangeDraft[] {
  const column = withUnitOf(described, before)
  // What the comment records when the changes so far are applied.
  let known = before
  const recording = (after: Column, drafts: (before: Column, after: Column) => ChangeDraft[]) => {
    const found = drafts(known, after)
    known = after
    return found
  }
  const isKnown = (rules: ColumnRules) =>
    Object.entries(rules).every(([name, value]) => value === known.rules[name as keyof ColumnRules])
  const having = (rules: ColumnRules): Column =>
    isKnown(rules) ? known : { ...known, rules: { ...known.rules, ...rules } }
  const { made, serial, secret, unit, of } = column.rules
  return [
    ...recording(having({ made }), (from, to) => sourceChange(pair, column, from, to)),
    ...recording(having({ serial }), (from, to) => countersInRows(pair, column, from, to)),
    ...recording(having({ secret }), (from, to) => secretsInRows(pair, column, from, to)),
    ...recording(having({ unit }), (from, to) => unitsInRows(pair, column, from, to)),
    ...recording(withEntries(column, known), (from, to) => entryChange(pair, column, from, to)),
    ...recording(having({ of }), (from, to) => targetChange(pair, pairs, column, from, to)),
    ...retyped(pair, pairs, column, before),
    ...danglingIds(pair, pairs, column, before),
    ...keysInRows(pair, column, before),
    ...textsInRows(pair, column, before),
    ...ruleChanges(pair, pairs, column, known, clearingOf(column, before)),
  ]
}

/**
 * A field whose values were entered and are computed from now on, or the reverse. The job of stored values replaces
 * those that were entered.
 */
function sourceChange(pair: Pair, column: Column, before: Column, after: Column): ChangeDraft[] {
  const { wanted, found } = pair
  const [comment] = commentOnColumn(wanted.name, after, before.rules)
  if (comment === undefined) return []
  const draft = { phase: 'columns', mark: 'additive' } as const
  if (!after.rules.made) {
    const what = both(
      `登记 ${wanted.name} 的列 ${shownName(column)} 由用户填写`,
      `Record that users enter the values of ${wanted.name}.${shownName(column)}.`,
    )
    return [{ ...draft, what, statements: [comment] }]
  }
  const counting = countingRows(found, wanted.name, `mine.${quoted(column.name)} is not null`)
  return [
    {
      ...draft,
      what: both(
        `计算 ${wanted.name}.${shownName(column)} 的值，替换已填写的值`,
        `Compute the values of ${wanted.name}.${shownName(column)}: entered ones are replaced.`,
      ),
      counting,
      losing: { name: `meaning:${wanted.name}.${column.name}`, mark: 'data-losing' },
      // Without its formula, the job computes all values again.
      statements: [comment, `delete from "engine_formula" where ${ofField(pair, column)}`],
    },
  ]
}

function retyped(pair: Pair, pairs: readonly Pair[], column: Column, before: Column): ChangeDraft[] {
  const { wanted, found } = pair
  if (column.type === before.type) return recollated(wanted.name, column, before)
  const reading = textReadingOf(column, pair, pairs)
  const nowValue = `mine.${quoted(column.name)}`
  const clearing = clearingOf(column, before)
  const isFormerReference = found.references.some(({ columns }) => columns.at(-1) === column.name)
  const former = typeInWords(before.type, isFormerReference)
  const next = typeInWords(column.type, column.refers !== undefined)
  const now = castOf(clearing?.kept(nowValue) ?? nowValue, before.type, column.type, reading)
  const counting =
    now?.breaks === undefined
      ? undefined
      : countingRows(found, wanted.name, now.breaks, {
          value: nowValue,
          ...namesFor(column, pairs),
        })
  return [
    {
      phase: 'columns',
      mark: 'additive',
      what: both(
        `${wanted.name}.${shownName(column)} 由${former.zh}改为${next.zh}`,
        `Change ${wanted.name}.${shownName(column)} from ${former.en} to ${next.en}.`,
      ),
      ...(counting && {
        counting,
        losing: { name: `retype:${wanted.name}.${column.name}`, mark: 'breaks-rows' as const },
      }),
      statements: conversion(pair, pairs, column, before),
    },
    ...(clearing ? [] : storedConversions(pair, pairs, column, before)),
  ]
}

/** A conversion of a column may read no other table, so a text is replaced by the id that it names before. */
function conversion(pair: Pair, pairs: readonly Pair[], column: Column, before: Column): string[] {
  const [table, name, type] = [quoted(pair.wanted.name), quoted(column.name), typeWithCollation(column)]
  const reading = textReadingOf(column, pair, pairs)
  const cast = castOf(name, before.type, column.type, reading)
  if (!cast) return [`alter table ${table} alter column ${name} type ${type}`]
  if (!reading.idOf || !isText(before.type))
    return [
      `alter table ${table} alter column ${name} type ${type} using ${cast.value}`,
      ...(column.rules.keys && type.startsWith('text[]') && isText(before.type) ? [withoutRepeated(table, name)] : []),
    ]
  const id = castOf(`mine.${name}`, before.type, column.type, reading)?.value
  return [
    `alter table ${table} alter column ${name} type text`,
    `update ${table} mine set ${name} = (${id})::text where mine.${name} is not null`,
    `alter table ${table} alter column ${name} type ${type} using ${name}::${type}`,
  ]
}

/** Removes repeated keys from lists. */
const withoutRepeated = (table: string, name: string) =>
  `update ${table} set ${name} = (select array_agg(key order by n) from (select key, min(n) as n from unnest(${name}) with ordinality listed(key, n) group by key) keys) where cardinality(${name}) > (select count(distinct key) from unnest(${name}) key)`

const isList = (type: string) => type.endsWith('[]') || type === 'jsonb'

/**
 * What is stored of the values in history, saved views and operations: converted where nothing of it is lost, otherwise
 * unchanged, so that history can be read.
 */
function storedConversions(pair: Pair, pairs: readonly Pair[], column: Column, before: Column): ChangeDraft[] {
  const areTexts = isText(before.type) && isText(column.type)
  if (column.field === undefined || areTexts || isList(before.type) || isList(column.type)) return []
  const statements = valuesOfField(pair, column, (value, isOfQuery, tenant) => {
    const reading = textReadingOf(column, pair, pairs, tenant)
    const cast = castOf(`(${value} #>> '{}')`, 'text', column.type, reading)
    if (!cast) return value
    const json = isOfQuery ? `to_jsonb(${textOf(cast.value, column.type)})` : jsonOf(cast.value, column)
    const isKept = cast.breaks === undefined ? '' : ` and not coalesce(${cast.breaks}, false)`
    return `case when jsonb_typeof(${value}) in ('string', 'number', 'boolean') and ${value} <> '""'${isKept} then ${json} else ${value} end`
  })
  const name = `${pair.wanted.mark.of}.${column.field}`
  const what = both(`转换历史和视图中 ${name} 的值`, `Convert values of ${name} in history and saved views.`)
  return [{ phase: 'names', mark: 'additive', what, statements }]
}

/** A value of a column as it is transmitted: ids, days and times as texts. */
const jsonOf = (value: string, { type, reads }: Column): string =>
  `to_jsonb(${/^(numeric|boolean)/.test(type) || (reads?.marks && /^bigint/.test(type)) ? `(${value})` : textOf(value, type)})`

const textOf = (value: string, type: string): string =>
  type.startsWith('timestamptz') ? `to_char(${value}, 'YYYY-MM-DD HH24:MI:SS')` : `(${value})::text`

/** The rows stay as they are; PostgreSQL rebuilds the column's indexes. */
function recollated(table: string, column: Column, before: Column): ChangeDraft[] {
  if (!column.isBytewise || before.isBytewise) return []
  return [
    {
      phase: 'columns',
      mark: 'additive',
      what: both(
        `${table} 的列 ${shownName(column)} 改用排序规则 C（按字节比较），并重建它的索引`,
        `Set the collation of the column ${shownName(column)} of ${table} to C, and rebuild its indexes.`,
      ),
      statements: [
        `alter table ${quoted(table)} alter column ${quoted(column.name)} type ${typeWithCollation(column)}`,
      ],
    },
  ]
}

/** Changed constraints: each stricter one counts the rows that violate it. Values that are cleared violate none. */
function ruleChanges(
  pair: Pair,
  pairs: readonly Pair[],
  column: Column,
  before: Column,
  clearing: Clearing | undefined,
): ChangeDraft[] {
  const { wanted, found } = pair
  const present = `mine.${quoted(column.name)}`
  const now = clearing?.kept(present) ?? present
  const reading = textReadingOf(column, pair, pairs)
  const value = column.type === before.type ? now : (castOf(now, before.type, column.type, reading)?.value ?? now)
  const [comment] = commentOnColumn(wanted.name, column, before.rules)
  if (comment === undefined || column.rules.computed || column.ownerFrom) return []
  const renamed = pendingKeys(column, before).map(({ from }) => from)
  const kept = before.rules.keys?.filter(key => !renamed.includes(key))
  const rules = { ...before.rules, ...(kept && { keys: kept }) }
  const texts = pendingTexts(column, before).map(({ from }) => from)
  const after = withKeys(column.rules, texts)
  const strange = strangeKeys(pair, pairs, { ...column, rules: withKeys(after, renamed) }, before, value)
  const broken = [...brokenBy(after, rules, value, column), ...missing(pair, pairs, column, rules, value), ...strange]
  const isOfKeys = rules.keys && (strange.length > 0 || rules.keys.some(key => !after.keys?.includes(key)))
  const countingBroken = (conditions: readonly string[]) =>
    countingRows(found, wanted.name, `mine."is_deleted" = 0 and (${conditions.join(' or ') || 'false'})`, {
      value: now,
      ...namesFor(column, pairs),
    })
  const scan = hasOtherForm(column, rules)
    ? formScan(column, { table: wanted.name, alias: 'mine', value }, texts => countingBroken([...broken, ...texts]))
    : undefined
  return [
    constraining(
      wanted.name,
      column,
      [comment],
      (broken.length > 0 || scan !== undefined) && { counting: { ...countingBroken(broken), ...(scan && { scan }) } },
      isOfKeys ? `key:${wanted.name}.${column.name}` : undefined,
    ),
  ]
}

/** Rows without a value that one of their other values requires from now on. */
function missing(
  pair: Pair,
  pairs: readonly Pair[],
  { requiredWhere, rules: { requiredIf }, type }: Column,
  before: ColumnRules,
  value: string,
): string[] {
  if (requiredWhere === undefined || before.required || requiredIf === before.requiredIf) return []
  const isMissing =
    type.endsWith('[]') && requiredWhere.orEmpty ? `coalesce(cardinality(${value}), 0) = 0` : `${value} is null`
  return [`(${withPlannedValues(pair, pairs, requiredWhere.sql)} and ${isMissing})`]
}

const withKeys = (rules: ColumnRules, more: readonly string[]): ColumnRules =>
  more.length > 0 ? { ...rules, keys: [...(rules.keys ?? []), ...more] } : rules

/** Sets the constraints of a column; the rows that violate them are counted. */
const constraining = (
  table: string,
  column: Column,
  statements: readonly string[],
  broken: Pick<ChangeDraft, 'counting'> | false,
  name: LossName = `constrain:${table}.${column.name}`,
): ChangeDraft => ({
  phase: 'columns',
  mark: 'additive',
  canWait: true,
  what: both(
    `${table}.${shownName(column)} 的约束改为 ${meaning(column.rules).zh}`,
    `Set the constraints of ${table}.${shownName(column)}: ${meaning(column.rules).en}.`,
  ),
  ...(broken && { ...broken, losing: { name, mark: 'breaks-rows' as const } }),
  statements,
})

function meaning({
  required,
  requiredIf,
  max,
  min,
  least,
  most,
  past,
  form,
  accept,
  count,
  keys,
}: ColumnRules): Bilingual {
  const parts = [
    ...(required ? [both('必填', 'required')] : []),
    ...(requiredIf === undefined ? [] : [both(`${requiredIf} 时必填`, `required if ${requiredIf}`)]),
    ...(min === undefined ? [] : [both(`最少 ${min} 个字符`, `at least ${min} characters`)]),
    ...(max === undefined ? [] : [both(`最多 ${max} 个字符`, `at most ${max} characters`)]),
    ...(least === undefined ? [] : [both(`不小于 ${least}`, `not less than ${least}`)]),
    ...(most === undefined ? [] : [both(`不大于 ${most}`, `not greater than ${most}`)]),
    ...(past ? [both('不晚于现在', 'not in the future')] : []),
    ...(form === undefined ? [] : [both(`格式 ${form.join('，')}`, `format ${form.join(', ')}`)]),
    ...(accept ? [both(`文件类型 ${accept.join('、')}`, `files ${accept.join(', ')}`)] : []),
    ...(count === undefined ? [] : [both(`最多 ${count} 个文件`, `at most ${count} files`)]),
    ...(keys ? [both(`取值 ${keys.join('、')}`, `one of ${keys.join(', ')}`)] : []),
  ]
  if (parts.length === 0) return both('无', 'none')
  return both(parts.map(({ zh }) => zh).join('，'), parts.map(({ en }) => en).join(', '))
}

/** With no value, nothing is lost. */
function dropped(pair: Pair, column: Column, displaced: Displaced): ChangeDraft {
  const { name, rules } = column
  const { wanted, found } = pair
  const shown = shownName(column)
  const what =
    rules.owner === undefined
      ? both(`删除 ${wanted.name} 的列 ${shown}`, `Drop the column ${shown} of ${wanted.name}.`)
      : both(
          `${wanted.mark.of} 的记录不再有所属方：各方的用户将看到全部记录`,
          `Remove the owners of the rows of ${wanted.mark.of}: users of every owner will see all rows.`,
        )
  const draft: ChangeDraft = {
    phase: 'drop',
    mark: 'additive',
    what,
    frees: [`${wanted.name}.${name}`],
    statements: [`alter table ${quoted(wanted.name)} drop column ${quoted(name)}`],
  }
  // Computed values can be dropped without loss. History has the times of states, and the engine knows its own columns.
  const isDerived = rules.computed || rules.made || name === stateSince.column || wanted.mark.of === 'engine'
  if (isDerived) return draft
  const counting = countingRows(found, wanted.name, `mine.${quoted(name)} is not null`)
  if (displaced.has(`${wanted.name}.${name}`))
    return { ...draft, counting, refusing: renamedOverValues(`${wanted.name}.${shown}`) }
  const losing = { name: `drop:${wanted.name}.${name}`, mark: 'data-losing' } as const
  // Without the owners, the Model shows the rows to all users.
  return { ...draft, ...(rules.owner === undefined && { canWait: true }), losing, counting }
}
