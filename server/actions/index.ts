import type { TextMessages } from '../../engine/server/services/ports.ts'
import type { Handlers } from '../../engine/server/store/action.ts'
import type { Actions } from '../../generated/types.ts'
import { entCameraScreenshot } from './ent-camera-screenshot.ts'
import { entNoticeLetter } from './ent-notice-letter.ts'
import { entWarningLog } from './ent-warning-log.ts'

/** Handlers by resource and action. A handler that a descriptor requires and that is missing does not compile. */
export const handlers = (messages: TextMessages) =>
  ({
    entCameraScreenshot: entCameraScreenshot(messages),
    entNoticeLetter: entNoticeLetter(messages),
    entWarningLog: entWarningLog(messages),
  }) satisfies { readonly [Name in keyof Actions]: Handlers[string] }
