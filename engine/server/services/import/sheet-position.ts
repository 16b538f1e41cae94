/** More than the maximum number of rows of a sheet. */
const ofSheet = 2_000_000

/** The position of a row of a lines sheet among all rows of a file: after those of the records' sheet. */
export const positionInSheet = (sheet: number, row: number): number => (sheet + 1) * ofSheet + row

/** Whether a position is on the records' sheet. */
export const isOfRecord = (position: number): boolean => position < ofSheet
