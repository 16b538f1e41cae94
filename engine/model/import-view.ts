import type { Bilingual } from './model.ts'

/** `taken`: the file is stored; `writing`: rows may have been written; `written`: all rows are written. */
export type ImportState = 'taken' | 'checked' | 'writing' | 'written'

/** The field of each column of a file, by the index of the column. */
export type Chosen = Readonly<Record<string, string>>

/**
 * How rows are matched with existing records: by the value of one field. `update` changes the found records and adds
 * nothing; `both` adds the rest. An empty cell leaves the field of a found record unchanged, or clears it.
 */
export interface Match {
  readonly by: string
  readonly mode: 'update' | 'both'
  readonly emptyClears?: boolean
}

/** The encodings of text files. */
export const encodings = ['gb18030', 'big5', 'utf-16le', 'utf-16be', 'utf-8'] as const
export type Encoding = (typeof encodings)[number]

/** An encoding in which a file can be read, with some of its lines. */
export interface EncodingChoice {
  readonly encoding: Encoding
  readonly lines: readonly string[]
}

/** How a file is read where files differ. Without a choice, a text with two meanings is refused. */
export interface CellOptions {
  /** Of a text file that is not valid UTF-8. */
  readonly encoding?: Encoding
  /** The number of the row with the titles of the columns; found by the titles by default. */
  readonly headerRow?: number
  /** Texts that are empty cells, such as `NULL`, whatever their capitals. */
  readonly empty?: readonly string[]
  /** What separates the values of a list in one cell; by default comma, Chinese comma, semicolon and line break. */
  readonly separators?: readonly string[]
  /** The order of days such as `6.1.2020` and `1/6/2020`. */
  readonly dayOrder?: 'day-first' | 'month-first'
  /** `comma`: numbers such as `1.234,50`. */
  readonly decimal?: 'point' | 'comma'
  /** What `12.5%` is where a field does not have this unit: 0.125 or 12.5. */
  readonly percent?: 'fraction' | 'number'
  /** Further texts of yes and of no. */
  readonly yes?: readonly string[]
  readonly no?: readonly string[]
}

/** What a mapping file chooses for an uploaded file. */
export interface MappingChoice {
  readonly columns: Chosen
  readonly match: Match | null
  readonly options: CellOptions
  /** Heads of the mapping file that the uploaded file lacks, or whose field cannot be imported. */
  readonly unused: readonly string[]
}

/** A field to which a column of a file can be assigned. */
export interface ImportTarget {
  readonly name: string
  readonly title: Bilingual
  /** Required in new records. */
  readonly isRequired: boolean
  /** Only identifies the record and is not written. */
  readonly isKey: boolean
  /** Rows can be matched by it. */
  readonly finds: boolean
}

/** The lines of the records, by field. */
export interface ImportLinesView {
  readonly part: string
  readonly title: Bilingual
  readonly isRequired: boolean
  /** Their own sheet; null if they have none in this file. */
  readonly sheet: string | null
  readonly head: readonly string[]
  readonly rows: number
  readonly columns: Chosen
  readonly proposed: Chosen
  readonly sample: readonly SampleRow[]
  readonly targets: readonly ImportTarget[]
}

/** A row of a file; `row` is the number that a spreadsheet shows, starting at 1. */
export interface SampleRow {
  readonly row: number
  readonly cells: readonly string[]
}

/** The numbers of rows of an import by result. */
export interface ImportCounts {
  readonly rows: number
  readonly wrong: number
  /** Wrong rows that would be valid with the values proposed for their cells. */
  readonly fixable: number
  readonly written: number
  /** Valid rows that change a record, and those that change nothing. */
  readonly updates: number
  readonly same: number
  /** Valid rows with warnings. */
  readonly warned: number
}

