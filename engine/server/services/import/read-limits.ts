/** What one file may cost the server that reads it. */
export interface ReadLimits {
  readonly rows: number
  readonly columns: number
  /** Of all parts of a workbook that are read, in bytes. */
  readonly unzipped: number
  /** Parts that a workbook may have. */
  readonly entries: number
  /** How many times larger than packed a part may be. */
  readonly ratio: number
}

/** What people may send. */
export const readLimits: ReadLimits = {
  rows: 200_000,
  columns: 500,
  unzipped: 512 * 1024 * 1024,
  entries: 2_000,
  ratio: 200,
}

/** No record has more lines than this. */
export const mostLines = 1000
