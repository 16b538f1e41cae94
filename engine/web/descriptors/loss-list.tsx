import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import { useNotify } from 'ra-core'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { addressOf } from '../data/addresses.ts'
import { type LossView, useConfirmation, useDiscard } from '../data/descriptor-state.ts'
import { useEngine } from '../data/engine-context.ts'
import { labelsQuery } from '../data/labels-query.ts'
import { useFieldSources, useModelIndex } from '../data/resource-part.ts'
import { descriptorWords } from '../words/descriptor-words.ts'
import { figure } from '../words/figure.ts'
import { useLocalized, useTranslation } from '../words/i18n.ts'
import type { WordKey } from '../words/words.ts'
import { DescriptorsPart } from './descriptors-part.tsx'
import { useOutcome } from './use-outcome.ts'

interface LossListProps {
  readonly title: string
  readonly help: string
  readonly revision: string
  readonly losses: readonly LossView[]
  /** The files that wait for them: all losses are confirmed together, or the files discarded. Otherwise each is applied by itself. */
  readonly files?: readonly string[]
}

/** Losses with the rows that they concern. They are applied when all of them are confirmed. */
export function LossList({ title, help, revision, losses, files }: LossListProps) {
  const translate = useTranslation(descriptorWords)
  const notify = useNotify()
  const [confirmed, setConfirmed] = useState<ReadonlySet<string>>(new Set())
  const report = useOutcome()
  const { mutateAsync, isPending } = useConfirmation()
  const nameOf = ({ loss, count }: LossView) => `${loss} ${count}`
  const chosen = losses.filter(one => confirmed.has(nameOf(one)))
  const choose = (one: LossView, isChosen: boolean) => {
    const others = [...confirmed].filter(name => name !== nameOf(one))
    setConfirmed(new Set(isChosen ? [...others, nameOf(one)] : others))
  }
  const apply = () =>
    report(
      () => mutateAsync({ revision, allow: chosen.map(({ loss, count }) => ({ loss, count })) }),
      () => notify('descriptors.applied', { type: 'success' }),
    )
  return (
    <DescriptorsPart
      title={title}
      help={help}
      action={
        <>
          {files && <Discard revision={revision} />}
          <Button
            variant="contained"
            color="error"
            loading={isPending}
            disabled={files ? chosen.length < losses.length : chosen.length === 0}
            onClick={apply}
          >
            {translate('descriptors.apply', { smart_count: files ? losses.length : chosen.length })}
          </Button>
        </>
      }
    >
      {files && (
        <p className="descriptors-files flex wrap size-13 gap-y-6 gap-x-12">
          {files.map(file => (
            <code key={file}>{file}</code>
          ))}
        </p>
      )}
      <ul className="descriptors-losses boxed round-8 clip mt-12">
        {losses.map(one => (
          <LossItem key={nameOf(one)} loss={one} onChange={isChosen => choose(one, isChosen)} />
        ))}
      </ul>
    </DescriptorsPart>
  )
}

/** Returns the files to their applied texts, after a question. */
function Discard({ revision }: { revision: string }) {
  const translate = useTranslation(descriptorWords)
  const notify = useNotify()
  const report = useOutcome()
  const { mutateAsync, isPending } = useDiscard(revision)
  const [isAsked, ask] = useState(false)
  const discard = () =>
    report(
      () => mutateAsync(),
      () => notify('descriptors.discarded', { type: 'success' }),
    )
  return (
    <>
      <Button onClick={() => ask(true)}>{translate('descriptors.discardSet')}</Button>
      {isAsked && (
        <ConfirmDialog
          title={translate('descriptors.discardSet')}
          text={translate('descriptors.discardHelp')}
          confirm={translate('descriptors.discardSet')}
          isDestructive
          isBusy={isPending}
          onConfirm={discard}
          onClose={() => ask(false)}
        />
      )}
    </>
  )
}

interface ConfirmedProps {
  readonly loss: LossView
  onChange(isConfirmed: boolean): void
}

