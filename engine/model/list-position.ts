/** What stands beside a record in a list. */
export interface ListPosition {
  /** Ids; null at the list's ends. */
  readonly previous: string | null
  readonly next: string | null
  /** Whether the list's question finds the record itself. */
  readonly isFound: boolean
  /** The record's place from 1; null where the question does not find it, or it stands beyond the cap. */
  readonly at: number | null
  /** How many records the question finds, counted up to the cap. */
  readonly total: number
  readonly capped: boolean
}
