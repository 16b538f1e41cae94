/** A text for users, in both languages. */
export interface Bilingual {
  readonly zh: string
  readonly en: string
}

export interface Order {
  readonly field: string
  readonly descending: boolean
  /** The order of records with the same value. */
  readonly next?: Order
}