function LossItem({ loss, onChange }: ConfirmedProps) {
  const translate = useTranslation(descriptorWords)
  const localized = useLocalized()
  const [areRowsShown, showRows] = useState(false)
  const isLost = loss.mark === 'data-losing'
  const Icon = isLost ? CircleAlert : TriangleAlert
  return (
    <li data-mark={loss.mark}>
      <Icon aria-hidden />
      <div className="descriptors-loss">
        <p>
          <b>{localized(loss.what)}</b>
        </p>
        {loss.hint && <p className="descriptors-hint size-13 muted">{localized(loss.hint)}</p>}
        <Confirmation loss={loss} onChange={onChange} />
        {areRowsShown && <Rows loss={loss} />}
      </div>
      {/* The rows of access are not counted. */}
      {kindOf(loss) !== 'access' && (
        <span className="descriptors-count muted num line-20">
          {translate('descriptors.rows', { smart_count: loss.count, count: figure(loss.count) })}
        </span>
      )}
      {loss.rows.length > 0 && (
        <Button size="small" onClick={() => showRows(!areRowsShown)} aria-expanded={areRowsShown}>
          {translate(areRowsShown ? 'descriptors.hideRows' : 'descriptors.showRows')}
        </Button>
      )}
    </li>
  )
}

function Confirmation({ loss, onChange }: ConfirmedProps) {
  const Input = loss.mark === 'data-losing' ? TypedName : Understood
  return <Input loss={loss} onChange={onChange} />
}

/** What cannot be restored is confirmed by its name. */
function TypedName({ loss, onChange }: ConfirmedProps) {
  const translate = useTranslation(descriptorWords)
  const id = useId()
  return (
    <div className="row wrap muted size-13 mt-8 gap-y-6 gap-x-12">
      <label htmlFor={id}>{translate(losses[kindOf(loss)] ?? 'descriptors.loses', { name: loss.loss })}</label>
      <TextField
        id={id}
        className="w-280! max-full!"
        size="small"
        autoComplete="off"
        spellCheck={false}
        onChange={event => onChange(event.target.value.trim() === loss.loss)}
      />
    </div>
  )
}

function Understood({ loss, onChange }: ConfirmedProps) {
  const translate = useTranslation(descriptorWords)
  return (
    <FormControlLabel
      control={<Checkbox size="small" onChange={event => onChange(event.target.checked)} />}
      label={translate(consequences[kindOf(loss)] ?? 'descriptors.breaks', { count: figure(loss.count) })}
    />
  )
}

const kindOf = ({ loss }: LossView): string => loss.split(':')[0] ?? ''

/** What is lost where it cannot be restored, by its kind: otherwise values. */
const losses: Readonly<Record<string, WordKey>> = {
  key: 'descriptors.losesMeaning',
  meaning: 'descriptors.losesMeaning',
  tenant: 'descriptors.losesTenant',
}

/** What becomes of the rows, by the kind of the loss: otherwise they are invalid or cleared. */
const consequences: Readonly<Record<string, WordKey>> = {
  access: 'descriptors.widens',
  meaning: 'descriptors.changesMeaning',
  owner: 'descriptors.changesOwner',
  tenant: 'descriptors.changesTenant',
}

/** Links to the first rows; those of another tenant are named only. */
function Rows({ loss: { resource, rows, count } }: { loss: LossView }) {
  const translate = useTranslation(descriptorWords)
  const { session } = useEngine()
  const entry = useModelIndex()?.resources.find(({ name }) => name === resource)
  const own = session.person()?.tenantId
  const isShown = ({ tenantId }: LossView['rows'][number]) => tenantId === own
  const nameOf = useNames(
    entry?.name,
    rows.filter(isShown).map(({ id }) => id),
  )
  return (
    <div className="descriptors-rows size-13 mt-10">
      {rows.length < count && (
        <p className="muted mb-4">{translate('descriptors.firstRows', { count: rows.length })}</p>
      )}
      <ul className="flex wrap num scrolls max-h-200 gap-y-4 gap-x-16">
        {rows.map(({ tenantId, id, value, candidates = [] }) => (
          <li key={`${tenantId} ${id}`} className={value != null ? 'flex wrap gap-x-8 whole-line' : ''}>
            {entry && isShown({ tenantId, id }) ? (
              <Link className="accent" to={addressOf(entry, 'show', id)} title={id}>
                {nameOf(id)}
              </Link>
            ) : (
              translate('descriptors.ofTenant', { tenant: tenantId, id })
            )}
            {value != null && <q className="break">{value}</q>}
            {candidates.length > 0 && (
              <span className="muted">{translate('descriptors.candidates', { names: candidates.join(' / ') })}</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** What represents a row; the id until it is known, and where it has no such text. */
function useNames(resource: string | undefined, ids: readonly string[]): (id: string) => string {
  const sources = useFieldSources(resource ?? '')
  const isAny = resource !== undefined && ids.length > 0
  const { data = [] } = useQuery({ ...labelsQuery(sources, resource ?? '', ids), enabled: isAny })
  const names = new Map(data.map(({ id, label }) => [id, label]))
  return id => names.get(id) || id
}
