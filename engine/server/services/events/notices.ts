import type { Notice } from '../../../model/notice.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import { type NewNotice, noticeTopic } from '../../store/outbox.ts'
import type { RowEvent } from './event-reader.ts'

/** The notices among events that are for the user. */
export function noticesFor({ actor, language }: RequestContext, events: readonly RowEvent[]): Notice[] {
  return events.flatMap(({ id, resource, tenantId, notice }): Notice[] => {
    if (resource !== noticeTopic || tenantId !== actor.tenantId || !notice) return []
    const { to, level, text, record, operation } = notice as NewNotice
    const isMine = (to.user !== undefined && to.user === actor.userId) || (to.administrators && actor.administrator)
    if (!isMine) return []
    return [
      { id, level, text: text[language], ...(record && { record }), ...(operation !== undefined && { operation }) },
    ]
  })
}
