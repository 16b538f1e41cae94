import { Button, IconButton, Tooltip, useMediaQuery, useTheme } from '@mui/material'
import { ArrowLeft, Pencil, Trash2 } from 'lucide-react'
import { useDelete, useGetOne, useNotify, useRedirect, useRefresh, useResourceContext } from 'ra-core'
import { type ReactNode, useMemo, useState } from 'react'
import { useParams } from 'react-router'
import { typeOf } from '../../fields/index.ts'
import { webOf } from '../../fields/web.ts'
import type { Action, Field, FormGroup, Move, Resource } from '../../model/model.ts'
import { wirePath } from '../../model/names.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { useEngine } from '../data/engine-context.ts'
import { type ResourcePart, useResourcePart } from '../data/resource-part.ts'
import { useSay } from '../i18n.ts'
import { ConfirmDialog } from '../state/confirm-dialog.tsx'
import { SheetBusy, SheetFault } from '../state/sheet-state.tsx'
import { StateTag } from '../state/state-glyph.tsx'
import { LifecycleLine } from './lifecycle-line.tsx'
import { LinesTable } from './lines-table.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { isOpenStep, stepsOf } from './open-steps.ts'
import { useSurroundings } from './surroundings.ts'
import './record-form.css'
import './record-detail.css'

type Stored = Readonly<Record<string, unknown>> & { readonly id: string }

/** A record to read: its state and what can be done next, its fields in groups, its lines. */
export function RecordDetail() {
  const name = useResourceContext() ?? ''
  const { id = '' } = useParams()
  const part = useResourcePart(name)
  const record = useGetOne<Stored>(name, { id: decodeURIComponent(id) })
  const error = part.error ?? record.error
  if (error) return <SheetFault error={error} title={part.data?.resource.title[part.data.language] ?? ''} />
  if (!part.data || !record.data) return <SheetBusy />
  return <Detail part={part.data} record={record.data} />
}

function Detail({ part, record }: { part: ResourcePart; record: Stored }) {
  const { resource, language, may } = part
  const say = useSay()
  const redirect = useRedirect()
  const steps = useSteps(part, record)
  const remove = useRemoval(part, record)
  const isPhone = useMediaQuery(useTheme().breakpoints.down('sm'))
  const title = String(record[resource.display] ?? resource.title[language])
  const groups = useMemo(() => groupsOf(resource, record), [resource, record])

  return (
    <section className="sheet-form" aria-label={title}>
      <header className="sheet-head">
        <IconButton aria-label={say('form.back')} onClick={() => redirect('list', resource.name)}>
          <ArrowLeft size={16} />
        </IconButton>
        <h1>{title}</h1>
        {resource.lifecycle && <StateTag part={part} record={record} />}
        <div className="sheet-actions">
          {may.includes('delete') && (
            <Tooltip title={say('list.delete')}>
              <IconButton aria-label={say('list.delete')} onClick={remove.ask}>
                <Trash2 size={16} />
              </IconButton>
            </Tooltip>
          )}
          {may.includes('edit') && isPhone && (
            <IconButton aria-label={say('list.edit')} onClick={() => redirect('edit', resource.name, record.id)}>
              <Pencil size={20} />
            </IconButton>
          )}
          {may.includes('edit') && !isPhone && (
            <Button
              variant="outlined"
              color="inherit"
              startIcon={<Pencil size={16} />}
              onClick={() => redirect('edit', resource.name, record.id)}
            >
              {say('list.edit')}
            </Button>
          )}
          {!isPhone && steps.buttons}
        </div>
      </header>
      {resource.lifecycle && <LifecycleLine part={part} record={record} />}
      <div className="sheet-scroll">
        {groups.map(group => {
          const fields = group.fields.map(field => fieldOf(resource, field)).filter(field => field !== undefined)
          return (
            <section key={group.fields.join()} className="detail-group">
              {group.title && <h2>{group.title[language]}</h2>}
              <dl>
                {fields.map(field => (
                  <FieldShown
                    key={field.name}
                    part={part}
                    record={record}
                    field={field}
                    isTitled={field.title[language] !== group.title?.[language]}
                  />
                ))}
              </dl>
            </section>
          )
        })}
        <section className="detail-group detail-made">
          <dl>
            {['createUser', 'createTime', 'updateUser', 'updateTime'].map(name => {
              const field = fieldOf(resource, name)
              return field && <FieldShown key={name} part={part} record={record} field={field} isTitled />
            })}
          </dl>
        </section>
      </div>
      {isPhone && steps.buttons.length > 0 && <footer className="sheet-foot detail-foot">{steps.buttons}</footer>}
      {steps.dialog}
      {remove.dialog}
    </section>
  )
}

/** The form's groups, and last what a form never asks: what moves wrote, once they did. */
function groupsOf(resource: Resource, record: Stored): readonly FormGroup[] {
  const asked = new Set(resource.form.flatMap(group => group.fields))
  const written = resource.fields.filter(
    ({ name, type }) =>
      !asked.has(name) &&
      name !== resource.display &&
      name !== resource.lifecycle?.field &&
      type !== 'children' &&
      !isNothing(record[name]),
  )
  return written.length === 0 ? resource.form : [...resource.form, { fields: written.map(({ name }) => name) }]
}

