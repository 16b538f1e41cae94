import type { Bilingual } from '../../model/model.ts'
import type { RowChange } from '../auth/authority-guard.ts'
import { setGrants } from '../auth/grants.ts'
import { refuse } from '../errors/refuse.ts'
import { storeGrantEdits } from './grant-edits.ts'
import { isSame } from './history.ts'
import type { Work } from './work.ts'

/** Stores the permission codes of a written role as its grants, if the guard allows it to the actor. */
export async function storeGrants({ ctx, queries }: Work, { before, after }: RowChange): Promise<void> {
  const [former, codes] = [before?.['codes'] ?? null, after?.['codes'] ?? null]
  if (!after || isSame(former, codes)) return
  await setGrants(queries, ctx, [String(after['id'])], (codes ?? []) as readonly string[])
  await storeGrantEdits(queries, ctx.model, ctx.actor.tenantId)
}

/** Refuses to delete a role of the descriptors, or to change its alias. */
export function assureShippedRole({ before, after }: RowChange): void {
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
