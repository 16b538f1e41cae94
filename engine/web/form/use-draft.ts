import { useCallback, useEffect, useRef, useState } from 'react'
import type { DraftKey, StoredDraft } from '../data/drafts.ts'
import { useEngine } from '../data/engine-context.ts'
import type { ModelIndex } from '../data/model-source.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import type { AutosaveScope } from '../data/unsaved.ts'
import { formDraftOf, readVersionOf, resumed } from './draft-of.ts'
import type { RecordEditing } from './record-editing.ts'

type Values = Readonly<Record<string, unknown>>

/** The draft of a form in the browser, and the one that existed when the form was opened. */
export interface FormDraft {
  /** A draft that was found and neither restored nor discarded. */
  readonly offered: StoredDraft | undefined
  /** The record was saved since the draft was stored. */
  readonly isOutdated: boolean
  /** When the draft was last stored, in milliseconds since the epoch. */
  readonly keptAt: number | undefined
  /** Restores the draft. */
  take(): void
  /** Discards the draft. */
  refuse(): void
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
  { state, isDisconnected }: Pick<RecordEditing, 'state' | 'isDisconnected'>,
  record: Values,
  begins: string,
): FormDraft {
  const { drafts, session, uploads } = useEngine()
  const placeOf = useCallback(
    ({ id }: Values): DraftKey => draftKeyOf(resource.name, { tenantId, userId }, id, begins),
    [tenantId, userId, resource.name, begins],
  )
  const [offered, setOffered] = useState(() => drafts.read(placeOf(record)))
  /** The key under which a draft of this form is stored. */
  const keptPlace = useRef<DraftKey>(undefined)
  const [keptAt, setKeptAt] = useState<number>()
  /** The user decided how to leave the form: no draft is stored or removed after it. */
  const isLeft = useRef(false)
  const isDecided = offered === undefined

  useEffect(() => {
    if (!isDecided) return
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
      const draft = formDraftOf(model, resource, state.initial(), kept, Date.now())
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
  }, [placeOf, isDecided, state, isDisconnected, model, resource, drafts, session])

  /** The draft that would be stored now; includes an offered draft that was neither restored nor discarded. */
  const current = () => {
    const { initial, values } = offered
      ? resumed(resource, offered, state.initial(), state.values())
      : { initial: state.initial(), values: state.values() }
    return { draft: formDraftOf(model, resource, initial, values, Date.now()) }
  }

  return {
    offered,
    isOutdated: offered !== undefined && offered.version !== readVersionOf(record),
    keptAt,
    take: useCallback(() => {
      if (!offered) return
      const { initial, values } = resumed(
        resource,
        { ...offered, values: uploads.settled(offered.values) },
        state.initial(),
        state.values(),
      )
      setOffered(undefined)
      setKeptAt(offered.at)
      keptPlace.current = placeOf(record)
      state.begin(initial, values)
    }, [offered, resource, state, placeOf, record, uploads]),
    keepable: () => {
      const { draft } = current()
      if (!draft || !drafts.isShort(draft)) return 'none'
      return draft.isPartial ? 'part' : 'all'
    },
    keep: () => {
      const { draft } = current()
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
    refuse: useCallback(() => {
      drafts.drop(placeOf(record))
      setOffered(undefined)
    }, [placeOf, record, drafts]),
  }
}
