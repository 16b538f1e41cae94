/** More rows than any sheet has. */
const ofSheet = 2_000_000

/** Where a row of a sheet of lines stands among all rows of a file: after those of the records' sheet. */
export const placeInSheet = (sheet: number, row: number): number => (sheet + 1) * ofSheet + row

/** Whether a place is one of the records' own sheet. */
export const isOfRecord = (place: number): boolean => place < ofSheet
