import { Button, IconButton } from '@mui/material'
import { ArrowLeft } from 'lucide-react'
import { useResourceContext } from 'ra-core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router'
import { contextOfPart } from '../../record/expressions.ts'
import { NoRight } from '../components/no-right.tsx'
import { SheetFault, SheetLoading } from '../components/sheet-state.tsx'
import { StateTag } from '../components/state-glyph.tsx'
import { addressOf } from '../data/addresses.ts'
import type { Stored } from '../data/delivery.ts'
import { useEngine } from '../data/engine-context.ts'
import type { ModelIndex } from '../data/model-source.ts'
import { createRecent } from '../data/recent.ts'
import { type ResourcePart, useModelIndex, useResourcePart } from '../data/resource-part.ts'
import { useListPosition } from '../data/use-list-position.ts'
import { useWholeRecord, type WholeRecord } from '../data/whole-record.ts'
import { useRecordId } from '../frame/record-id.ts'
import { useShell } from '../frame/shell-context.ts'
import { type ShownKeys, useShortcut, useShownKeys } from '../frame/shortcuts.ts'
import { useTab } from '../frame/tab-context.ts'
import { refusalReason } from '../record/allowed.ts'
import { displayOf } from '../record/display-of.ts'
import { useEvaluationContext } from '../record/evaluation-context.ts'
import { useTranslation } from '../words/i18n.ts'
import { recordWords } from '../words/record-words.ts'
import type { WordKey } from '../words/words.ts'
import { DisconnectedBar } from './disconnected-bar.tsx'
import { DraftBar, DraftMark } from './draft-bar.tsx'
import { EditedForm, SubmitButton, submitForm } from './edited-form.tsx'
import { EditingDialogs } from './editing-dialogs.tsx'
import { focusFirst, focusFirstEmpty } from './field-focus.ts'
import type { PrefillSource, PrefillSources } from './form-state.ts'
import { InvalidFields } from './invalid-fields.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { copyOfRecord, keptValues, newRecord, ownOwner } from './new-record.ts'
import { useRecordEditing } from './record-editing.ts'
import { draftKeyOf, useDraft } from './use-draft.ts'
import './form.css'

type Values = Readonly<Record<string, unknown>>

/**
 * A new record of the resource at hand. In the address `?field=value` fills fields beforehand, and `?from=<id>` copies
 * another record.
 */
export function RecordCreate() {
  const name = useResourceContext() ?? ''
  const part = useResourcePart(name)
  const me = useModelIndex()?.me
  const [search] = useSearchParams()
  const { state } = useLocation()
  const context = useEvaluationContext()
  const from = search.get('from') ?? ''
  const origin = useWholeRecord(part.data, name, from, { enabled: from !== '' })
  const error = part.error ?? (from === '' ? null : origin.error)
  if (error) return <FormFault part={part} record={origin} error={error} />
  if (part.data && !part.data.may.includes('add')) return <FormNoRight part={part.data} action="add" />
  if (!part.data || !me || (from !== '' && !origin.data)) return <SheetLoading />
  const { resource, model } = part.data
  const recent = createRecent(() => me.userId).of(`${resource.name}.${resource.owner}`)
  const place = ownOwner(resource, me, recent)
  const given = Object.fromEntries(search)
  const isRecent = me.ownerIds.length > 1 && resource.owner !== undefined && !(resource.owner in given)
  const begun = {
    part: part.data,
    me,
    prefillSources: isRecent ? Object.fromEntries(Object.keys(place).map(name => [name, 'recent' as const])) : {},
    begin: (kept: Values = {}) => newRecord(resource, contextOfPart(model, context()), { ...place, ...given, ...kept }),
  }
  if (!origin.data) {
    const { kept = {}, previous } = nextRecordIn(state)
    const prefillSources = { ...begun.prefillSources, ...prefillSourcesOf(kept, 'previous') }
    const next = { ...begun, prefillSources, ...(previous && { previous }) }
    return <RecordSheet key={search.toString()} {...next} record={begun.begin(kept)} />
  }
  const record = { ...copyOfRecord(model, resource, origin.data, context()), ...place, ...given }
  return <RecordSheet key={search.toString()} {...begun} record={record} origin={origin.data} />
}