/** An import of one file by one user. */
export interface ImportView {
  readonly id: string
  readonly file: string
  readonly state: ImportState
  readonly at: string
  /** When the import is deleted unless it changes: `YYYY-MM-DD HH:MM`. */
  readonly expires: string
  /** The import is in progress, in this window or another. */
  readonly isBusy: boolean
  readonly encoding: string
  readonly sheets: readonly string[]
  readonly sheet: string | null
  /** The row number of the head. */
  readonly headRow: number
  readonly head: readonly string[]
  readonly rows: number
  readonly columns: Chosen
  /** The fields that columns without a field resemble. */
  readonly proposed: Chosen
  readonly targets: readonly ImportTarget[]
  readonly lines: readonly ImportLinesView[]
  /** Absent if all rows are to be added. */
  readonly match: Match | null
  readonly options: CellOptions
  /** Whether the user may add records, and whether the user may change existing ones. */
  readonly mayAdd: boolean
  readonly mayUpdate: boolean
  readonly goodRows: boolean
  /** The descriptors have changed since the check. */
  readonly isStale: boolean
  readonly sample: readonly SampleRow[]
  /** The results of the check. */
  readonly counts: ImportCounts
  /** The number of occurrences of each problem by column, most frequent first. */
  readonly summary: readonly {
    readonly field: string | null
    readonly sheet?: string
    readonly column: string
    readonly message: Bilingual
    readonly rows: number
  }[]
  /** The warnings of valid rows, which are imported all the same, most frequent first. */
  readonly warnings: readonly { readonly message: Bilingual; readonly rows: number }[]
}

/** An unfinished import of the user. */
export interface ListedImport
  extends Pick<ImportView, 'id' | 'file' | 'state' | 'at' | 'expires' | 'isBusy' | 'rows'> {}

/** A value proposed instead of a wrong one. */
export interface Proposal {
  /** The value as a cell may contain it: the key of a dictionary entry, the id of a record. */
  readonly value: string
  readonly label: Bilingual
}

/** One problem of one row. */
export interface RowProblem {
  /** As a spreadsheet shows it, starting at 1. */
  readonly row: number
  /** The sheet of a line; absent for rows of records. */
  readonly sheet?: string
  /** The column's head in the file; absent if the row as a whole is wrong. */
  readonly column?: string
  readonly field?: string
  /** The text of the cell. */
  readonly value?: string
  /** For programs; missing where a rule of the record is violated. */
  readonly code?: string
  readonly message: Bilingual
  /** A proposed value. */
  readonly proposal?: Proposal
  /** The message without the parts that differ between rows, for counting. */
  readonly kind?: Bilingual
}

/** One page of the problems, and their total. */
export interface ProblemsPage {
  readonly total: number
  readonly problems: readonly RowProblem[]
}

/** The changes that one row makes to a record, with values as text. */
export interface RecordChange {
  readonly row: number
  readonly id: string
  readonly display: string
  readonly changes: readonly { readonly title: Bilingual; readonly from: string; readonly to: string }[]
}

/** One page of the records that an import changes, and their total. */
export interface ChangesPage {
  readonly total: number
  readonly records: readonly RecordChange[]
}

/** One page of the records that an import adds, with a text for each column, and their total. */
export interface AdditionsPage {
  readonly total: number
  readonly titles: readonly Bilingual[]
  readonly records: readonly { readonly row: number; readonly values: readonly string[] }[]
}

/** A replacement for a cell text of a field. */
export interface Correction {
  readonly field: string
  readonly from: string
  readonly to: string
}

/**
 * What to check: all rows with other columns; or only wrong rows, with a replacement for a cell text or with all
 * proposals.
 */
export type CheckOrder =
  | {
      readonly columns: Chosen
      /** Columns of lines on their own sheet, by the field that contains them. */
      readonly lines?: Readonly<Record<string, Chosen>>
      readonly match?: Match | null
      readonly options?: CellOptions
    }
  | { readonly correction: Correction }
  | { readonly proposals: true }

/** The progress of a step over rows. */
export interface StepProgress {
  readonly done: number
  readonly total: number
}

/** A line of the response to a step: its progress, and at the end the import, or the reason why it failed. */
export type ImportLine =
  | StepProgress
  | { readonly import: ImportView; readonly failed?: string }
  | { readonly failed: string }
