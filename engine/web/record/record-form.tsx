import { Button, IconButton } from '@mui/material'
import { ArrowLeft, CircleAlert } from 'lucide-react'
import { useCreate, useGetOne, useNotify, useRedirect, useResourceContext, useUpdate } from 'ra-core'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import type { Field, FormGroup, Resource } from '../../model/model.ts'
import { type ResourcePart, useResourcePart } from '../data/resource-part.ts'
import { useSay } from '../i18n.ts'
import { SheetBusy, SheetFault } from '../state/sheet-state.tsx'
import { StateTag } from '../state/state-glyph.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { type FormError, focusField, RecordForm } from './form.tsx'
import { useLeaveGuard } from './leave-guard.ts'
import { isSame } from './merge-record.ts'
import { useSurroundings } from './surroundings.ts'
import './record-form.css'

type Values = Readonly<Record<string, unknown>>
type Stored = Values & { readonly id: string }

/** What the data provider throws: the server's answer, its body kept. */
interface SaveFault {
  readonly status?: number
  readonly message: string
  readonly body?: { readonly errors?: Readonly<Record<string, string>>; readonly data?: { readonly theirs?: Stored } }
}

/** A new record of the resource at hand; `?field=value` in the address fills fields beforehand. */
export function RecordCreate() {
  const name = useResourceContext() ?? ''
  const part = useResourcePart(name)
  const [search] = useSearchParams()
  if (part.error) return <SheetFault error={part.error} />
  if (!part.data) return <SheetBusy />
  return <RecordSheet key={search.toString()} part={part.data} record={newRecord(part.data.resource, search)} />
}

/** The record at hand, open for change. */
export function RecordEdit() {
  const name = useResourceContext() ?? ''
  const { id = '' } = useParams()
  const part = useResourcePart(name)
  const record = useGetOne<Stored>(name, { id: decodeURIComponent(id) })
  const error = part.error ?? record.error
  if (error) return <SheetFault error={error} title={part.data?.resource.title[part.data.language] ?? ''} />
  if (!part.data || !record.data) return <SheetBusy />
  return <RecordSheet key={record.data.id} part={part.data} record={record.data} />
}

function newRecord(resource: Resource, search: URLSearchParams): Values {
  const defaults = resource.fields
    .filter(field => field.default !== undefined)
    .map(field => [field.name, field.default])
  const given = [...search].filter(([name]) => resource.fields.some(field => field.name === name))
  return Object.fromEntries([...defaults, ...given])
}

