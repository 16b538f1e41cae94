import { useQueryClient } from '@tanstack/react-query'
import { useDataProvider, useNotify } from 'ra-core'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { hasLines } from '../../fields/traits.ts'
import type { FormGroup } from '../../model/model.ts'
import { warningsIn } from '../data/acknowledgement.ts'
import { hasNoResponse, hasSameContent, type Sent, type Stored, useDelivery } from '../data/delivery.ts'
import { statusOf } from '../data/request-fault.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { displayOf } from '../record/display-of.ts'
import { useTargetContext } from '../record/use-target-context.ts'
import { useTranslation } from '../words/i18n.ts'
import type { WordKey } from '../words/words.ts'
import { afterPointerRelease, typingPause } from './after-pointer-release.ts'
import { useCarried, useCarrying } from './carried-form.ts'
import { createFormState, type FormState, type PrefillSources } from './form-state.ts'
import { lookedUp } from './look-up.ts'
import { type RecordCheck, recordCheck } from './record-check.ts'
import { carriedInput, type FormModel } from './removed-input.ts'
import { groupsFor, submittedRecord } from './written-record.ts'

type Values = Readonly<Record<string, unknown>>

/** One wish to save. */
interface SaveRequest {
  readonly isNew: boolean
  readonly body: Values
  /** The Model whose names the body has. */
  readonly made: FormModel
}

/** A record that is being edited and saved, with the conflicts of its save. */
export interface RecordEditing {
  readonly state: FormState
  readonly check: RecordCheck
  readonly groups: readonly FormGroup[]
  readonly isNew: boolean
  readonly isDirty: boolean
  readonly isSaving: boolean
  /** Disabled while saving. */
  readonly isInert: boolean
  /** Records before this one are still being saved. */
  readonly isSavingEarlier: boolean
  /** The server was not reached; the request is retried automatically. */
  readonly isDisconnected: boolean
  /** The other version, where another user saved first. */
  readonly theirs: Values | undefined
  /** Another user deleted the record meanwhile. */
  readonly isGone: boolean
  submit(values: Values): void
  /** Retries the unanswered request. */
  retry(): void
  /** Saves the merged record. */
  merge(merged: Values): void
  /** Returns to the input without a decision. */
  goBack(): void
  /** Saves a deleted record as a new one. */
  saveAsNew(): void
}

interface Saved {
  readonly wasNew: boolean
  /** Whether the next record was begun while this one was being saved. */
  readonly isSavingEarlier: boolean
}

interface EditingOptions {
  readonly prefillSources?: PrefillSources | undefined
  /** Returns the record that is edited while this one is being saved; without it, the form is disabled until then. */
  next?(): { readonly record: Values; readonly prefillSources: PrefillSources } | undefined
}

/** The data provider's error, with the server's response body. */
interface SaveFault {
  readonly status?: number
  readonly message: string
  readonly body?: {
    readonly errors?: Readonly<Record<string, string>>
    readonly data?: { readonly theirs?: Values }
    readonly reason?: string
  }
}

/**
 * Edits and saves one record: validates it, sends it with an idempotency key, and merges it with changes of other users.
 */
