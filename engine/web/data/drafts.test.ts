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
    expect(drafts().of(place)).toMatchObject([draft(now)])
    for (const other of [{ userId: '8' }, { tenantId: '000001' }, { resource: 'letter' }, { id: '5' }])
      expect(drafts().of({ ...place, ...other })).toEqual([])
  })

  it('are stored for each form of a record, and found together, the latest first', () => {
    drafts().keep({ ...place, form: 'a' }, draft(now, 'A'))
    drafts().keep({ ...place, form: 'b' }, draft(now + 1, 'B'))
    drafts().keep({ ...place, resource: 'visitPlace', form: 'c' }, draft(now))
    const found = drafts().of(place)
    expect(found.map(({ values, place }) => [values['name'], place.form])).toEqual([
      ['B', 'b'],
      ['A', 'a'],
    ])
    for (const one of found) drafts().drop(one.place)
    expect(drafts().of(place)).toEqual([])
  })

  it('are deleted on request, at sign-out, and after a week', () => {
    drafts().keep(place, draft(now))
    drafts().drop(place)
    expect(drafts().of(place)).toEqual([])
    storage.setItem('mingchu:choices', '{}')
    drafts().keep(place, draft(now))
    drafts().clear({ tenantId: '000000', userId: '70' })
    expect(drafts().of(place)).toMatchObject([draft(now)])
    drafts().clear({ tenantId: '000000', userId: '7' })
    expect(Object.keys(storage)).toEqual(['mingchu:choices'])
    drafts().keep(place, draft(now))
    now += oldestDraft + 1
    expect(drafts().of(place)).toEqual([])
  })

  it('are limited in number: the oldest is deleted', () => {
    for (let id = 0; id <= maxDrafts; id++) drafts().keep({ ...place, id: String(id) }, draft(now + id))
    expect(Object.keys(storage)).toHaveLength(maxDrafts)
    expect(drafts().of({ ...place, id: '0' })).toEqual([])
  })

  it('are not stored if they are too large, and the former shorter one is deleted', () => {
    drafts().keep(place, draft(now))
    expect(drafts().keep(place, draft(now, '长'.repeat(longestDraft)))).toBe(false)
    expect(drafts().of(place)).toEqual([])
  })

  it.each(['', 'null', '{', '[]', '{"at":1}', '{"at":"1","version":0,"values":{},"before":{}}'])(
    'are ignored if the storage contains %j',
    text => {
      drafts().keep(place, draft(now))
      for (const key of Object.keys(storage)) storage.setItem(key, text)
      expect(drafts().of(place)).toEqual([])
    },
  )
})
