/** Unsaved input, stored for one record at one version. */
export interface StoredDraft {
  /** When it was stored, in milliseconds since the epoch. */
  readonly at: number
  /** The record's version when typing began; 0 for a new record. */
  readonly version: number
  /** The input and the values before it, by field. */
  readonly values: Readonly<Record<string, unknown>>
  readonly before: Readonly<Record<string, unknown>>
  /** Personal fields were edited too; drafts never contain them. */
  readonly isPartial: boolean
  /** It was sent, and no response came. */
  readonly isSent?: boolean
}

/** The user, the record and the form of a draft: a record may be edited in several windows, each with its own draft. */
export interface DraftKey {
  readonly tenantId: string
  readonly userId: string
  readonly resource: string
  /** Undefined for a new record. */
  readonly id: string | undefined
  /** Distinguishes the forms of one record; any in which a draft is looked up. */
  readonly form?: string
}

/** A draft with its key. */
export interface FoundDraft extends StoredDraft {
  readonly place: DraftKey
}

/** Drafts in the browser's storage, limited in number, size and age. */
export interface Drafts {
  /** The drafts of a record by all its forms, the latest first. */
  of(place: DraftKey): readonly FoundDraft[]
  /** Returns false where it is too large to store. */
  keep(place: DraftKey, draft: StoredDraft): boolean
  /** Whether it is small enough to store. */
  isShort(draft: StoredDraft): boolean
  drop(place: DraftKey): void
  /** The number of a user's drafts. */
  count(whose: Pick<DraftKey, 'tenantId' | 'userId'>): number
  /** Drops all drafts of a user at sign-out. */
  clear(whose: Pick<DraftKey, 'tenantId' | 'userId'>): void
}

/** The most drafts; the oldest is dropped first. */
export const maxDrafts = 30
/** The longest draft, in characters; thirty of them stay well below a browser's quota. */
export const longestDraft = 60_000
/** A draft expires after a week. */
export const oldestDraft = 7 * 24 * 3_600_000
const prefix = 'mingchu:draft:'

/** Drafts in a browser storage, one key each. */
export function createDrafts(storage: Storage = window.localStorage, now: () => number = Date.now): Drafts {
  const keys = () => Object.keys(storage).filter(key => key.startsWith(prefix))
  const at = (key: string) => draftIn(storage.getItem(key))?.at ?? 0
  const tidy = () => {
    const old = keys().filter(key => now() - at(key) > oldestDraft)
    for (const key of old) storage.removeItem(key)
    const byAge = keys().sort((one, other) => at(one) - at(other))
    for (const key of byAge.slice(0, Math.max(byAge.length - maxDrafts, 0))) storage.removeItem(key)
  }
  return {
    of(place) {
      const record = keyOf({ ...place, form: '' })
      const found = keys().flatMap(key => {
        const draft = key === record || key.startsWith(`${record}:`) ? draftIn(storage.getItem(key)) : undefined
        const form = decodeURIComponent(key.slice(record.length + 1))
        return draft && now() - draft.at <= oldestDraft ? [{ ...draft, place: { ...place, form } }] : []
      })
      return found.sort((one, other) => other.at - one.at)
    },
    keep(place, draft) {
      const text = JSON.stringify(draft)
      if (text.length > longestDraft) {
        storage.removeItem(keyOf(place))
        return false
      }
      const isFirst = storage.getItem(keyOf(place)) === null
      try {
        storage.setItem(keyOf(place), text)
      } catch (cause) {
        // The browser's quota is full; other data is unaffected.
        if (cause instanceof DOMException) return false
        throw cause
      }
      // Reading all of them at every pause in typing would be too slow.
      if (isFirst) tidy()
      return true
    },
    isShort: draft => JSON.stringify(draft).length <= longestDraft,
    drop: place => storage.removeItem(keyOf(place)),
    count: whose => keys().filter(key => key.startsWith(keysOf(whose)) && now() - at(key) <= oldestDraft).length,
    clear(whose) {
      for (const key of keys()) if (key.startsWith(keysOf(whose))) storage.removeItem(key)
    },
  }
}

const keysOf = ({ tenantId, userId }: Pick<DraftKey, 'tenantId' | 'userId'>) =>
  `${prefix}${[tenantId, userId].map(encodeURIComponent).join(':')}:`

const keyOf = ({ resource, id, form, ...whose }: DraftKey) =>
  keysOf(whose) + [resource, id ?? 'new', ...(form ? [form] : [])].map(encodeURIComponent).join(':')

/** Reads a stored draft; undefined for an invalid one. */
function draftIn(text: string | null): StoredDraft | undefined {
  try {
    const kept: unknown = JSON.parse(text ?? 'null')
    return isDraft(kept) ? kept : undefined
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined
    throw cause
  }
}

function isDraft(kept: unknown): kept is StoredDraft {
  if (typeof kept !== 'object' || kept === null) return false
  const { at, version, values, before } = kept as Record<string, unknown>
  const isMap = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
  return typeof at === 'number' && typeof version === 'number' && isMap(values) && isMap(before)
}