function RecordSheet({ part, record }: { part: ResourcePart; record: Values }) {
  const { resource, model, language, sources } = part
  const say = useSay()
  const notify = useNotify()
  const redirect = useRedirect()
  const around = useSurroundings()
  const [create] = useCreate()
  const [update] = useUpdate()
  const [initial, setInitial] = useState(record)
  const [values, setValues] = useState(record)
  const [serverErrors, setServerErrors] = useState<Readonly<Record<string, string>>>({})
  const [errors, setErrors] = useState<readonly FormError[]>([])
  const [theirs, setTheirs] = useState<Stored>()
  const [isSaving, setSaving] = useState(false)
  const isAnotherWanted = useRef(false)
  const isNew = initial['id'] === undefined
  const isDirty = useMemo(
    () => resource.fields.some(field => !isSame(initial[field.name], values[field.name])),
    [resource, initial, values],
  )
  const liftGuard = useLeaveGuard(isDirty)
  const form = `${resource.name}-form`
  const groups = useMemo(() => groupsFor(resource, isNew), [resource, isNew])
  const title = say(isNew ? 'form.newTitle' : 'form.editTitle', { resource: resource.title[language] })

  const change = useCallback((next: Values) => {
    setValues(before => {
      setServerErrors(said => withoutChanged(said, before, next))
      return next
    })
  }, [])

  const save = async (typed: Values) => {
    if (isSaving) return
    setSaving(true)
    setServerErrors({})
    try {
      const data = written(resource, typed)
      const saved = isNew
        ? await create(resource.name, { data }, { returnPromise: true })
        : await update(
            resource.name,
            { id: String(initial['id']), data, previousData: initial as Stored },
            { returnPromise: true, mutationMode: 'pessimistic' },
          )
      liftGuard()
      notify(isNew ? 'notice.created' : 'notice.updated', { type: 'success' })
      if (isAnotherWanted.current) startAgain()
      else redirect('show', resource.name, (saved as Stored).id)
    } catch (error) {
      refuse(error as SaveFault)
    } finally {
      setSaving(false)
    }
  }

  const startAgain = () => {
    const fresh = newRecord(resource, new URLSearchParams())
    setInitial(fresh)
    setValues(fresh)
    if (!isNew) redirect('create', resource.name)
  }

  const refuse = ({ status, message, body }: SaveFault) => {
    if (status === 409 && body?.data?.theirs) return setTheirs(body.data.theirs)
    const said = body?.errors ?? {}
    setServerErrors(said)
    notify(Object.values(said)[0] ?? message, { type: 'error' })
  }

  const merge = (merged: Values) => {
    setInitial(theirs ?? initial)
    setValues(merged)
    setTheirs(undefined)
    void save(merged)
  }

  return (
    <section className="sheet-form" aria-label={title}>
      <header className="sheet-head">
        <IconButton aria-label={say('form.back')} onClick={() => redirect('list', resource.name)}>
          <ArrowLeft size={16} />
        </IconButton>
        <h1>{title}</h1>
        {resource.lifecycle && !isNew && <StateTag part={part} record={initial} />}
        {!isNew && <span className="sheet-sub">{String(initial[resource.display] ?? '')}</span>}
      </header>
      <div className="sheet-scroll">
        <RecordForm
          id={form}
          resource={resource}
          groups={groups}
          model={model}
          language={language}
          sources={sources}
          around={around}
          initial={initial}
          values={values}
          serverErrors={serverErrors}
          disabled={isSaving}
          onChange={change}
          onSubmit={save}
          onErrors={setErrors}
        />
      </div>
      <footer className="sheet-foot">
        <Button
          type="submit"
          form={form}
          variant="contained"
          color="primary"
          loading={isSaving}
          onClick={() => {
            isAnotherWanted.current = false
          }}
        >
          {say('form.save')}
        </Button>
        {isNew && (
          <Button
            type="submit"
            form={form}
            variant="outlined"
            color="inherit"
            disabled={isSaving}
            onClick={() => {
              isAnotherWanted.current = true
            }}
          >
            {say('form.saveAndNew')}
          </Button>
        )}
        <Button variant="text" color="inherit" disabled={isSaving} onClick={() => redirect('list', resource.name)}>
          {say('form.cancel')}
        </Button>
        <WrongFields errors={errors} form={form} />
      </footer>
      {theirs && (
        <ConflictDialog
          resource={resource}
          model={model}
          language={language}
          sources={sources}
          before={initial}
          mine={values}
          theirs={theirs}
          onClose={() => setTheirs(undefined)}
          onMerge={merge}
        />
      )}
    </section>
  )
}

/** What is still wrong, each a way to its field. */
function WrongFields({ errors, form }: { errors: readonly FormError[]; form: string }) {
  const say = useSay()
  if (errors.length === 0) return null
  return (
    <p className="sheet-wrong" role="status">
      <CircleAlert size={15} aria-hidden /> {say('form.wrong', { smart_count: errors.length })}
      {errors.slice(0, 3).map(({ target, title, message }) => (
        <button key={`${target}${title}`} type="button" title={message} onClick={() => focusField(target, form)}>
          {title}
        </button>
      ))}
    </p>
  )
}

/** A new record is not asked for what the server gives; the state stands in the head. */
function groupsFor(resource: Resource, isNew: boolean): readonly FormGroup[] {
  const isHidden = (name: string) => {
    const field = resource.fields.find(one => one.name === name)
    return (
      name === resource.lifecycle?.field ||
      (isNew && field?.type !== 'children' && field !== undefined && isGivenOnly(field))
    )
  }
  return resource.form
    .map(group => ({ ...group, fields: group.fields.filter(name => !isHidden(name)) }))
    .filter(group => group.fields.length > 0)
}

const isGivenOnly = (field: Field) => field.readOnly && field.compute === undefined

/** What a save sends: fields that the Model still has and that a person writes, and what tells the version read. */
function written(resource: Resource, values: Values): Record<string, unknown> {
  const names = resource.fields.filter(field => !field.readOnly && field.compute === undefined).map(field => field.name)
  return Object.fromEntries(
    ['id', 'version', ...names].filter(name => values[name] !== undefined).map(name => [name, values[name]]),
  )
}

/** The server's word on a field holds until the field changes. */
function withoutChanged(said: Readonly<Record<string, string>>, before: Values, next: Values) {
  const kept = Object.entries(said).filter(([path]) => {
    const [name = ''] = path.split('.')
    return isSame(before[name], next[name])
  })
  return kept.length === Object.keys(said).length ? said : Object.fromEntries(kept)
}
