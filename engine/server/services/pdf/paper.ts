import type { Language } from '../../../model/model.ts'

/** The printed content of a record: texts in one language, in page order. It is sent to the worker thread. */
export interface Paper {
  readonly language: Language
  /** The name of the application. */
  readonly brand: string
  /** The title of the resource. */
  readonly kind: string
  readonly title: string
  /** The state of its lifecycle. */
  readonly state?: string
  readonly groups: readonly PaperGroup[]
  /** Its creator and last updater, with times. */
  readonly made: readonly PaperEntry[]
  /** The URL of the record. */
  readonly link: string
  /** The text below the QR code. */
  readonly linkHint: string
  /** The user who printed it, and the time. */
  readonly footer: string
}

/** Fields and lines of one group, in order. */
export interface PaperGroup {
  readonly title?: string
  readonly parts: readonly (PaperFields | PaperTable)[]
}

/** Fields one after the other. */
export interface PaperFields {
  readonly kind: 'fields'
  readonly entries: readonly PaperEntry[]
}

/** One field: its caption and its value as text. */
export interface PaperEntry {
  readonly caption: string
  readonly text: string
  /** Uses the whole width. */
  readonly isWide: boolean
  /** Shown instead of the text. */
  readonly pictures?: readonly Picture[]
}

/** A picture of a record; one that cannot be rendered has only its name. */
export interface Picture {
  readonly name: string
  readonly image?: Image
  /** The SHA-256 of evidence. */
  readonly digest?: string
}

/** A picture as stored in a file: JPEG or PNG. */
export interface Image {
  readonly bytes: Uint8Array
  readonly type: 'image/jpeg' | 'image/png'
  /** In pixels. */
  readonly width: number
  readonly height: number
}

/** Lines of a record. */
export interface PaperTable {
  readonly kind: 'table'
  /** Absent if it equals the title of the group. */
  readonly title?: string
  readonly columns: readonly { readonly caption: string; readonly isRight: boolean }[]
  readonly rows: readonly (readonly string[])[]
  /** Shown below the table if not all rows are printed. */
  readonly note?: string
}
