import type { Language } from '../../../model/model.ts'

/** What is printed of a record: texts in one language, in the order of the page. It travels to the thread that draws. */
export interface Paper {
  readonly language: Language
  /** What the record is one of. */
  readonly kind: string
  readonly title: string
  /** The state of its lifecycle. */
  readonly state?: string
  readonly groups: readonly PaperGroup[]
  /** Who made it and changed it last, and when. */
  readonly made: readonly PaperEntry[]
  /** Where the record stands on the web. */
  readonly link: string
  /** What stands under the link's picture. */
  readonly linkHint: string
  /** Who printed it and when. */
  readonly foot: string
}

/** Fields and lines that stand together, in their order. */
export interface PaperGroup {
  readonly title?: string
  readonly parts: readonly (PaperFields | PaperTable)[]
}

/** Fields one after the other. */
export interface PaperFields {
  readonly kind: 'fields'
  readonly entries: readonly PaperEntry[]
}

/** One field: its caption and what it holds. */
export interface PaperEntry {
  readonly caption: string
  readonly text: string
  /** Takes the whole width. */
  readonly isWide: boolean
  /** Shown in place of the text. */
  readonly pictures?: readonly Picture[]
}

/** A picture of a record; of one that cannot be drawn there is only its name. */
export interface Picture {
  readonly name: string
  readonly image?: Image
}

/** A picture as a file holds it: JPEG or PNG. */
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
  /** Absent where the group's title says it already. */
  readonly title?: string
  readonly columns: readonly { readonly caption: string; readonly isRight: boolean }[]
  readonly rows: readonly (readonly string[])[]
  /** Said below where not all rows are printed. */
  readonly note?: string
}
