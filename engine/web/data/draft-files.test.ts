import { expect, it } from 'vitest'
import { withDraftFiles } from './draft-files.ts'
import type { Drafts, StoredDraft } from './drafts.ts'
import type { Session } from './session.ts'

const place = { tenantId: '000000', userId: '1', resource: 'visit', id: undefined }
const draftOf = (values: StoredDraft['values']): StoredDraft => ({
  at: 0,
  version: 0,
  values,
  before: {},
  isPartial: false,
})

it('reports the files of a stored draft once a day, and again after a failure', async () => {
  let [now, fails] = [1e12, false]
  const sent: unknown[] = []
  const call = async <Data>(_path: string, options?: { readonly body?: unknown }): Promise<Data> => {
    sent.push(options?.body)
    if (fails) throw new Error('no connection')
    return null as Data
  }
  const inner = { keep: (_: unknown, draft: StoredDraft) => draft.values['isLong'] !== true } as Partial<Drafts>
  const drafts = withDraftFiles(inner as Drafts, { call } as Pick<Session, 'call'>, () => now)
  const values = { name: 'a', photo: '/image-api/1/a/x.png', lines: [{ files: ['/image-api/1/b/y.png', 'https://x'] }] }
  const links = ['/image-api/1/a/x.png', '/image-api/1/b/y.png']
  drafts.keep(place, draftOf({ ...values, isLong: true }))
  expect(sent).toEqual([])
  drafts.keep(place, draftOf(values))
  drafts.keep(place, draftOf({ ...values, name: 'b' }))
  expect(sent).toEqual([{ links }])
  now += 25 * 3_600_000
  fails = true
  drafts.keep(place, draftOf(values))
  await new Promise(resolve => setTimeout(resolve))
  drafts.keep(place, draftOf(values))
  expect(sent).toEqual([{ links }, { links }, { links }])
})
