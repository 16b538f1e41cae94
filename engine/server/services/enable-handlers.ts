import { smsResource, uploadResource } from '../../model/account-resources.ts'
import { sql } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import type { EngineHandlers } from '../store/action.ts'

/** The handlers of uploads, and of text messages that an administrator sends. */
export const enableHandlers: EngineHandlers = {
  [uploadResource]: {
    // Kept without a record that contains them.
    async upload({ input, context: { queries } }) {
      const { files } = input as { readonly files: readonly string[] }
      await runAll(queries, sql`update engine_upload set used = true where link = any(${[...files]}::text[])`)
      return {}
    },
  },
  [smsResource]: {
    // Through the outbox, as every other message.
    async send({ input, context }) {
      const { phones, content } = input as { readonly phones: string; readonly content: string }
      for (const phone of phones.split(',')) await context.send('sms', { phone, content })
      return {}
    },
  },
}
