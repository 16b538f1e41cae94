import type { Handlers } from '../../engine/server/store/action.ts'
import type { Actions } from '../../generated/types.ts'

/** Handlers by resource and action. A handler that a descriptor requires and that is missing does not compile. */
export const handlers = {} satisfies { readonly [Name in keyof Actions]: Handlers[string] }
