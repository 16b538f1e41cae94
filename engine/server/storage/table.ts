/** A table as the planner compares it: wanted by the Model, or found in the database's catalogue. */
export interface Table {
  readonly name: string
  /** The table's former name, if the Model tells of a renaming. */
  readonly was?: string
  /** What the table says of itself in its comment; tables without one are not ours. */
  readonly mark: TableMark
  readonly columns: readonly Column[]
  readonly primaryKey: readonly string[]
  readonly indexes: readonly Index[]
  readonly references: readonly Reference[]
}

export interface TableMark {
  /** Name of the resource, or `engine` for the engine's own tables. */
  readonly of: string
  /** First part of the resource's permission codes. */
  readonly code?: string
}

export interface Column {
  readonly name: string
  /** As `format_type` writes it, shortened: `varchar(50)`, `timestamptz(3)`. */
  readonly type: string
  /** Name of the field. */
  readonly field?: string
  readonly was?: string
  /** The field's former name. */
  readonly wasField?: string
  /** Set on the engine's own columns alone: `required` never becomes NOT NULL. */
  readonly notNull?: boolean
  readonly default?: string
  /** Compares byte by byte, whatever the database's own order of texts is. */
  readonly isBytewise?: true
  readonly promises: Promises
}

/** What the server, not the database, holds a column's values to; kept in the column's comment. */
export interface Promises {
  readonly required?: true
  /** Characters that a text may have, where the column's type does not say it. */
  readonly max?: number
  /** Keys of the dictionary. */
  readonly keys?: readonly string[]
  /** Of a column that the server computes: by which version of the function, and from which column. */
  readonly computed?: { readonly by: number; readonly from: string }
}

export interface Index {
  readonly name: string
  readonly method: 'btree' | 'gin'
  readonly unique: boolean
  /** Columns, or one call of a function on a column. */
  readonly keys: readonly string[]
  /** Columns that it holds without ordering by them, so that a filter on them need not read the row. */
  readonly carries?: readonly string[]
  /** The condition on the rows that it holds; all, where there is none. */
  readonly where?: string
  /** Built to its end; one that is not is dropped and built anew. */
  readonly valid?: boolean
}

export interface Reference {
  readonly name: string
  readonly columns: readonly string[]
  readonly to: string
  readonly toColumns: readonly string[]
  /** All rows were checked. */
  readonly valid?: boolean
}

/** Two indexes of one signature do the same work, whatever their names. */
export const signatureOf = (index: Index): string =>
  [
    index.method,
    index.unique,
    ...index.keys.map(plain),
    '+',
    ...(index.carries ?? []).map(plain),
    '?',
    // PostgreSQL writes it down without quotes and in parentheses.
    (index.where ?? '').replace(/["()]/g, ''),
  ].join(' ')

export const signatureOfReference = ({ columns, to, toColumns }: Reference): string =>
  `${columns.join(',')}>${to}(${toColumns.join(',')})`

/** An index key without what PostgreSQL adds when it writes it down: quotes, casts and parentheses. */
const plain = (key: string): string => key.replace(/"|::text|::character varying/g, '').replace(/\(\((.*)\)\)/, '($1)')
