import { dataScopeResource, ownProfileFields, roleResource, tenantResource } from '../../../model/account-resources.ts'
import { isDescribed, isGuarded } from '../../../model/guard.ts'
import type { Bilingual, Resource } from '../../../model/model.ts'
import { parameterResource } from '../../../model/parameter-rows.ts'
import { holidayRows, menuRows, messageRows, tenantDictionaryRows } from '../../../record/overlaid-rows.ts'
import { accessTo } from '../../auth/access.ts'
import { recordAct } from '../../auth/audit.ts'
import { endStaleSessions, type RowChange } from '../../auth/authority-guard.ts'
import { checkScope } from '../../auth/custom-scope.ts'
import { setGrants } from '../../auth/grants.ts'
import { invariantsOf, namesGiven } from '../../auth/sign-in-invariants.ts'
import { refuse } from '../../errors/refuse.ts'
import { storeEdits } from '../edited-properties.ts'
import { storeGrantEdits } from '../grant-edits.ts'
import { isSame } from '../history.ts'
import type { Recording, Work } from '../work.ts'
import { type Aspect, rowChangeOf } from './aspect.ts'
import { assureDescribedRow, assureTenantRow } from './guard-described-rows.ts'
import { assureMenuRow } from './guard-menu-rows.ts'
import { assureMessageRow } from './guard-message-rows.ts'
import { assureParameterRow } from './guard-parameter-rows.ts'

/**
 * Applies the guard of a resource to changes of rows, in the transaction that writes them: the privilege-escalation
 * guard, or the one of rows that come from the descriptors. It precedes every statement that writes a row, so no write
 * bypasses it. What the descriptors themselves write is `initial`.
 */
export async function guardWrites(
  work: Work,
  resource: Resource,
  changes: readonly RowChange[],
  recording: Recording = 'recorded',
): Promise<void> {
  if (!isGuarded(resource) || changes.length === 0) return
  const { ctx, queries } = work
  if (isDescribed(resource)) {
    // What the descriptors themselves write edits nothing; of the calendar they contain nothing.
    if (recording === 'initial' && resource.name !== holidayRows) return work.authorityChanged()
    const assure = guards[resource.name] ?? assureDescribedRow
    for (const change of changes) await assure(work, resource, change)
    // Pending rows edit when they are published.
    if (recording !== 'pending') await storeEdits(work, resource, changes)
    return work.authorityChanged()
  }
  if (resource.name === roleResource && recording === 'recorded') {
    for (const change of changes) assureShippedRole(change)
    await storeEdits(work, resource, changes)
  }
  if (resource.name === dataScopeResource) for (const { after } of changes) if (after) checkScope(ctx.model, after)
  const access = accessTo(ctx, resource, 'edit')
  for (const change of changes) await access.writes(queries, change)
  if (resource.name === roleResource && recording !== 'initial')
    for (const change of changes) await storeGrants(work, change)
  for (const change of changes) await endStaleSessions(work, resource, change)
  if (recording !== 'initial') for (const change of changes) await recordGrant(work, resource, change)
  // Pending rows are accounts when they are published.
  work.authorityChanged(recording === 'recorded' ? invariantsOf(resource, changes) : namesGiven(resource, changes))
}

const guards: Readonly<Record<string, typeof assureDescribedRow>> = {
  [parameterResource]: async (...given) => assureParameterRow(...given),
  [tenantDictionaryRows]: assureTenantRow,
  [menuRows]: async (...given) => assureMenuRow(...given),
  [messageRows]: assureMessageRow,
  [holidayRows]: async () => undefined,
}

/** Stores the permission codes of a written role as its grants, if the guard allows it to the actor. */
async function storeGrants({ ctx, queries }: Work, { before, after }: RowChange): Promise<void> {
  const [former, codes] = [before?.['codes'] ?? null, after?.['codes'] ?? null]
  if (!after || isSame(former, codes)) return
  await setGrants(queries, ctx, [String(after['id'])], (codes ?? []) as readonly string[])
  await storeGrantEdits(queries, ctx.model, ctx.actor.tenantId)
}

/** Audits a change of rows that grant rights: the names of its fields, and the codes that a role gains and loses. */
async function recordGrant({ ctx, queries }: Work, resource: Resource, change: RowChange): Promise<void> {
  const { before, after, changed } = change
  const fields = [...(changed ?? [])].filter(name => name !== 'codes' && !ownProfileFields.has(name))
  const [former, codes] = [before, after].map(row => (row?.['codes'] ?? []) as readonly string[])
  const gained = (codes ?? []).filter(code => !former?.includes(code)).map(code => `+${code}`)
  const lost = after ? (former ?? []).filter(code => !codes?.includes(code)).map(code => `-${code}`) : []
  const names = [...fields, ...gained, ...lost]
  if (before && after && names.length === 0) return
  await recordAct(queries, ctx, {
    kind: resource.name === tenantResource ? 'tenant' : 'grant',
    resource,
    recordId: String((after ?? before)?.['id']),
    detail: !before ? 'added' : !after ? 'deleted' : 'changed',
    names,
  })
}

/** Refuses to delete a role of the descriptors, or to change its alias. */
function assureShippedRole({ before, after }: RowChange): void {
  if (before?.['isBuiltIn'] !== true) return
  if (!after) throw refuse.conflict('described-row', messages.deleted)
  if (after['roleAlias'] !== before['roleAlias']) throw refuse.input({ roleAlias: messages.fixed })
}

const messages = {
  deleted: {
    zh: '该角色来自 roles.yaml，不能删除；可以取消它的授权',
    en: 'The role comes from roles.yaml and cannot be deleted. Its grants can be removed.',
  },
  fixed: { zh: '由描述文件决定，不能修改', en: 'This is defined by the descriptors and cannot be changed' },
} satisfies Readonly<Record<string, Bilingual>>

export const guard: Aspect = {
  before: ({ work, resource, recording }, changes) => guardWrites(work, resource, changes, recording),
  deleting: ({ work, resource, deletion }, changes) =>
    guardWrites(
      work,
      resource,
      changes.map(({ before }) => rowChangeOf(before, deletion)),
    ),
  isPlain: (_work, resource) => !isGuarded(resource),
  // With the rights after the previous change.
  isAlone: (_work, resource) => isGuarded(resource),
}
