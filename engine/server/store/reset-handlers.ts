import { roleResource } from '../../model/account-resources.ts'
import { engineHandlers } from '../../model/engine-handlers.ts'
import type { Row } from '../database/shape.ts'
import type { EngineHandlers } from './action.ts'
import { describedRow } from './edited-properties.ts'
import { resetGrants } from './grant-edits.ts'

const reset = 'reset'

/** The handlers that give a row of the descriptors their values again, which deletes its edits. */
export const resetHandlers: EngineHandlers = Object.fromEntries(
  Object.entries(engineHandlers)
    .filter(([, names]) => names.includes(reset))
    .map(([resource]) => [
      resource,
      {
        [reset]: async ({ record, context }) => {
          const row = (record ?? {}) as Row
          if (resource === roleResource)
            await resetGrants(context, { id: String(row['id']), alias: String(row['roleAlias']) })
          return describedRow(context.ctx.model, resource, row)
        },
      },
    ]),
)