export function useRecordEditing(
  part: ResourcePart,
  record: Values,
  onSaved: (stored: Stored, saved: Saved) => void,
  { prefillSources, next }: EditingOptions = {},
): RecordEditing {
  const { resource, model, language } = part
  const notify = useNotify()
  const doneMessage = useDoneMessage()
  const provider = useDataProvider()
  const queries = useQueryClient()
  const context = useTargetContext(resource.name)
  const check = useMemo(() => recordCheck(model, resource, language, context), [model, resource, language, context])
  const carried = useCarried(resource)
  const [state] = useState(
    () => carried ?? createFormState(resource, check, record, afterPointerRelease, prefillSources),
  )
  useCarrying(part, state)
  useEffect(() => state.follow(resource, check), [state, resource, check])
  const isDirty = useSyncExternalStore(state.watch, state.isDirty)
  const isSavingEarlier = useSyncExternalStore(state.watch, state.isSavingEarlier)
  const isNew = useSyncExternalStore(state.watch, () => state.initial()['id'] === undefined)
  const groups = useMemo(() => groupsFor(resource, isNew), [resource, isNew])
  /** Whether the record in the form is being saved, or only others. */
  const [saving, setSaving] = useState<'this' | 'others'>()
  /** No record follows the saved one. */
  const [isLast, setLast] = useState(false)
  const [theirs, setTheirs] = useState<Values>()
  const [isGone, setGone] = useState(false)
  const isBusy = useRef(false)
  /** Records to be saved once the one before them is. */
  const waiting = useRef<(() => Promise<void>)[]>([])

  const name = resource.name
  const delivery = useDelivery(
    async ({ key, isNew, body }: Sent<SaveRequest>) => {
      const meta = { key }
      const { data } = isNew
        ? await provider.create(name, { data: body, meta })
        : await provider.update(name, { id: String(body['id']), data: body, previousData: body as Stored, meta })
      return data as Stored
    },
    () => retry(),
  )
  const { isDisconnected } = delivery

  const finish = (stored: Stored, { wasNew, isSavingEarlier }: Saved, values = state.values()) => {
    queries.setQueryData([name, 'getOne', { id: stored.id, meta: undefined }], stored)
    void queries.invalidateQueries({ queryKey: [name] })
    const what = displayOf(part, { ...values, ...stored })
    notify(doneMessage(wasNew ? 'notice.created' : 'notice.updated', what), { type: 'success' })
    state.markSaved()
    onSaved(stored, { wasNew, isSavingEarlier })
  }

  const submitted = (values: Values) => submittedRecord(model, resource, check.shown(values, state.initial()))

  /**
   * An earlier request was stored after all: the form continues from that version. Returns whether everything is saved.
   */
  const settled = (stored: Stored, attempt: Sent<SaveRequest>): boolean => {
    const { id, version } = stored
    const typed = { ...state.values(), id, version: version ?? null }
    const sent = carriedInput(attempt.made, part, {}, attempt.body).values
    if (hasSameContent(submitted(typed), sent)) {
      finish(stored, { wasNew: attempt.isNew, isSavingEarlier: false })
      return true
    }
    state.begin({ ...stored }, typed)
    return false
  }

  const attempt = async (what: 'this' | 'others', work: () => Promise<void>): Promise<void> => {
    if (isBusy.current) return void (state.isSavingEarlier() && waiting.current.push(() => attempt(what, work)))
    isBusy.current = true
    setSaving(what)
    try {
      await work()
    } catch (error) {
      if (state.isSavingEarlier()) await typingPause()
      refuse(error as SaveFault)
    } finally {
      isBusy.current = false
    }
    const following = waiting.current.shift()
    if (following) return following()
    setSaving(undefined)
    setLast(false)
  }
  /** Saves the input, or `ahead`, a record after which the next one was begun. */
  const send = async (ahead?: Values) => {
    const open = delivery.unanswered()
    if (open && settled(await delivery.settle(), open)) return
    const typed = ahead ?? state.values()
    const found = await lookedUp(resource.fields, { ...part, record: typed })
    const hasFound = Object.keys(found).length > 0
    const { values, errors } = hasFound ? state.settleTexts(found) : { values: typed, errors: [] }
    if (errors.length > 0) {
      if (state.isSavingEarlier()) await typingPause()
      return comeBack()
    }
    const wasNew = values['id'] === undefined
    const request = { isNew: wasNew, body: submitted(values), made: { model, resource } }
    finish(await delivery.send(request), { wasNew, isSavingEarlier: ahead !== undefined }, values)
  }
  const submit = () => {
    if (isLast) return
    const values = state.values()
    const isWaiting = delivery.unanswered() !== undefined && !state.isSavingEarlier()
    const following = isWaiting || values['id'] !== undefined ? undefined : next?.()
    if (following) state.advance(following.record, following.prefillSources)
    setLast(!following)
    void attempt(following ? 'others' : 'this', () => send(following && values))
  }
  /** Shows the record again that could not be saved. */
  const comeBack = () => {
    waiting.current = []
    if (state.isSavingEarlier()) notify('form.cameBack', { type: 'error' })
    state.restoreRefused()
  }
  const refuse = (error: SaveFault) => {
    comeBack()
    const { message, body } = error
    const status = statusOf(error)
    if (hasNoResponse(error)) return
    if (status === 401) return notify('signInAgain.notSaved', { type: 'error' })
    if (status === 409 && body?.data?.theirs) return setTheirs(body.data.theirs)
    // The user returned to the input instead of acknowledging.
    if (warningsIn(error)) return
    if (status === 404 && state.initial()['id'] !== undefined) return setGone(true)
    const errors = body?.errors ?? {}
    // A name may have changed a moment ago: the form follows the Model.
    if (status === 400 && Object.keys(errors).length === 0) void queries.invalidateQueries({ queryKey: ['engine'] })
    state.setServerErrors(errors)
    // Errors of fields are shown at the fields and in the footer of the form.
    if (Object.keys(errors).length === 0) notify(message, { type: 'error' })
  }

  const retry = () =>
    void attempt('others', async () => {
      const open = delivery.unanswered()
      if (open && !settled(await delivery.settle(), open)) notify('form.savedEarlier', { type: 'info' })
    })

  return {
    state,
    check,
    groups,
    isNew,
    isDirty,
    isSaving: saving !== undefined,
    isInert: !isDisconnected && (isLast || saving === 'this'),
    isSavingEarlier,
    isDisconnected,
    theirs,
    isGone,
    submit,
    retry,
    merge(merged) {
      state.begin(theirs ?? state.initial(), check.computed(merged))
      setTheirs(undefined)
      void attempt('this', () => send())
    },
    goBack: useCallback(() => {
      setTheirs(undefined)
      setGone(false)
    }, []),
    saveAsNew() {
      const { id: _, version: __, ...typed } = state.values()
      const lines = resource.fields.filter(hasLines).map(field => field.name)
      const fresh = lines.map(line => [line, ((typed[line] ?? []) as readonly Values[]).map(withoutId)])
      state.begin({}, { ...typed, ...Object.fromEntries(fresh) })
      setGone(false)
      void attempt('this', () => send())
    },
  }
}

const withoutId = ({ id: _, version: __, ...line }: Values): Values => line

/** A success message with the record's name: `新增成功：YJ202611-0003`. */
function useDoneMessage(): (done: WordKey, what: string) => string {
  const translate = useTranslation()
  return (done, what) => (what === '' ? translate(done) : translate('notice.doneTo', { done: translate(done), what }))
}
