import type { Bilingual } from '../../model/model.ts'
import { engineColumns } from '../../model/system-fields.ts'
import type { Widening } from '../../model/wider-access.ts'
import { quoted } from './sql-text.ts'
import type { Table } from './table.ts'

/** The effect of a change on existing rows. The last two are never applied without confirmation. */
export type ChangeMark = 'additive' | 'rename' | 'index' | 'breaks-rows' | 'data-losing'

/** One step from the current state of the database to that of the Model. */
export interface PlannedChange {
  readonly mark: ChangeMark
  /** The name of a loss, by which it is confirmed: `drop:customer.fax`. */
  readonly loss?: string
  readonly what: Bilingual
  readonly statements: readonly string[]
  /** Values that only the server can compute; computed before the statements. */
  readonly fill?: KeyFill
  /** Number of rows that break, or of values that are lost. */
  readonly count?: number
  /** It changes the map of names only, no row that contains their ids. */
  readonly isOfNames?: true
  /** Names that the change takes from tables and columns (`table.column`), as processes know them. */
  readonly frees?: readonly string[]
  /** Run separately after the transaction of all others: it takes long and locks nothing. */
  readonly apart: boolean
  /** The Model can be served without it: an extra column, or a constraint that some rows violate. */
  readonly canWait: boolean
  /** Migrations that are still to run may change its rows, so that it is planned again after them. */
  readonly afterSteps?: true
  /** These rows; absent where they have no id. */
  readonly rows?: RowsOfResource
  readonly recount?: Recount
  /** The access that it gives. */
  readonly widens?: readonly Widening[]
}

/** Counts the rows that a change affects again, under a lock: no row that was written meanwhile is lost silently. */
export interface Recount {
  readonly what: Bilingual
  /** Those that the plan shows. */
  readonly count: number
  readonly counting: Counting
  /** The current names of the tables that are read. */
  readonly tables: readonly string[]
}

/** Computes the pinyin keys of all rows of a table. */
export interface KeyFill {
  readonly table: string
  readonly from: string
  readonly key: readonly string[]
}

/** How the rows that a change concerns are counted. */
export interface Counting {
  readonly table: string
  /** A statement with the current names of the database; returns one `count`. */
  readonly sql: string
  /** A statement that counts the pairs of rows that exclude each other, which are added to the description. */
  readonly pairs?: string
  readonly rows?: RowsOfResource
  /** Texts that only the server can check; their rows are counted too. */
  readonly scan?: TextScan
}

/** A scan of the different texts of a column, in portions. */
export interface TextScan {
  /** A statement that returns the next different texts as `text`, in the order of their bytes, `atOnce` of them at most. */
  readonly sql: (after?: string) => string
  readonly atOnce: number
  readonly isValid: (text: string) => boolean
  /** Counts the rows with one of these texts, those with a text after the last one that was checked, and the others. */
  readonly counting: (invalid: readonly string[], lastChecked?: string) => Counting
}

/** A statement with the current names of the database that returns `tenant_id` and `id` of rows of a resource. */
export interface RowsOfResource {
  readonly resource: string
  readonly sql: string
  /** The statement returns their texts as `value`. */
  readonly texts?: MisfitTexts
}

/** Texts that are no values of the field that they belong to after the change. */
export interface MisfitTexts {
  /** The texts that would be values. */
  readonly names?: readonly string[]
  /** A statement that returns them with their tenants, as `tenant` and `name`. */
  readonly namesSql?: string
}

/** The tenant to which rows of all tenants belong when they become those of one. */
export const platform = `'000000'`

export const hasTenant = ({ columns }: Table): boolean => columns.some(({ name }) => name === engineColumns.tenant)

/** The tenant of a row, as SQL; that of the platform for a row of all tenants. */
export const tenantIn = (table: Table, alias = 'mine'): string =>
  hasTenant(table) ? `${alias}.${quoted(engineColumns.tenant)}` : platform

/** Counts the rows of a table for which a condition is true; `misfit` is the SQL of a text with what it may mean. */
export const countingRows = (
  table: Table,
  now: string,
  where?: string,
  misfit?: MisfitTexts & { readonly value: string },
): Counting => {
  const from = `from ${quoted(now)} mine${where === undefined ? '' : ` where ${where}`}`
  const shown = misfit === undefined ? '' : `, (${misfit.value})::text as value`
  return {
    table: now,
    sql: `select count(*) as count ${from}`,
    ...recordsOf(table, `select ${tenantIn(table)} as tenant_id, mine."id"${shown} ${from}`, misfit),
  }
}

/** Tables of the engine and of links have no records that can be opened. */
export const recordsOf = ({ mark, columns }: Table, statement: string, texts?: MisfitTexts): Pick<Counting, 'rows'> =>
  mark.code !== undefined && mark.of !== undefined && columns.some(({ name }) => name === 'id')
    ? { rows: { resource: mark.of, sql: statement, ...(texts && { texts }) } }
    : {}

/** What a change of rows may lose; `meaning` is all that has no kind of its own. */
export const lossKinds = ['drop', 'retype', 'constrain', 'unique', 'key', 'owner', 'meaning'] as const

/** The name of a loss of rows: its kind and the table, the column or the role. */
export type LossName = `${(typeof lossKinds)[number]}:${string}`

/** The name of the loss that is wider access. */
export const accessLoss = 'access'

/** A change before its rows are counted. */
export interface ChangeDraft extends Omit<PlannedChange, 'count' | 'apart' | 'canWait' | 'loss' | 'recount'> {
  readonly phase: Phase
  readonly apart?: true
  readonly canWait?: true
  readonly counting?: Counting
  /** The name and mark of the loss if there are such rows. */
  readonly losing?: { readonly name: LossName; readonly mark: 'breaks-rows' | 'data-losing' }
  /** There is nothing to do if no row breaks. */
  readonly onlyIfAny?: true
  /** Such rows make the whole plan impossible: the reason, with their number and the ids of the first of them. */
  readonly refusing?: (count: number, ids: readonly string[]) => Bilingual
}

/** The order of changes: dependents are dropped before what they depend on, and created after it. */
export const phases = [
  'drop-views',
  'drop-references',
  'drop-indexes',
  'rename',
  'functions',
  'tables',
  'columns',
  'correct',
  'keys',
  'references',
  'drop',
  'names',
  'fill',
  'views',
  'indexes',
  'validate',
] as const
export type Phase = (typeof phases)[number]

/** A text in both languages. */
export const both = (zh: string, en: string): Bilingual => ({ zh, en })

/** The tables and columns (`table.column`) that have the new names of renamed parts until now. */
export type Displaced = ReadonlySet<string>

/** Why a rename is refused whose new name has values: only an author knows which of both count. */
export const renamedOverValues =
  (name: string) =>
  (count: number): Bilingual => ({
    zh: `新名称 ${name} 已经有 ${count} 行数据，不能再声明 renamedFrom：请用 migrations/ 中的 SQL 文件合并两者的数据，或换一个名称。`,
    en: `The new name ${name} has ${count} rows with values already, so that renamedFrom is refused: merge the values of both by an SQL file in migrations/, or choose another name.`,
  })
