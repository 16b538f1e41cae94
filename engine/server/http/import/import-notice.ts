import type { ImportLine } from '../../../model/import-view.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import type { StagedImport } from '../../services/import/staged-import.ts'
import { sendNotice } from '../../store/outbox.ts'
import type { ImportCallParts } from './import-work.ts'

/** Sends the result of an import whose page was left to its user. */
export async function sendImportNotice(
  { database, ids }: ImportCallParts,
  { actor }: RequestContext,
  { id, file }: StagedImport,
  last: ImportLine | undefined,
): Promise<void> {
  if (actor.userId === null || !last) return
  const { written, wrong } = 'import' in last ? last.import.counts : { written: 0, wrong: 0 }
  const failed = 'failed' in last ? last.failed : undefined
  await sendNotice(database.kysely, ids.next(), actor.tenantId, {
    to: { user: actor.userId },
    level: failed !== undefined ? 'error' : 'success',
    text:
      failed !== undefined
        ? { zh: `导入“${file}”未完成：${failed}`, en: `The import of "${file}" did not finish: ${failed}` }
        : {
            zh: `导入“${file}”已完成：写入 ${written} 条，${wrong} 条有误`,
            en: `The import of "${file}" is done: ${written} written, ${wrong} with errors`,
          },
    ...(written > 0 && { operation: id }),
  })
}
