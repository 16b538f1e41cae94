import type { Bilingual } from './model.ts'

/** `taken`: the file is here; `writing`: some rows are stored, or none yet; `written`: all that were to be. */
export type ImportState = 'taken' | 'checked' | 'writing' | 'written'

/** The field of each column of a file, by the column's place. */
export type Chosen = Readonly<Record<string, string>>

/**
 * How rows are told from records that are there: by the value of one field. `update` changes what is found and adds
 * nothing; `both` adds the rest.
 */
export interface Match {
  readonly by: string
  readonly mode: 'update' | 'both'
}

/** What a column of a file may stand for. */
export interface ImportTarget {
  readonly name: string
  readonly title: Bilingual
  /** No new record is whole without it. */
  readonly isRequired: boolean
  /** Only says which record is meant: it is not written. */
  readonly isKey: boolean
  /** Rows can be matched by it. */
  readonly finds: boolean
}

/** The lines of the records, by the field that they stand in. */
export interface ImportLinesView {
  readonly part: string
  readonly title: Bilingual
  readonly isRequired: boolean
  /** The sheet that they have for themselves; null where they have none in this file. */
  readonly sheet: string | null
  readonly head: readonly string[]
  readonly rows: number
  readonly columns: Chosen
  readonly sample: readonly SampleRow[]
  readonly targets: readonly ImportTarget[]
}

/** A row of a file; `row` counts as a spreadsheet does, the first being row 1. */
export interface SampleRow {
  readonly row: number
  readonly cells: readonly string[]
}

/** How the rows of an import stand. */
export interface ImportCounts {
  readonly rows: number
  readonly wrong: number
  /** Of those that are wrong: rows that would be right with what is proposed for their cells. */
  readonly fixable: number
  readonly written: number
  /** Of the right ones: rows that change a record, and those that would change nothing. */
  readonly updates: number
  readonly same: number
}

/** One person's import of one file, as the server tells it and the web shows it. */
export interface ImportView {
  readonly id: string
  readonly file: string
  readonly state: ImportState
  readonly at: string
  /** Somebody works on it now, in this window or another. */
  readonly isBusy: boolean
  readonly encoding: string
  readonly sheets: readonly string[]
  readonly sheet: string | null
  readonly head: readonly string[]
  readonly rows: number
  readonly columns: Chosen
  readonly targets: readonly ImportTarget[]
  readonly lines: readonly ImportLinesView[]
  /** Absent where all rows are to be added. */
  readonly match: Match | null
  /** Whether records may be added, and whether those that are there may be changed, by who asks. */
  readonly mayAdd: boolean
  readonly mayUpdate: boolean
  readonly goodRows: boolean
  /** The descriptors have changed since it was checked. */
  readonly isStale: boolean
  readonly sample: readonly SampleRow[]
  /** Of what was checked. */
  readonly counts: ImportCounts
  /** How often each column had each problem, the most frequent first. */
  readonly summary: readonly {
    readonly field: string | null
    readonly sheet?: string
    readonly column: string
    readonly message: Bilingual
    readonly rows: number
  }[]
}

/** One of one's own imports that is not at its end. */
export interface ListedImport extends Pick<ImportView, 'id' | 'file' | 'state' | 'at' | 'isBusy' | 'rows'> {}

/** A value that may be taken in place of a wrong one. */
export interface Proposal {
  /** As a cell may say it: the key of a dictionary's entry, the id of a record. */
  readonly value: string
  readonly label: Bilingual
}

/** One thing wrong with one row. */
export interface RowProblem {
  /** As a spreadsheet counts, the first being row 1. */
  readonly row: number
  /** The sheet of lines that it stands in; absent for the records' own rows. */
  readonly sheet?: string
  /** The column's head in the file; absent when the row as a whole is wrong. */
  readonly column?: string
  readonly field?: string
  /** What the cell holds. */
  readonly value?: string
  readonly message: Bilingual
  /** What the cell may have been meant for. */
  readonly proposal?: Proposal
  /** The same without what differs from row to row, to be counted. */
  readonly kind?: Bilingual
}

/** A value that a row changes, as a person reads it. */
export interface Change {
  readonly title: Bilingual
  readonly from: string
  readonly to: string
}

/** What one row changes of a record. */
export interface RecordChange {
  readonly row: number
  readonly id: string
  readonly display: string
  readonly changes: readonly Change[]
}

/** Some of the records that an import changes, and how many there are. */
export interface ChangesPage {
  readonly total: number
  readonly records: readonly RecordChange[]
}

/** Some of the records that an import adds, a text for each of the columns, and how many there are. */
export interface AdditionsPage {
  readonly total: number
  readonly titles: readonly Bilingual[]
  readonly records: readonly { readonly row: number; readonly values: readonly string[] }[]
}

/** How far a step over rows is. */
export interface StepProgress {
  readonly done: number
  readonly total: number
}

/** A line of the answer to a step: how far it is, and at the end how the import stands, or why it could not go on. */
export type ImportLine =
  | StepProgress
  | { readonly import: ImportView; readonly failed?: string }
  | { readonly failed: string }
