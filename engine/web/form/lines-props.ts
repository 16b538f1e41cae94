import type { ReactNode } from 'react'
import type { FieldSources } from '../../fields/field-web.ts'
import type { Bilingual, Field, Language, Model, Resource } from '../../model/model.ts'
import type { FormLine, LineErrors } from './lines-columns.ts'

/** The properties of lines, as a table or as cards. */
export interface LinesProps {
  /** Prefix of the ids of its cells: `<id>_2_price`. */
  readonly id: string
  /** The master's field of type `children`. */
  readonly field: Field
  /** The lines' own resource. */
  readonly resource: Resource
  readonly model: Model
  readonly language: Language
  readonly sources: FieldSources
  readonly lines: readonly FormLine[]
  /** By position, from 0. */
  readonly errors: Readonly<Record<number, LineErrors>>
  readonly disabled: boolean
  /** Whether a cell is part of its line; otherwise it is neither shown nor editable. */
  isShown?(field: Field, line: FormLine): boolean
  /** Why a cell cannot be changed; undefined where it can. */
  lockOf?(field: Field, line: FormLine): string | undefined
  /** The error of a pasted value that its type accepts. */
  faultOf?(field: Field, value: unknown): Bilingual | undefined
  /** Content above the table; receives the function that adds a line at the end, while one may be added. */
  head?(add: (() => void) | undefined): ReactNode
  onChange(lines: readonly FormLine[]): void
}
