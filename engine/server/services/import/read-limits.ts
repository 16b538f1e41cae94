/** Limits on the resources that one file may use. */
export interface ReadLimits {
  readonly rows: number
  readonly columns: number
  /** Of all parts of a workbook that are read, in bytes. */
  readonly unzipped: number
  /** Maximum number of parts of a workbook. */
  readonly entries: number
  /** Maximum compression ratio of a part. */
  readonly ratio: number
}

/** The limits of uploaded files. */
export const readLimits: ReadLimits = {
  rows: 200_000,
  columns: 500,
  unzipped: 512 * 1024 * 1024,
  entries: 2_000,
  ratio: 200,
}

/** Maximum number of lines of a record. */
export const maxLines = 1000
