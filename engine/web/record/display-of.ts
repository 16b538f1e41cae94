import type { Resource } from '../../model/model.ts'

/** The display of a record; empty where it has no such value. */
export const displayOf = ({ display }: Resource, record: Readonly<Record<string, unknown>>): string =>
  String(record[`${display}Name`] ?? record[display] ?? '')
