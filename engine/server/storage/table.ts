import type { NumberMarks } from '../../fields/field-type.ts'

/** A table as the planner compares it: wanted by the Model, or found in the database's catalogue. */
export interface Table {
  readonly name: string
  /** The mark in the table's comment; tables without one do not belong to the engine. */
  readonly mark: TableMark
  /** Of lines: the fields of their masters that contain them; without one the name of the lines. */
  readonly partOf?: readonly LinePart[]
  /** Of the table of edits: the renames of parts of the descriptors that the Model declares. */
  readonly partRenames?: readonly PartRename[]
  readonly columns: readonly Column[]
  readonly primaryKey: readonly string[]
  readonly indexes: readonly Index[]
  /** Extended statistics on what the indexes compute, without which the planner assumes that every text is rare. */
  readonly statistics?: readonly Statistics[]
  readonly references: readonly ForeignKey[]
}

/** The field of a master that contains lines. */
export interface LinePart {
  /** The id of the master. */
  readonly resource: string
  /** The id of the field. */
  readonly field: string
}

/** A rename of a part of the descriptors by which its edits and its row are found. */
export interface PartRename {
  readonly kind: 'menu' | 'parameter' | 'dictionary'
  /** Paths of edits: `order.limit`, `page/home`, `group/work`. */
  readonly from: string
  readonly to: string
  /** The codes from which the id of its row is computed. */
  readonly row?: { readonly from: string; readonly to: string }
  /** A dictionary, whose added entries follow it. */
  readonly isDictionary?: true
}

/** What the comment of a table contains, by which a later Model finds it again. */
export interface TableMark {
  /** The id of the resource, or `engine` for the engine's own tables. */
  readonly of: string
  /** The id of its permission code; absent of tables of links. */
  readonly code?: string
  /** Of lines: the field of their master that contains them, by which history names them: `order.lines`. */
  readonly part?: string
  /** Of the links of a bind: its id. */
  readonly bind?: string
  /** Of lines: the master and the column that refers to it: `order.order_id`. */
  readonly master?: string
}

/** The rename of a key that rows store. */
export interface KeyRename {
  readonly from: readonly string[]
  readonly to: string
}

/** What rows contain, and the key that replaces it. */
export interface KeyPair {
  readonly from: string
  readonly to: string
}

export interface Column {
  readonly name: string
  /** As `format_type` returns it, shortened: `varchar(50)`, `timestamptz(3)`. */
  readonly type: string
  /** The id of the field, and its name. */
  readonly field?: string
  readonly shown?: string
  /** Set only on the engine's own columns: `required` never becomes NOT NULL. */
  readonly notNull?: boolean
  readonly default?: string
  /** Texts are compared bytewise: equally in every database, in expressions and in indexes after an upgrade. */
  readonly isBytewise?: true
  /** SQL of the value that existing rows get when the column is added. */
  readonly fill?: string
  /** SQL of a constant that existing rows get, which PostgreSQL stores once for all of them. */
  readonly first?: string
  /** Of a dictionary: the present keys of entries with their former ones, the newest first. */
  readonly keyRenames?: readonly KeyRename[]
  /** Of a dictionary: the titles of one entry each, with its key. A text that becomes a dictionary may contain them. */
  readonly keyTitles?: readonly KeyPair[]
  /** Whether a text has the form that the rules declare. */
  readonly hasForm?: (text: string) => boolean
  /** The former codes of the dictionary. */
  readonly formerDictionaries?: readonly string[]
  /** Of the column of owners: where they are. */
  readonly ownerFrom?: OwnerSource
  /** Of a reference, also of each side of a link: the resource of its records, and their table if it is no view. */
  readonly refers?: { readonly of: string; readonly table?: string }
  /** How texts are read where a column of texts becomes this one. */
  readonly reads?: ColumnReading
  /** The condition of `rules.requiredIf` as SQL with quoted columns, and whether an empty list is refused, too. */
  readonly requiredWhere?: { readonly sql: string; readonly orEmpty: boolean }
  /** Existing rows get their values after the column is added, from a job. */
  readonly isComputed?: true
  readonly rules: ColumnRules
}

/** How texts are read as values of a column: numbers with their marks, addresses of files, or records by their names. */
export interface ColumnReading {
  /** Units and currencies of a number. */
  readonly marks?: NumberMarks
  readonly links?: true
  /** The table of a single reference, and its columns of names: unique ones, and the display. */
  readonly records?: {
    readonly table: string
    readonly names: readonly { readonly column: string; readonly isUnique: boolean }[]
  }
}

/** Where the owner of a row is found. */
export interface OwnerSource {
  /** The column that refers to the owner, or to the master of lines. */
  readonly column: string
  /** Of lines: the table of their masters, and its column with the owner. */
  readonly master?: { readonly table: string; readonly column: 'owner_id' | 'id' }
  /** The table of owners with the column of their names. */
  readonly owners?: { readonly table: string; readonly display?: string }
}

