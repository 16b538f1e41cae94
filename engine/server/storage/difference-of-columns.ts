import type { Bilingual } from '../../model/model.ts'
import { engineColumns } from '../../model/system-fields.ts'
import { castOf } from './cast.ts'
import { both, type ChangeDraft, countingRows } from './change.ts'
import type { Pair } from './pair.ts'
import { keysInRows, pendingKeys, pendingTitles, titlesInRows } from './renamed-keys.ts'
import { quoted } from './sql-text.ts'
import type { Column, ColumnRules } from './table.ts'
import { commentOnColumn, definitionOfColumn, typeWithCollation } from './table-text.ts'

/** Columns added, retyped and dropped, and constraints that rows may violate. */
export function columnChanges(pair: Pair): ChangeDraft[] {
  const { wanted, found } = pair
  return [
    ...wanted.columns.flatMap(column => {
      const before = found.columns.find(({ name }) => name === column.name)
      const drafts = before ? altered(pair, column, before) : [added(wanted.name, column), ...requiring(pair, column)]
      return column.rules.computed ? [...drafts, ...filled(pair, column, before)] : drafts
    }),
    ...found.columns
      .filter(({ name }) => !wanted.columns.some(column => column.name === name))
      .map(column => dropped(pair, column)),
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
        ? both(`${table} 增加列 ${column.name}`, `Add the column ${column.name} to ${table}.`)
        : both(
            `${table} 增加列 ${column.name}，已有的行为 ${shown}`,
            `Add the column ${column.name} to ${table}, with ${shown} in existing rows.`,
          ),
    statements: [
      `alter table ${quoted(table)} add column ${definitionOfColumn(first)}`,
      ...(first === column ? [] : [`alter table ${quoted(table)} alter column ${quoted(column.name)} drop default`]),
      ...(column.fill === undefined ? [] : [`update ${quoted(table)} t set ${quoted(column.name)} = ${column.fill}`]),
      ...(column.rules.computed || lacksValues(column) ? [] : commentOnColumn(table, column, {})),
    ],
  }
}

/** Existing rows violate the column's constraints. */
const lacksValues = ({ rules, first, isComputed }: Column) => rules.required && first === undefined && !isComputed

function requiring({ wanted, found, nameNow }: Pair, column: Column): ChangeDraft[] {
  if (!lacksValues(column)) return []
  return [
    constraining(wanted.name, column, commentOnColumn(wanted.name, column, {}), {
      counting: countingRows(found, nameNow, 'mine."is_deleted" = 0'),
    }),
  ]
}

/** Computes a column whose values come from another version of the function or another column, or are missing. */
function filled({ wanted, nameNow }: Pair, column: Column, before: Column | undefined): ChangeDraft[] {
  const { computed } = column.rules
  const [comment] = commentOnColumn(wanted.name, column, before?.rules ?? {})
  if (!computed || comment === undefined) return []
  return [
    {
      phase: 'fill',
      mark: 'additive',
      apart: true,
      what: both(
        `由 ${computed.from} 计算 ${wanted.name} 的 ${column.name}（拼音）`,
        `Compute ${column.name} of ${wanted.name}, the pinyin of ${computed.from}.`,
      ),
      counting: { table: nameNow, sql: `select count(*) as count from ${quoted(nameNow)}` },
      fill: { table: wanted.name, from: computed.from, key: wanted.primaryKey },
      statements: [comment],
    },
  ]
}

/** The value that existing rows get in a column that is never null. */
function firstOf({ name, type }: Column): string {
  if (name === engineColumns.tenant) return `'000000'`
  if (type === 'jsonb') return `'{}'`
  if (type.startsWith('timestamptz')) return 'now()'
  return type === 'text' ? `''` : type === 'boolean' ? 'false' : '0'
}

function altered(pair: Pair, column: Column, before: Column): ChangeDraft[] {
  const { holds, was } = column.rules
  const named = { ...before, rules: { ...before.rules, holds, was } }
  return [
    ...renamingMarks(pair, before, named),
    ...retyped(pair, column, before),
    ...keysInRows(pair, column, before),
    ...titlesInRows(pair, column, before),
    ...ruleChanges(pair, column, named),
  ]
}

/** Where a rename of several parts has come to. It does not wait for constraints that some rows violate. */
function renamingMarks({ wanted }: Pair, before: Column, after: Column): ChangeDraft[] {
  const statements = commentOnColumn(wanted.name, after, before.rules)
  if (statements.length === 0) return []
  const what = both(
    `登记 ${wanted.name} 的列 ${after.name} 的改名进度`,
    `Record the progress of renaming the column ${after.name} of ${wanted.name}.`,
  )
  return [{ phase: 'columns', mark: 'rename', what, statements }]
}

function retyped({ wanted, found, nameNow, columnNow }: Pair, column: Column, before: Column): ChangeDraft[] {
  if (column.type === before.type) return recollated(wanted.name, column, before)
  const name = quoted(column.name)
  const using = castOf(name, before.type, column.type)
  const now = castOf(quoted(columnNow(column.name)), before.type, column.type)
  const counting = now?.breaks === undefined ? undefined : countingRows(found, nameNow, now.breaks)
  return [
    {
      phase: 'columns',
      mark: 'additive',
      what: both(
        `${wanted.name} 的列 ${column.name} 由 ${before.type} 改为 ${column.type}`,
        `Change the column ${column.name} of ${wanted.name} from ${before.type} to ${column.type}.`,
      ),
      ...(counting && {
        counting,
        recount: counting,
        losing: { name: `retype:${wanted.name}.${column.name}`, mark: 'breaks-rows' as const },
      }),
      statements: [
        `alter table ${quoted(wanted.name)} alter column ${name} type ${typeWithCollation(column)}${using ? ` using ${using.value}` : ''}`,
      ],
    },
  ]
}

