/** One cell of a file: what it shows and, where a spreadsheet has a kind of its own for it, that value. */
export type Cell =
  | null
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly text: string; readonly number: number; readonly scale: number }
  | { readonly kind: 'date' | 'time' | 'datetime'; readonly text: string }
