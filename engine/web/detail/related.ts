import type { Bilingual } from '../../model/model.ts'

/** The rows of one resource that refer to a record by one of their fields, as the server counts them. */
export interface Related {
  readonly resource: string
  readonly field: string
  readonly title: Bilingual
  readonly count: number
  readonly capped: boolean
}
