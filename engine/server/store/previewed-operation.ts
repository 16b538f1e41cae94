import type { QueryInput } from './query.ts'

/** The records of an operation: those with the ids, or all that a query finds. */
export type SelectedRows = { readonly ids: readonly string[] } | { readonly query: QueryInput }

/** The operation that a preview describes. */
export type PreviewedOperation =
  | { readonly kind: 'remove' | 'restore' }
  | { readonly kind: 'update'; readonly values: Readonly<Record<string, unknown>> }
  | { readonly kind: 'transition' | 'action'; readonly name: string }

/** The right that it needs: an operation, a transition or an action. */
export const requiredOperationOf = (operation: PreviewedOperation): string => {
  switch (operation.kind) {
    case 'remove':
    case 'restore':
      return 'delete'
    case 'update':
      return 'edit'
    case 'transition':
    case 'action':
      return operation.name
  }
}

/** How a record is reverted: its values were changed, it was added or restored, it was deleted. */
export type UndoKind = 'values' | 'added' | 'deleted'

/** The operation that is reverted. */
export interface Undoing {
  readonly operation: string
}