/** The properties of a column that depend on its type. */
export const collated = (type: string): Pick<Column, 'type' | 'isBytewise'> => ({
  type,
  ...(/^(text|varchar)\b/.test(type) && { isBytewise: true }),
})

/** Constraints on a column that the server enforces, not the database; stored in the column's comment. */
export interface ColumnRules {
  readonly required?: true
  /** The condition under which a value is required, of one that the database can evaluate. */
  readonly requiredIf?: string
  /** Maximum number of characters, if the column's type does not limit them. */
  readonly max?: number
  /** Minimum number of characters. */
  readonly min?: number
  /** The least and the greatest number, or the first and the last day as `YYYY-MM-DD`. */
  readonly least?: number | string
  readonly most?: number | string
  /** No day or moment after the present one. */
  readonly past?: true
  /** What the texts must look like: the type where it is the format of texts, `only` and `pattern`. */
  readonly form?: readonly string[]
  /** Of files: the extensions, and of several their greatest number. */
  readonly accept?: readonly string[]
  readonly count?: number
  /** Keys of the dictionary. */
  readonly keys?: readonly string[]
  /** The code of the dictionary. */
  readonly dictionary?: string
  /** The names of its entries by their keys, where they differ. */
  readonly names?: Readonly<Record<string, string>>
  /** The dictionary is that of states: administrators add no entries. */
  readonly fixed?: true
  /** Of a reference without a foreign key: the resource. */
  readonly of?: string
  /** Of a computed column: the version of the function, and the source column. */
  readonly computed?: { readonly by: number; readonly from: string }
  /** The values of the field are computed. */
  readonly made?: true
  /** Of serial numbers: their pattern. */
  readonly serial?: string
  /** The values are digests of secrets. */
  readonly secret?: true
  /** The unit or currency of the numbers, by its English text. */
  readonly unit?: string
  /** Of the column of owners: the columns that lead to them, of lines through their master. */
  readonly owner?: string
}

export interface Index {
  readonly name: string
  /** `gist`: the index of an exclusion constraint, whose keys are ranges that may not overlap all at once. */
  readonly method: 'btree' | 'gin' | 'gist'
  readonly unique: boolean
  /** Columns, and calls of a function on a column. */
  readonly keys: readonly string[]
  /** Columns included without ordering, so that a filter on them need not read the row. */
  readonly carries?: readonly string[]
  /** The condition on the indexed rows; absent for all rows. */
  readonly where?: string
  /** Of it what a descriptor declares. The name ends with its digest, as PostgreSQL returns it in another spelling. */
  readonly condition?: string
  /** Of an exclusion constraint: the columns that a row needs to take part, the last of which begins its period. */
  readonly needs?: readonly string[]
  /** Completely built; an incomplete one is dropped and rebuilt. */
  readonly valid?: boolean
}

/** A statistics object on one expression, which ANALYZE fills. */
export interface Statistics {
  readonly name: string
  /** One call of a function on a column, without quotes. */
  readonly on: string
}

export interface ForeignKey {
  readonly name: string
  readonly columns: readonly string[]
  readonly to: string
  readonly toColumns: readonly string[]
  /** Of one that was found: the resource of the other table at present. */
  readonly of?: string
  /** All rows were validated. */
  readonly valid?: boolean
}

/** Indexes with the same signature are equivalent, whatever their names. */
export function signatureOf(index: Index): string {
  const known = signatures.get(index) ?? signed(index)
  signatures.set(index, known)
  return known
}

/** Each index of a table is compared with each of the other. */
const signatures = new WeakMap<Index, string>()

const signed = (index: Index): string =>
  [
    index.method,
    index.unique,
    ...index.keys.map(normalisedKey),
    '+',
    ...(index.carries ?? []).map(normalisedKey),
    '?',
    conditionOf(index),
  ].join(' ')

/** Of the digest of a declared condition, with which the name of its index ends. */
export const digestLength = 8

function conditionOf({ name, method, unique, where = '' }: Index): string {
  if (method === 'gist' || (unique && / and /i.test(where))) return name.slice(-digestLength)
  // PostgreSQL returns it without quotes and in parentheses.
  return where.replace(/["()]/g, '')
}

export const signatureOfReference = ({ columns, to, toColumns }: ForeignKey): string =>
  `${columns.join(',')}>${to}(${toColumns.join(',')})`

/** A key or expression without the quotes, casts and parentheses that PostgreSQL adds. */
export const normalisedKey = (key: string): string =>
  key.replace(/"|::text|::character varying/g, '').replace(/\(\((.*)\)\)/, '($1)')

/** The column of a key that is one, or a call of a function on one. */
export const columnOfKey = (key: string): string => /^\w+\((\w+)\)$/.exec(key)?.[1] ?? key

/** The name of a column for authors: that of its field in the form of columns. */
export const shownName = ({ name, shown }: Column): string => shown ?? name