/** The rows stay as they are; PostgreSQL rebuilds the column's indexes. */
function recollated(table: string, column: Column, before: Column): ChangeDraft[] {
  if (!column.isBytewise || before.isBytewise) return []
  return [
    {
      phase: 'columns',
      mark: 'additive',
      what: both(
        `${table} 的列 ${column.name} 改为按字节比较，并重建它的索引`,
        `Compare the column ${column.name} of ${table} bytewise, and rebuild its indexes.`,
      ),
      statements: [
        `alter table ${quoted(table)} alter column ${quoted(column.name)} type ${typeWithCollation(column)}`,
      ],
    },
  ]
}

/** Changed constraints: each stricter one counts the rows that violate it. */
function ruleChanges(pair: Pair, column: Column, before: Column): ChangeDraft[] {
  const { wanted, found, nameNow, columnNow } = pair
  const now = quoted(columnNow(column.name))
  const value = column.type === before.type ? now : (castOf(now, before.type, column.type)?.value ?? now)
  const [comment] = commentOnColumn(wanted.name, column, before.rules)
  if (comment === undefined || column.rules.computed) return []
  const renamed = pendingKeys(column, before).map(({ from }) => from)
  const kept = before.rules.keys?.filter(key => !renamed.includes(key))
  const rules = { ...before.rules, ...(kept && { keys: kept }) }
  const titles = pendingTitles(column, before).map(({ from }) => from)
  const after = titles.length > 0 ? { ...column.rules, keys: [...(column.rules.keys ?? []), ...titles] } : column.rules
  const broken = brokenBy(after, rules, value, column.type.endsWith('[]'))
  return [
    constraining(
      wanted.name,
      column,
      [comment],
      broken.length > 0 && {
        counting: countingRows(found, nameNow, `mine."is_deleted" = 0 and (${broken.join(' or ')})`),
      },
    ),
  ]
}

/** Sets the constraints of a column; the rows that violate them are counted. */
const constraining = (
  table: string,
  { name, rules }: Column,
  statements: readonly string[],
  broken: Pick<ChangeDraft, 'counting'> | false,
): ChangeDraft => ({
  phase: 'columns',
  mark: 'additive',
  canWait: true,
  what: both(
    `${table}.${name} 的约定改为 ${meaning(rules).zh}`,
    `Set the constraints of ${table}.${name}: ${meaning(rules).en}.`,
  ),
  ...(broken && { ...broken, losing: { name: `constrain:${table}.${name}`, mark: 'breaks-rows' as const } }),
  statements,
})

function brokenBy(rules: ColumnRules, before: ColumnRules, value: string, isList: boolean): string[] {
  const { required, max, keys } = rules
  const list = (texts: readonly string[]) =>
    `array[${texts.map(text => `'${text.replaceAll("'", "''")}'`).join(', ')}]::text[]`
  const isStranger = keys && (before.keys ? removedKeys(keys, before.keys) : undefined)
  return [
    ...(required && !before.required ? [`${value} is null`] : []),
    ...(max !== undefined && max < (before.max ?? Number.POSITIVE_INFINITY) ? [`length(${value}) > ${max}`] : []),
    ...(isStranger && isStranger.length > 0
      ? [isList ? `${value} && ${list(isStranger)}` : `${value} = any(${list(isStranger)})`]
      : []),
    ...(keys && !before.keys ? [isList ? `not ${value} <@ ${list(keys)}` : `${value} <> all(${list(keys)})`] : []),
  ]
}

const removedKeys = (keys: readonly string[], before: readonly string[]) => before.filter(key => !keys.includes(key))

function meaning({ required, max, keys }: ColumnRules): Bilingual {
  const parts = [
    ...(required ? [both('必填', 'required')] : []),
    ...(max === undefined ? [] : [both(`最多 ${max} 个字符`, `at most ${max} characters`)]),
    ...(keys ? [both(`取值 ${keys.join('、')}`, `one of ${keys.join(', ')}`)] : []),
  ]
  if (parts.length === 0) return both('无', 'none')
  return both(parts.map(({ zh }) => zh).join('，'), parts.map(({ en }) => en).join(', '))
}

/** With no value, nothing is lost. */
function dropped({ wanted, found, nameNow, columnNow }: Pair, { name, rules }: Column): ChangeDraft {
  const what = both(`删除 ${wanted.name} 的列 ${name}`, `Drop the column ${name} of ${wanted.name}.`)
  const draft: ChangeDraft = {
    phase: 'drop',
    mark: 'additive',
    what,
    frees: [`${nameNow}.${columnNow(name)}`],
    statements: [`alter table ${quoted(wanted.name)} drop column ${quoted(name)}`],
  }
  // Computed values can be dropped without loss.
  if (rules.computed) return draft
  const counting = countingRows(found, nameNow, `mine.${quoted(columnNow(name))} is not null`)
  const losing = { name: `drop:${wanted.name}.${name}`, mark: 'data-losing' as const }
  return { ...draft, canWait: true, losing, counting, recount: counting }
}
