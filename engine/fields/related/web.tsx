import { Nothing } from '../cells.tsx'
import type { FieldWeb } from '../field-web.ts'

/** A tab of the record's page, which is no cell and no input. */
export const relatedWeb: FieldWeb<null> = { Cell: () => <Nothing />, Input: () => <Nothing /> }
