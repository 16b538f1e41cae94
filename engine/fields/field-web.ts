import type { ComponentType } from 'react'
import type { Field, Language, Model } from '../model/model.ts'
import type { FoundChoices, Labelled } from './choice-typing.ts'
import type { UnreadText } from './unread-text.ts'
import type { Uploads } from './uploads.ts'

/** The properties of a cell, an input or a filter besides its value. */
export interface FieldContext {
  readonly field: Field
  /** The part of the Model that this resource needs: its dictionaries and the titles of what it refers to. */
  readonly model: Model
  readonly language: Language
  /** The current record: in a cell as read, in a form as typed. It contains `<field>Name` for each reference. */
  readonly record: Readonly<Record<string, unknown>>
  readonly sources: FieldSources
}

/** The server functions of the field types of one resource, provided by the web's data provider. */
export interface FieldSources {
  /**
   * Up to 100 records that a reference may have whose display contains the text, narrowed by the field's `where` when
   * `record` is given.
   */
  options(field: Field, search: string, record?: Readonly<Record<string, unknown>>): Promise<readonly Option[]>
  /** The record that a save would choose now for a reference with `pick`; undefined where none is known. */
  nextPick(field: Field, record: Readonly<Record<string, unknown>>): Promise<Option | undefined>
  /** The record that each text refers to, resolved as in an import; one request for all texts. */
  matchTexts(
    field: Field,
    texts: readonly string[],
    record?: Readonly<Record<string, unknown>>,
  ): Promise<readonly ReferenceMatch[]>
  /** The labels of records whose ids alone are known. */
  labels(resource: string, ids: readonly string[]): Promise<readonly Option[]>
  /** Up to 1,000 branches of one level of a tree resource that the user may view, from an offset. */
  branch(resource: string, parent: string | undefined, from?: number): Promise<readonly Branch[]>
  /** One level of a reference's tree, narrowed like its options. */
  level(
    field: Field,
    parent: string | undefined,
    record?: Readonly<Record<string, unknown>>,
    from?: number,
  ): Promise<readonly Branch[]>
  /** Up to 100 records of a tree resource whose display contains the text, each with its path. */
  find(resource: string, search: string): Promise<readonly Option[]>
  /** All descendants of a record of a tree resource. */
  below(resource: string, parent: string): Promise<readonly TreeBranch[]>
  /** The account and the present time, of a watermark. */
  stamp(): string
  /** Remembers the choice, so that it is listed first next time. */
  chose(field: Field, ids: readonly string[]): void
  /** Opens the form of a new record of the resource; undefined where the user is not allowed to create one. */
  creator(resource: string): ((presets: Readonly<Record<string, unknown>>) => Promise<Option | undefined>) | undefined
  /** The address of a record's page; undefined where the user is not allowed to view it. */
  addressOf(resource: string, id: string): string | undefined
  /** Navigates to such an address without leaving the page. */
  visit(address: string): void
  /**
   * The current time of the system's clock, `YYYY-MM-DD HH:mm:ss`; it decides the current day, whatever the browser's
   * zone.
   */
  now(): string
  /** The pending uploads of all resources. */
  readonly uploads: Uploads
  /** Stores a file and returns its address. */
  upload(file: File, onProgress: (share: number) => void): Promise<{ readonly link: string; readonly name: string }>
  /** The sources of the fields of another resource, such as the lines of this one, or for the inputs of a step. */
  of(resource: string, step?: string): FieldSources
}

/** A record or a dictionary entry that an input offers. */
export interface Option {
  readonly id: string
  readonly label: string
  /** In a tree: its ancestors from the top down. */
  readonly path?: readonly Option[]
  /** The user chose it recently. */
  readonly isLate?: boolean
}

/** The record that a text refers to. */
export interface ReferenceMatch {
  readonly text: string
  /** The number of matching records; only one is an answer. */
  readonly count: number
  readonly option?: Option
  /** Up to three similar records, the most similar first. */
  readonly candidates?: readonly Option[]
}

/** A record of a tree that an input offers. */
export interface Branch extends Option {
  readonly hasChildren: boolean
}

/** A branch with its parent, where several levels are loaded at once. */
export interface TreeBranch extends Branch {
  readonly parent: string
}

/**
 * The owner of an input's value must also apply the arrivals of `sources.uploads`: a file may arrive after the input is
 * unmounted.
 */
export interface InputProps<Value> extends FieldContext {
  readonly id: string
  readonly value: Value | null | undefined
  /** A text that could not be read; it is shown instead of the value, which is then null. */
  readonly unread?: UnreadText
  readonly disabled: boolean
  readonly invalid: boolean
  readonly describedBy?: string
  /** The element that names the input where it has no label: the header of its column. */
  readonly labelledBy?: string
  /** Receives the value, or a text that could not be read and must not be lost. */
  onChange(value: Value | UnreadText | null): void
  onBlur?(): void
}

/** The UI of a field type: in a list, in a form, as a filter. */
export interface FieldWeb<Value> {
  readonly Cell: ComponentType<FieldContext & { readonly value: Value }>
  /** In a record's detail, without truncation; by default the cell. */
  readonly Whole?: ComponentType<FieldContext & { readonly value: Value }>
  readonly Input: ComponentType<InputProps<Value>>
  /**
   * The filter above a list. It reads and writes a map of query names (`name`, `deadline_ge`) to texts. By default the
   * list uses Input with the type's first operator.
   */
  readonly Filter?: ComponentType<FilterProps>
  /** The choices that match a text, where an input may be left before they are loaded. */
  readonly find?: (text: string, context: FieldContext) => Promise<FoundChoices<Labelled>>
  /** Numbers and dates are right-aligned in a column. */
  readonly align?: 'right'
  /** Column width in pixels that shows every value whole; by default the remaining width. */
  readonly width?: number | ((field: Field, model: Model, language: Language) => number | undefined)
}

export interface FilterProps extends Omit<FieldContext, 'record'> {
  readonly id: string
  readonly query: Readonly<Record<string, string>>
  /** A node of a tree always includes its descendants. */
  readonly isWhole?: boolean
  onChange(query: Readonly<Record<string, string>>): void
}

/** The one place where a field type's web half loses its own types. */
// biome-ignore lint/suspicious/noExplicitAny: a registry of many value types has no common one
export type AnyFieldWeb = FieldWeb<any>
