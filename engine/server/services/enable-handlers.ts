import { bucketResource, smsResource, uploadResource } from '../../model/account-resources.ts'
import { resourceOf } from '../../model/names.ts'
import { sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import type { EngineHandlers } from '../store/action.ts'

/** Keys of the dictionary `yes_no`. */
const [no, yes] = ['1', '2']

/** Puts one row of the settings of a service into use, and no other. */
const enable =
  (resource: string): EngineHandlers[string][string] =>
  async ({ record, context: { ctx, queries } }) => {
    const { id } = Object(record) as { readonly id?: string }
    const { table } = resourceOf(ctx.model, resource)
    await runAll(queries, sql`update ${word(table)} set in_use = ${no} where in_use = ${yes} and id <> ${id}::bigint`)
    return { inUse: yes }
  }

/** The handlers of uploads, and of the settings of services, of which one is in use. */
export const enableHandlers: EngineHandlers = {
  [uploadResource]: {
    // Kept without a record that contains them.
    async upload({ input, context: { queries } }) {
      const { files } = input as { readonly files: readonly string[] }
      await runAll(queries, sql`update engine_upload set used = true where link = any(${[...files]}::text[])`)
      return {}
    },
  },
  [bucketResource]: { enable: enable(bucketResource) },
  [smsResource]: {
    enable: enable(smsResource),
    // Through the outbox, as every other message.
    async send({ input, context }) {
      const { phones, content } = input as { readonly phones: string; readonly content: string }
      for (const phone of phones.split(',')) await context.send('sms', { phone, content })
      return {}
    },
  },
}