/** The values that a new record retains from the one saved before it. */
interface NextRecord {
  readonly kept: Values
  /** Its id and its display. */
  readonly previous: Stored
}

const nextRecordIn = (state: unknown): Partial<NextRecord> =>
  typeof state === 'object' && state !== null && 'nextRecord' in state ? (state.nextRecord as NextRecord) : {}

/** The form of an existing record. */
export function RecordEdit() {
  const name = useResourceContext() ?? ''
  const id = useRecordId()
  const part = useResourcePart(name)
  const me = useModelIndex()?.me
  const record = useWholeRecord(part.data, name, id)
  const error = part.error ?? record.error
  if (error && !record.data) return <FormFault part={part} record={record} error={error} />
  // Former addresses of records that the system writes are those of a form.
  if (part.data?.resource.readOnly) return <Navigate replace to={addressOf(part.data.resource, 'show', id)} />
  if (part.data && !part.data.may.includes('edit')) return <FormNoRight part={part.data} action="edit" id={id} />
  if (!part.data || !me || !record.data) return <SheetLoading />
  return <EditableSheet key={record.data.id} part={part.data} me={me} record={record.data} />
}

/** The form of a record, or why it cannot be edited now. Decided once: an open form keeps its input. */
function EditableSheet({ part, me, record }: Omit<RecordSheetProps, 'origin'>) {
  const translate = useTranslation(recordWords)
  const navigate = useNavigate()
  const context = useEvaluationContext()
  const [why] = useState(() => refusalReason(part, 'edit', record, context()))
  if (why === undefined) return <RecordSheet part={part} me={me} record={record} />
  return (
    <NoRight title={why} help={translate('form.editNotNow')}>
      <Button onClick={() => navigate(addressOf(part.resource, 'show', String(record['id'])))}>
        {translate('form.lookAt')}
      </Button>
    </NoRight>
  )
}

interface FormFaultProps {
  readonly part: ReturnType<typeof useResourcePart>
  readonly record: WholeRecord
  readonly error: Error
}

function FormFault({ part, record, error }: FormFaultProps) {
  const title = part.data?.resource.title[part.data.language] ?? ''
  return <SheetFault error={error} title={title} retry={part.data ? record.refetch : part.refetch} />
}

interface FormNoRightProps {
  readonly part: ResourcePart
  readonly action: 'add' | 'edit'
  readonly id?: string
}

/** Shown before any input, not when the record is saved. Where the right is removed during input, its draft is kept. */
function FormNoRight({ part: { resource, language, refusals }, action, id }: FormNoRightProps) {
  const translate = useTranslation(recordWords)
  const navigate = useNavigate()
  const help = refusals[action]?.[language] ?? ''
  const kept = useHasDraft(resource.name, id) ? [translate('draft.keptWithoutRight')] : []
  return (
    <NoRight
      title={translate(`form.${action}RightTitle`, { resource: resource.title[language] })}
      help={[help, ...kept].join(language === 'zh' ? '' : ' ')}
      attempted={{ resource: resource.name, operation: action, ...(id && { id }) }}
    >
      {id !== undefined && (
        <Button onClick={() => navigate(addressOf(resource, 'show', id))}>{translate('form.lookAt')}</Button>
      )}
    </NoRight>
  )
}

/** Whether there is a draft of this form, which stores it when it is unmounted: after the first render of what replaces it. */
function useHasDraft(resource: string, id: string | undefined): boolean {
  const { drafts } = useEngine()
  const me = useModelIndex()?.me
  const [search] = useSearchParams()
  const begins = search.toString()
  const [hasDraft, setHasDraft] = useState(false)
  useEffect(() => {
    setHasDraft(me !== undefined && drafts.of(draftKeyOf(resource, me, id, begins)).length > 0)
  }, [drafts, me, resource, id, begins])
  return hasDraft
}

