/** Fields of a record as input: `Required` must be given, `Optional` may be omitted. */
export type Input<Record, Required extends keyof Record, Optional extends keyof Record> = Pick<Record, Required> &
  Partial<Pick<Record, Optional>>

/** A change of a record: with `version` only if the record still has that version. */
export type Update<Save> = { id: string; version?: number } & Partial<Save>

/** A line as it is saved with its parent record, without its reference `Parent`; an existing line has its id. */
export type Line<Save, Parent extends keyof Save> = Omit<Save, Parent> & {
  id?: string | null
  version?: number | null
}
