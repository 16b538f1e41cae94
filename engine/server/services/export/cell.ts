/** One cell of a file: its text and, if the spreadsheet has a type for it, its value. */
export type Cell =
  | null
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'number'
      readonly text: string
      readonly number: number
      readonly scale: number
      readonly hasSeparators: boolean
    }
  | { readonly kind: 'date' | 'time' | 'datetime'; readonly text: string }