const isNothing = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

interface FieldShownProps {
  readonly part: ResourcePart
  readonly record: Stored
  readonly field: Field
  /** False where the group's title says it already. */
  readonly isTitled: boolean
}

function FieldShown({ part, record, field, isTitled }: FieldShownProps) {
  const { model, language, sources } = part
  const value = record[field.name]
  const line = field.type === 'children' ? model.resources[String(field.options['of'])] : undefined
  const { Cell, Whole = Cell } = webOf(field)
  return (
    <div className={`span-${typeOf(field).span}`}>
      <dt className={isTitled ? undefined : 'said-already'}>{field.title[language]}</dt>
      <dd>
        {line ? (
          <LinesTable
            id={field.name}
            field={field}
            resource={line}
            model={model}
            language={language}
            sources={sources}
            lines={(value ?? []) as readonly Readonly<Record<string, unknown>>[]}
            errors={{}}
            disabled
            onChange={() => {}}
          />
        ) : isNothing(value) ? (
          <span className="nothing">—</span>
        ) : (
          <Whole field={field} model={model} language={language} record={record} sources={sources} value={value} />
        )}
      </dd>
    </div>
  )
}

/** The moves and actions open to this person on this record, as buttons; what they ask, as a dialog. */
function useSteps(
  part: ResourcePart,
  record: Stored,
): { readonly buttons: readonly ReactNode[]; readonly dialog: ReactNode } {
  const { resource, language } = part
  const notify = useNotify()
  const refresh = useRefresh()
  const { session } = useEngine()
  const around = useSurroundings()
  const [asking, setAsking] = useState<Move | Action>()
  const [serverErrors, setServerErrors] = useState<Readonly<Record<string, string>>>({})
  const [busy, setBusy] = useState<string>()
  const open = useMemo(
    () => stepsOf(resource).filter(step => isOpenStep(part, step, record, around())),
    [part, resource, record, around],
  )
  const forward = open.find(step => 'next' in step && isForward(part, step))

  const take = async (step: Move | Action, input: Readonly<Record<string, unknown>>) => {
    setBusy(step.name)
    setServerErrors({})
    try {
      const { method, path } = step.wire
      await session.call(`${wirePath(resource)}/${path}`, {
        method,
        body: { ...input, id: record.id, version: record['version'] },
      })
      setAsking(undefined)
      notify('notice.done', { type: 'success', messageArgs: { what: step.title[language] } })
    } catch (error) {
      const { message, body } = error as Error & { body?: { errors?: Readonly<Record<string, string>> } }
      setServerErrors(body?.errors ?? {})
      notify(message, { type: 'error' })
    } finally {
      setBusy(undefined)
      refresh()
    }
  }

  return {
    // The way forward stands last, where the eye ends.
    buttons: [...open.filter(step => step !== forward), ...(forward ? [forward] : [])].map(step => (
      <Button
        key={step.name}
        variant={step === forward ? 'contained' : 'outlined'}
        color={step === forward ? 'primary' : 'inherit'}
        loading={busy === step.name}
        disabled={busy !== undefined}
        onClick={() => (step.ask ? setAsking(step) : take(step, {}))}
      >
        {step.title[language]}
      </Button>
    )),
    dialog: asking && (
      <MoveDialog
        part={part}
        record={record}
        step={asking}
        serverErrors={serverErrors}
        isBusy={busy !== undefined}
        onClose={() => setAsking(undefined)}
        onSubmit={input => take(asking, input)}
      />
    ),
  }

  function isForward({ model }: ResourcePart, move: Move) {
    const field = resource.fields.find(one => one.name === resource.lifecycle?.field)
    const states = model.dictionaries[String(field?.options['of'])]?.entries.map(entry => entry.name) ?? []
    return move.from.some(from => states.indexOf(move.next) > states.indexOf(from))
  }
}

/** Deletion with its question, and the way back to the list. */
function useRemoval({ resource }: ResourcePart, record: Stored) {
  const say = useSay()
  const notify = useNotify()
  const redirect = useRedirect()
  const [isAsking, setAsking] = useState(false)
  const [remove, { isPending }] = useDelete()
  const confirm = () =>
    remove(
      resource.name,
      { id: record.id, previousData: record },
      {
        mutationMode: 'pessimistic',
        onSuccess: () => {
          notify('notice.deleted', { type: 'success' })
          redirect('list', resource.name)
        },
        onError: error => notify((error as Error).message, { type: 'error' }),
        onSettled: () => setAsking(false),
      },
    )
  return {
    ask: () => setAsking(true),
    dialog: isAsking && (
      <ConfirmDialog
        title={say('list.deleteTitle')}
        text={say('list.deleteSure')}
        confirm={say('list.delete')}
        isDestructive
        isBusy={isPending}
        onClose={() => setAsking(false)}
        onConfirm={confirm}
      />
    ),
  }
}