interface RecordSheetProps {
  readonly part: ResourcePart
  /** The user whose drafts are looked up: known before the first render, or none would be found. */
  readonly me: ModelIndex['me']
  readonly record: Values
  /** The sources of prefilled values of a new record. */
  readonly prefillSources?: PrefillSources
  /** Creates the next new record. */
  readonly begin?: (kept: Values) => Values
  /** The record from which a new one was copied. */
  readonly origin?: Values
  /** The record that was saved before this one. */
  readonly previous?: Stored
}

/** What is shown after a save: the detail, another new record, or the next one of the list. */
type Then = 'show' | 'new' | 'next'

function RecordSheet({ part, me, record, prefillSources, begin, origin, ...before }: RecordSheetProps) {
  const { resource, model, language } = part
  const translate = useTranslation(recordWords)
  const tab = useTab()
  const { lists } = useEngine()
  const then = useRef<Then>('show')
  const { fetch } = useListPosition(resource.name)
  /** Determined before the save, which may change the position of the record. */
  const followingId = useRef<Promise<string | null>>(undefined)
  /** The record saved before this one with 'save and new'. */
  const [previous, setPrevious] = useState(before.previous)
  /** The number of records begun with 'save and new' after the first. */
  const [begun, setBegun] = useState(0)
  const [search] = useSearchParams()
  const navigate = useNavigate()
  /** The next record is not a copy, and has its own page. */
  const leaveCopy = (kept: Values, { id, ...values }: Stored) => {
    const rest = new URLSearchParams(search)
    rest.delete('from')
    const names = [resource.display, `${resource.display}Name`].filter(name => name in values)
    const previous = { id, ...Object.fromEntries(names.map(name => [name, values[name]])) }
    const nextRecord: NextRecord = { kept, previous }
    const to = { pathname: addressOf(resource, 'create'), search: rest.toString() }
    navigate(to, { replace: true, state: { leaves: tab?.page, nextRecord } })
  }
  /** The next new record, if one follows. */
  const nextOf = (values: Values) => {
    if (!begin || (then.current !== 'new' && !state.hasNext())) return
    const kept = keptValues(resource, values)
    return { record: begin(kept), prefillSources: { ...prefillSources, ...prefillSourcesOf(kept, 'previous') } }
  }
  const next = () => {
    const following = origin ? undefined : nextOf(state.values())
    if (following) setBegun(count => count + 1)
    return following
  }
  const saved = (stored: Stored, { isSavingEarlier }: { readonly isSavingEarlier: boolean }) => {
    if (isSavingEarlier) return setPrevious(stored)
    const values = { ...state.values(), ...stored }
    const following = nextOf(values)
    if (following) {
      if (origin) return leaveCopy(keptValues(resource, values), stored)
      state.advance(following.record, following.prefillSources)
      state.markSaved()
      setBegun(count => count + 1)
      return setPrevious(stored)
    }
    if (then.current === 'next') void followingId.current?.then(id => goOn(stored.id, id))
    else goOn(stored.id, null)
  }
  const editing = useRecordEditing(part, record, saved, { prefillSources, next })
  const goOn = (id: string, following: string | null) =>
    void navigate(following ? addressOf(resource, 'edit', following) : addressOf(resource, 'show', id))
  const { state, groups, isNew, isInert, isSavingEarlier, isDisconnected } = editing
  const begins = search.toString()
  const form = formIdOf(resource.name, record, begins)
  const draft = useDraft(part, me, editing, record, begins)
  const nextId = isNew ? undefined : lists.positionOf(resource.name, String(record['id']))?.next
  const title = translate(isNew ? 'form.newTitle' : 'form.editTitle', { resource: resource.title[language] })
  const sub = isNew ? origin && translate('form.copyOf', { display: displayOf(part, origin) }) : displayOf(part, record)
  const press = (what: Then) => {
    then.current = what
  }
  const pressNext = () => {
    press('next')
    followingId.current = fetch(String(record['id'])).then(position => (position ? position.next : (nextId ?? null)))
  }
  const save = () => {
    press('show')
    submitForm(form)
  }
  const saveAndNew = () => {
    press('new')
    submitForm(form)
  }
  // On a phone the keyboard would cover the content.
  const awaitsCaret = useRef(!useShell().isPhone)
  useEffect(() => {
    // Once: a tab that is shown again keeps the position of its caret.
    if (awaitsCaret.current) (isNew ? focusFirstEmpty : focusFirst)(form, groups, resource, state)
    awaitsCaret.current = false
  }, [form, groups, resource, state, isNew])
  useEffect(() => {
    if (begun > 0) focusFirstEmpty(form, groups, resource, state)
  }, [begun, form, groups, resource, state])
  useShortcut({ keys: 'mod+s', title: translate('form.save') }, save)
  useShortcut({ keys: 'mod+shift+s', title: translate('form.saveAndNew'), when: begin !== undefined }, saveAndNew)
  useShownKeys(
    'field',
    useMemo(() => fieldKeys(translate), [translate]),
  )
  const list = addressOf(resource, 'list')
  const toList = () => void navigate(list)
  useShortcut({ keys: 'u', title: translate('form.back') }, toList)

  return (
    <section className="sheet-form stack min-h-0 h-full" aria-label={title} aria-busy={isInert}>
      <header className="sheet-head form-head row gap-12 fixed divided-phone">
        <IconButton aria-label={translate('form.back')} onClick={toList}>
          <ArrowLeft size={16} />
        </IconButton>
        <h1 className="truncate size-18">{title}</h1>
        {resource.state !== undefined && !isNew && <StateTag part={part} record={record} />}
        {isSavingEarlier ? (
          <span className="sheet-sub muted size-13 truncate" role="status">
            {translate('form.savingBefore')}
          </span>
        ) : previous ? (
          <span className="sheet-sub muted size-13 truncate" role="status">
            {translate('form.savedBefore')}
            <Link className="link" to={addressOf(resource, 'show', String(previous.id))}>
              {displayOf(part, previous) || resource.title[language]}
            </Link>
          </span>
        ) : (
          sub && <span className="sheet-sub muted size-13 truncate">{sub}</span>
        )}
        <DraftMark keptAt={draft.keptAt} />
      </header>
      <DraftBar draft={draft} />
      {isDisconnected && <DisconnectedBar isBusy={editing.isSaving} onRetry={editing.retry} />}
      <EditedForm className="sheet-scroll" id={form} part={part} editing={editing} />
      <footer className="sheet-foot flex items-center ruled fixed wrap-phone">
        <SubmitButton form={form} isMain isSaving={isInert} onPress={() => press('show')}>
          {translate('form.save')}
        </SubmitButton>
        {isNew && (
          <SubmitButton form={form} isSaving={isInert} keys="mod+shift+s" onPress={() => press('new')}>
            {translate('form.saveAndNew')}
          </SubmitButton>
        )}
        {nextId !== undefined && (
          <SubmitButton form={form} isSaving={isInert} onPress={pressNext}>
            {translate('form.saveAndNext')}
          </SubmitButton>
        )}
        <Button variant="text" color="inherit" onClick={() => (tab ? tab.leaveFor(list) : toList())}>
          {translate('form.cancel')}
        </Button>
        <InvalidFields state={state} resource={resource} model={model} language={language} form={form} />
      </footer>
      <LeaveGuard state={state} holder={draft} />
      <EditingDialogs part={part} editing={editing} />
    </section>
  )
}

/** The keys of choice boxes, for the shortcut sheet. */
const fieldKeys = (translate: (key: WordKey) => string): ShownKeys => [
  ['down', translate('shortcuts.open')],
  ['enter', translate('shortcuts.take')],
  ['tab', translate('shortcuts.takeOnly')],
  ['esc', translate('shortcuts.restore')],
]

const prefillSourcesOf = (values: Values, origin: PrefillSource): PrefillSources =>
  Object.fromEntries(Object.keys(values).map(name => [name, origin]))

/**
 * Several forms of one resource may be open in tabs at the same time: the id of a record's form contains the record's
 * id, that of a new record its initial values. RJSF and the links to invalid fields split ids at underscores.
 */
function formIdOf(resource: string, { id }: Values, begins: string): string {
  const which = id === undefined ? begins : String(id)
  return [resource, which.replace(/[^a-z0-9]+/gi, '-'), 'form'].filter(part => part !== '').join('-')
}
