import type { ComponentType } from 'react'
import type { Field, Language, Model } from '../model/model.ts'
import type { UnreadText } from './unread-text.ts'
import type { Uploads } from './uploads.ts'

/** What a cell, an input or a filter is told besides its value. */
export interface FieldContext {
  readonly field: Field
  /** Enough of the Model for this resource: its dictionaries and the titles of what it refers to. */
  readonly model: Model
  readonly language: Language
  /** The record as it stands, in a cell as read, in a form as typed. Holds `<field>Name` beside a reference. */
  readonly record: Readonly<Record<string, unknown>>
  readonly sources: FieldSources
}

/** What the field types of one resource ask of the server; the web's data provider answers. */
export interface FieldSources {
  /**
   * Up to 100 records that a reference may name, whose display contains the words; narrowed by the field's `where`
   * when the record that it reads is given.
   */
  options(field: Field, search: string, record?: Readonly<Record<string, unknown>>): Promise<readonly Option[]>
  /** The record that each text means for a reference, as an import resolves it; one request for all texts. */
  meant(
    field: Field,
    texts: readonly string[],
    record?: Readonly<Record<string, unknown>>,
  ): Promise<readonly TextMeant[]>
  /** The labels of records known by id alone. */
  labels(resource: string, ids: readonly string[]): Promise<readonly Option[]>
  /** A thousand of one level of a tree resource that the person may view, from a place on. */
  branch(resource: string, parent: string | undefined, from?: number): Promise<readonly Branch[]>
  /** One level of the tree that a reference chooses from, narrowed like its options. */
  level(
    field: Field,
    parent: string | undefined,
    record?: Readonly<Record<string, unknown>>,
    from?: number,
  ): Promise<readonly Branch[]>
  /** Up to 100 records of a tree resource whose display contains the words, each with the way to it. */
  find(resource: string, search: string): Promise<readonly Option[]>
  /** All that lies below a record of a tree resource. */
  below(resource: string, parent: string): Promise<readonly TreeBranch[]>
  /** Remembers what was chosen: the next time it comes first. */
  chose(field: Field, ids: readonly string[]): void
  /** Lets the person make a record of the resource here and now; undefined where he may not. */
  creator(resource: string): ((presets: Readonly<Record<string, unknown>>) => Promise<Option | undefined>) | undefined
  /** The address of a record's page; undefined where the person may not see it. */
  addressOf(resource: string, id: string): string | undefined
  /** Goes to such an address without leaving the page. */
  visit(address: string): void
  /** The present moment on the system's clock, `YYYY-MM-DD HH:mm:ss`: days begin by it wherever the browser stands. */
  now(): string
  /** The files on their way, whichever resource they are for. */
  readonly uploads: Uploads
  /** Stores a file and gives its address. */
  upload(file: File, onProgress: (share: number) => void): Promise<{ readonly link: string; readonly name: string }>
  /** The same for the fields of another resource, such as the lines of this one. */
  of(resource: string): FieldSources
}

export interface Option {
  readonly id: string
  readonly label: string
  /** Of a tree: what lies above it, from the top down. */
  readonly path?: readonly Option[]
  /** The person chose it lately. */
  readonly isLate?: boolean
}

/** What one text means for a reference. */
export interface TextMeant {
  readonly text: string
  /** How many records it means; only one is an answer. */
  readonly count: number
  readonly option?: Option
  /** Those that it may have meant, at most three, the most likely first. */
  readonly candidates?: readonly Option[]
}

export interface Branch extends Option {
  readonly hasChildren: boolean
}

/** A branch under its parent, where several levels come at once. */
export interface TreeBranch extends Branch {
  readonly parent: string
}

/** Whoever holds the value of an input also puts in it what `sources.uploads` tells of arriving: it may come after the input is gone. */
export interface InputProps<Value> extends FieldContext {
  readonly id: string
  readonly value: Value | null | undefined
  /** A text that was given and could not be read: it is shown in the place of the value, which is then null. */
  readonly unread?: UnreadText
  readonly disabled: boolean
  readonly invalid: boolean
  readonly describedBy?: string
  /** The element that names it, where no label does: the head of its column. */
  readonly labelledBy?: string
  /** Takes the value, or a text that could not be read and is not to be lost. */
  onChange(value: Value | UnreadText | null): void
  onBlur?(): void
}

/** How a field type looks: in a list, in a form, above a list. */
export interface FieldWeb<Value> {
  readonly Cell: ComponentType<FieldContext & { readonly value: Value }>
  /** In a record's detail, where there is room for all of it; left out, the cell stands there too. */
  readonly Whole?: ComponentType<FieldContext & { readonly value: Value }>
  readonly Input: ComponentType<InputProps<Value>>
  /**
   * Above a list. Speaks the query language: a map of query names (`name`, `deadline_ge`) to texts. Left out,
   * the list uses Input and asks by the type's first operator.
   */
  readonly Filter?: ComponentType<FilterProps>
  /** Figures and dates stand right in a column. */
  readonly align?: 'right'
  /** Column width in pixels in which every value stands whole; absent takes the rest. */
  readonly width?: number | ((field: Field, model: Model, language: Language) => number | undefined)
}

export interface FilterProps extends Omit<FieldContext, 'record'> {
  readonly id: string
  readonly query: Readonly<Record<string, string>>
  onChange(query: Readonly<Record<string, string>>): void
}

/** The one place where a field type's web half loses its own types. */
// biome-ignore lint/suspicious/noExplicitAny: a registry of many value types has no common one
export type AnyFieldWeb = FieldWeb<any>
