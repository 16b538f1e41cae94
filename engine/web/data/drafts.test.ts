import { beforeEach, describe, expect, it } from 'vitest'
import { createDrafts, type DraftKey, longestDraft, maxDrafts, oldestDraft, type StoredDraft } from './drafts.ts'

const place: DraftKey = { tenantId: '000000', userId: '7', resource: 'visit', id: undefined }
const draft = (at: number, text = '写了一半'): StoredDraft => ({
  at,
  version: 0,
  values: { name: text },
  before: { name: null },
  isPartial: false,
})

/** A browser's storage in memory: its keys are its own enumerable properties. */
function storageOf(): Storage {
  const storage = Object.create({
    getItem: (key: string) => storage[key] ?? null,
    setItem: (key: string, text: string) => {
      storage[key] = text
    },
    removeItem: (key: string) => {
      delete storage[key]
    },
  }) as Storage & Record<string, string>
  return storage
}

describe('drafts', () => {
  let storage: Storage
  let now = 0
  beforeEach(() => {
    storage = storageOf()
    now = 1_000_000
  })
  const drafts = () => createDrafts(storage, () => now)

  it('are found only by the same user for the same record', () => {
    drafts().keep(place, draft(now))
    expect(drafts().read(place)).toEqual(draft(now))
    for (const other of [{ userId: '8' }, { tenantId: '000001' }, { resource: 'letter' }, { id: '5' }])
      expect(drafts().read({ ...place, ...other })).toBeUndefined()
  })

  it('are deleted on request, at sign-out, and after a week', () => {
    drafts().keep(place, draft(now))
    drafts().drop(place)
    expect(drafts().read(place)).toBeUndefined()
    storage.setItem('mingchu:choices', '{}')
    drafts().keep(place, draft(now))
    drafts().clear({ tenantId: '000000', userId: '70' })
    expect(drafts().read(place)).toEqual(draft(now))
    drafts().clear({ tenantId: '000000', userId: '7' })
    expect(Object.keys(storage)).toEqual(['mingchu:choices'])
    drafts().keep(place, draft(now))
    now += oldestDraft + 1
    expect(drafts().read(place)).toBeUndefined()
  })

  it('are limited in number: the oldest is deleted', () => {
    for (let id = 0; id <= maxDrafts; id++) drafts().keep({ ...place, id: String(id) }, draft(now + id))
    expect(Object.keys(storage)).toHaveLength(maxDrafts)
    expect(drafts().read({ ...place, id: '0' })).toBeUndefined()
  })

  it('are not stored if they are too large, and the former shorter one is deleted', () => {
    drafts().keep(place, draft(now))
    expect(drafts().keep(place, draft(now, '长'.repeat(longestDraft)))).toBe(false)
    expect(drafts().read(place)).toBeUndefined()
  })

  it.each(['', 'null', '{', '[]', '{"at":1}', '{"at":"1","version":0,"values":{},"before":{}}'])(
    'are ignored if the storage contains %j',
    text => {
      drafts().keep(place, draft(now))
      for (const key of Object.keys(storage)) storage.setItem(key, text)
      expect(drafts().read(place)).toBeUndefined()
    },
  )
})
