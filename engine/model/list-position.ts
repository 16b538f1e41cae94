/** The neighbours of a record in a list. */
export interface ListPosition {
  /** Ids; null at the ends of the list. */
  readonly previous: string | null
  readonly next: string | null
  /** Whether the query of the list matches the record itself. */
  readonly isFound: boolean
  /** The position of the record, starting at 1; null if the query does not match it, or if it is beyond the cap. */
  readonly at: number | null
  /** The number of records that match the query, counted up to the cap. */
  readonly total: number
  readonly capped: boolean
}
