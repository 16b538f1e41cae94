import type { Handlers } from '../../engine/server/action.ts'
import type { Actions } from '../../generated/types.ts'
import type { MessageGateway } from '../messages.ts'
import { entNoticeLetter } from './ent-notice-letter.ts'

/** What no descriptor can say, by resource and name. A handler that a descriptor owes and nobody wrote does not compile. */
export const handlers = (messages: MessageGateway) =>
  ({
    entNoticeLetter: entNoticeLetter(messages),
  }) satisfies { readonly [Name in keyof Actions]: Handlers[string] }
