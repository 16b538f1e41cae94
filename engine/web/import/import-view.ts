import { typeOf } from '../../fields/index.ts'
import { isAsked } from '../../fields/record-schema.ts'
import type { Bilingual, Field, Resource } from '../../model/model.ts'
import type { ResourcePart } from '../data/resource-part.ts'

/** The field of each column of a file, by the column's place. */
export type Chosen = Readonly<Record<string, string>>

/** How an import stands, as the server tells it. */
export interface ImportView {
  readonly id: string
  readonly file: string
  /** `taken`: the file is here; `writing`: some rows are stored, or none yet; `written`: all that were to be. */
  readonly state: 'taken' | 'checked' | 'writing' | 'written'
  /** Somebody works on it now, in this window or another. */
  readonly isBusy: boolean
  readonly encoding: string
  readonly sheets: readonly string[]
  readonly sheet: string | null
  readonly head: readonly string[]
  readonly rows: number
  readonly columns: Chosen
  readonly goodRows: boolean
  readonly isStale: boolean
  readonly sample: readonly { readonly row: number; readonly cells: readonly string[] }[]
  readonly counts: {
    readonly rows: number
    readonly wrong: number
    readonly mendable: number
    readonly written: number
  }
  readonly summary: readonly { readonly field: string | null; readonly column: string; readonly rows: number }[]
}

/** One of one's own imports that is not at its end. */
export interface ListedImport extends Pick<ImportView, 'id' | 'file' | 'state' | 'isBusy' | 'rows'> {
  readonly at: string
}

/** One thing wrong with one row. */
export interface Problem {
  readonly row: number
  readonly column?: string
  readonly field?: string
  readonly value?: string
  readonly message: Bilingual
  readonly proposal?: { readonly value: string; readonly label: Bilingual }
}

/** The fields that a file may fill. */
export const importableFields = ({ fields }: Resource): Field[] =>
  fields.filter(field => isAsked(field) && typeOf(field).lines === undefined)

/** Whether this person may import records of a resource, and a file of one row a record can hold them. */
export const mayImport = ({ resource, may }: ResourcePart): boolean =>
  may.includes('import') &&
  may.includes('add') &&
  !resource.fields.some(field => field.required && typeOf(field).lines !== undefined)

/** Fields that every row needs and no column fills. */
export const missingFields = (fields: readonly Field[], columns: Chosen): Field[] =>
  fields.filter(
    ({ name, required, when, ...field }) =>
      required && when === undefined && field.default === undefined && !Object.values(columns).includes(name),
  )

/** A number for a sentence: as it is read, and by which the form for one or for many is taken. */
export const many = (count: number) => ({ smart_count: count, count: count.toLocaleString('en') })
