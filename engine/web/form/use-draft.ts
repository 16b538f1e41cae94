import { useCallback, useEffect, useRef, useState } from 'react'
import { newRequestKey } from '../data/delivery.ts'
import type { DraftKey, FoundDraft, StoredDraft } from '../data/drafts.ts'
import { useEngine } from '../data/engine-context.ts'
import type { ModelIndex } from '../data/model-source.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import type { AutosaveScope } from '../data/unsaved.ts'
import { formDraftOf, isOffered, readVersionOf, resumed } from './draft-of.ts'
import type { RecordEditing } from './record-editing.ts'

type Values = Readonly<Record<string, unknown>>

/** The draft of a form in the browser, and those that existed when the form was opened. */
export interface FormDraft {
  /** Drafts that were found and neither restored nor discarded, the latest first. */
  readonly offered: readonly FoundDraft[]
  /** Whether the record was saved since a draft was stored. */
  isOutdated(draft: StoredDraft): boolean
  /** When the draft was last stored, in milliseconds since the epoch. */
  readonly keptAt: number | undefined
  /** Restores a draft, which becomes the one of this form. */
  take(draft: FoundDraft): void
  /** Discards a draft. */
  refuse(draft: FoundDraft): void
  /** Discards the input and its draft. */
  giveUp(): void
  /** Stores the draft now, for the next time the form is opened, and stores nothing after it. */
  keep(): void
  keepable(): AutosaveScope
}

/** Milliseconds after a key stroke at which the draft is stored. */
const writeDelay = 800

/** The key of the draft of a form; `begins` distinguishes new records by their initial values. */
export const draftKeyOf = (
  resource: string,
  { tenantId, userId }: Pick<DraftKey, 'tenantId' | 'userId'>,
  id: unknown,
  begins: string,
): DraftKey => ({ tenantId, userId, resource, id: id === undefined ? begins || undefined : String(id) })

/** Stores a draft until the form is saved or discarded. */
export function useDraft(
  { resource, model }: ResourcePart,
  { tenantId, userId }: ModelIndex['me'],
  { state, check, isDisconnected }: Pick<RecordEditing, 'state' | 'check' | 'isDisconnected'>,
  record: Values,
  begins: string,
): FormDraft {
  const { drafts, session, uploads } = useEngine()
  const [form] = useState(newRequestKey)
  const placeOf = useCallback(
    ({ id }: Values): DraftKey => ({ ...draftKeyOf(resource.name, { tenantId, userId }, id, begins), form }),
    [tenantId, userId, resource.name, begins, form],
  )
  const [offered, setOffered] = useState(() =>
    drafts.of(placeOf(record)).filter(draft => isOffered(resource, draft, record)),
  )
  /** The key under which a draft of this form is stored. */
  const keptPlace = useRef<DraftKey>(undefined)
  const [keptAt, setKeptAt] = useState<number>()
  /** The user decided how to leave the form: no draft is stored or removed after it. */
  const isLeft = useRef(false)

  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined
    let kept = state.values()
    const drop = () => {
      clearTimeout(waiting)
      waiting = undefined
      kept = state.values()
      if (keptPlace.current) drafts.drop(keptPlace.current)
      keptPlace.current = undefined
      setKeptAt(undefined)
    }
    const keep = () => {
      // A record that was stored in the meantime is no longer new.
      const place = placeOf(state.initial())
      if (keptPlace.current?.id !== place.id) drop()
      clearTimeout(waiting)
      waiting = undefined
      kept = state.values()
      const draft = formDraftOf(model, resource, state.initial(), check.entered(kept), Date.now())
      const isKept = draft !== undefined && drafts.keep(place, { ...draft, isSent: isDisconnected })
      keptPlace.current = isKept ? place : undefined
      setKeptAt(isKept ? draft.at : undefined)
    }
    const follow = () => {
      // The draft of a record that is being saved stays until it is stored.
      if (isLeft.current || state.isSavingEarlier()) return
      if (!state.isDirty()) drop()
      else if (state.values() !== kept) waiting ??= setTimeout(keep, writeDelay)
    }
    const hurry = () =>
      waiting !== undefined && !isLeft.current && !state.isSavingEarlier() && session.person() !== undefined && keep()
    const stop = state.watch(follow)
    if (isDisconnected) keep()
    window.addEventListener('pagehide', hurry)
    return () => {
      stop()
      window.removeEventListener('pagehide', hurry)
      hurry()
      clearTimeout(waiting)
    }
  }, [placeOf, state, check, isDisconnected, model, resource, drafts, session])

  /** The draft that would be stored now. */
  const current = () => formDraftOf(model, resource, state.initial(), check.entered(state.values()), Date.now())
  const without = (draft: FoundDraft) => {
    drafts.drop(draft.place)
    setOffered(before => before.filter(one => one !== draft))
  }

  return {
    offered,
    isOutdated: ({ version }) => version !== readVersionOf(record),
    keptAt,
    take(draft) {
      const settled = { ...draft, values: uploads.settled(draft.values) }
      const { initial, values } = resumed(resource, settled, state.initial(), state.values())
      const { place: _, ...stored } = draft
      keptPlace.current = drafts.keep(placeOf(record), stored) ? placeOf(record) : undefined
      without(draft)
      setKeptAt(draft.at)
      state.begin(initial, values)
    },
    keepable: () => {
      const draft = current()
      if (!draft || !drafts.isShort(draft)) return 'none'
      return draft.isPartial ? 'part' : 'all'
    },
    keep: () => {
      const draft = current()
      if (draft) drafts.keep(placeOf(state.initial()), { ...draft, isSent: isDisconnected })
      // This draft is not removed when the form closes.
      keptPlace.current = undefined
      isLeft.current = true
    },
    giveUp: useCallback(() => {
      isLeft.current = true
      if (keptPlace.current) drafts.drop(keptPlace.current)
      keptPlace.current = undefined
    }, [drafts]),
    refuse: without,
  }
}
