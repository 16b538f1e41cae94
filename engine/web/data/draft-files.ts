import type { Drafts } from './drafts.ts'
import type { Session } from './session.ts'

const filesPath = '/image-api/'
const day = 24 * 3_600_000

/**
 * Drafts whose uploaded files the server does not delete: it cannot see a draft, so each file is reported once a day
 * while its draft is written. A report that fails is repeated with the next one.
 */
export function withDraftFiles(drafts: Drafts, session: Pick<Session, 'call'>, now: () => number = Date.now): Drafts {
  const reported = new Map<string, number>()
  const report = (links: readonly string[]) => {
    if (links.length === 0) return
    for (const link of links) reported.set(link, now())
    session
      .call('/api/engine/uploads/extend', { method: 'POST', body: { links }, isChange: false })
      .catch(() => links.map(link => reported.delete(link)))
  }
  return {
    ...drafts,
    keep(place, draft) {
      const isKept = drafts.keep(place, draft)
      if (isKept) report(linksIn(draft.values).filter(link => now() - (reported.get(link) ?? 0) > day))
      return isKept
    },
  }
}

/** The links of uploaded files in a value, at any depth. */
function linksIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.startsWith(filesPath) ? [value] : []
  return typeof value === 'object' && value !== null ? [...new Set(Object.values(value).flatMap(linksIn))] : []
}
