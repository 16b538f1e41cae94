/** A message for a user about work that the user did not wait for. */
export interface Notice {
  readonly id: string
  readonly level: 'success' | 'error' | 'info'
  /** In the language of the request. */
  readonly text: string
  /** The record that it concerns. */
  readonly record?: { readonly resource: string; readonly id: string }
  /** The operation on several records that it concerns. */
  readonly operation?: string
}
