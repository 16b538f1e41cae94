import { userResource } from '../../../model/account-resources.ts'
import type { Resource } from '../../../model/model.ts'
import { accessTo } from '../../auth/access.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import type { Row } from '../../database/shape.ts'
import { refuse } from '../../errors/refuse.ts'
import type { Store } from '../../store/operations.ts'
import { isSent } from './blade-parts.ts'

const enabled = 1
const disabled = 0

/** The status of a record in the platform's format: 0 for a disabled account. */
export const accountStatus = (row: Row, { name }: Resource): unknown =>
  name === userResource && typeof row['disabledAt'] === 'string' ? disabled : row['status']

/**
 * Changes a record that the platform's client sent. The `status` of a user disables or enables the account, which needs
 * the right to that action; of other records it is compared with the stored one.
 */
export async function updateWithStatus(
  store: Store,
  ctx: RequestContext,
  resource: Resource,
  given: Row,
  key: string | undefined,
): Promise<Row> {
  const { status, ...record } = given
  const isOfAccount = resource.name === userResource && accessTo(ctx, resource, 'view').allowed
  if (!isOfAccount || !isSent(status)) return store.update(ctx, resource.name, given, key)
  const wanted = Number(status)
  if (wanted !== enabled && wanted !== disabled) throw unknownStatus()
  const id = String(record['id'])
  const stored = await store.get(ctx, resource.name, id)
  if (wanted === accountStatus(stored, resource)) return store.update(ctx, resource.name, record, key)
  const action = wanted === disabled ? 'disable' : 'enable'
  return store.together(ctx, resource.name, async inside => {
    const updated = await inside.update(ctx, resource.name, record, key)
    const { record: changed } = await inside.act(ctx, resource.name, id, action, {})
    return changed ?? updated
  })
}

const unknownStatus = () =>
  refuse.input({
    status: {
      zh: `状态须为 ${enabled}（启用）或 ${disabled}（停用）`,
      en: `The status must be ${enabled} (enabled) or ${disabled} (disabled)`,
    },
  })
