import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { CircleAlert, Plus, X } from 'lucide-react'
import { useEffect, useId, useMemo, useState } from 'react'
import type { FieldSources } from '../../fields/field-web.ts'
import { UnreadMessage } from '../../fields/unread-message.tsx'
import { isAwaiting, isUnread } from '../../fields/unread-text.ts'
import { withUploaded } from '../../fields/uploads.ts'
import { webOf } from '../../fields/web.ts'
import type { Field } from '../../model/model.ts'
import { bulkFields } from '../../record/bulk-fields.ts'
import { isEmptyValue } from '../../record/empty-value.ts'
import { SheetDialog } from '../components/dialog.tsx'
import type { ResourcePart } from '../data/resource-part.ts'
import { recordCheck } from '../form/record-check.ts'
import { useEvaluationContext } from '../record/evaluation-context.ts'
import { useTranslation } from '../words/i18n.ts'
import { recordWords } from '../words/record-words.ts'
import { workWords } from '../words/work-words.ts'
import { type Asked, useQuestion } from './work-dialog.tsx'
import '../look/field.css'
import './bulk.css'
import { useMenu } from '../components/use-menu.ts'

type Values = Readonly<Record<string, unknown>>

export interface BulkEditDialogProps extends Asked {
  /** Which of them cannot be edited, as a sentence. */
  readonly note?: string
  onClose(): void
  onSubmit(values: Values): void
}

/** Dialog to choose fields and one value for each, for all selected records. */
export function BulkEditDialog(props: BulkEditDialogProps) {
  const { part, count, note = '', onClose, onSubmit } = props
  const translate = useTranslation(recordWords, workWords)
  const id = useId()
  const { resource, language } = part
  const all = useMemo(() => bulkFields(resource), [resource])
  const [names, setNames] = useState<readonly string[]>([])
  const [values, setValues] = useState<Values>({})
  const [emptied, setEmptied] = useState<ReadonlySet<string>>(new Set())
  const [hasTried, setTried] = useState(false)
  const { uploads } = part.sources
  useEffect(() => uploads.onArrival((place, link) => setValues(now => withUploaded(now, place, link))), [uploads])
  const chosen = names.flatMap(name => all.filter(field => field.name === name)).map(field => asked(field, names))
  const wrong = useWrong(part, chosen, values, emptied)
  const given = Object.fromEntries(names.map(name => [name, emptied.has(name) ? null : values[name]]))
  const settled = useSettled(names.length > 0 && wrong.size === 0 ? given : undefined)
  const { below, isHeld } = useQuestion(props, settled && { kind: 'update', values: settled }, {
    isUnfilled: !settled,
    lines: names.length,
  })
  const [isSubmitting, setSubmitting] = useState(false)
  // Once what was typed in the same moment is in the values, and what is being looked up is known.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values say when
  useEffect(() => {
    if (!isSubmitting || isAwaiting(values)) return
    setSubmitting(false)
    if (names.length === 0 || wrong.size > 0 || isHeld) return
    onSubmit(given)
  }, [isSubmitting, values])
  const submit = () => {
    setTried(true)
    setSubmitting(true)
  }
  const drop = (name: string) => {
    setNames(names.filter(one => one !== name))
    setEmptied(new Set([...emptied].filter(one => one !== name)))
  }
  return (
    <SheetDialog
      title={translate('bulk.editTitle', { resource: resource.titles[language] })}
      help={`${translate('bulk.editHelp', { count })}${note}`}
      width={800}
      isUnsaved={names.length > 0}
      onClose={onClose}
      onSave={submit}
      foot={close => (
        <>
          <Button variant="outlined" color="inherit" onClick={close}>
            {translate('form.cancel')}
          </Button>
          <Button variant="contained" color="primary" disabled={names.length === 0 || isHeld} onClick={submit}>
            {translate('bulk.editSubmit', { count })}
          </Button>
        </>
      )}
    >
      <div className="stack gap-16 min-h-120">
        {chosen.map(field => (
          <ChosenField
            key={field.name}
            id={`${id}-${field.name}`}
            part={part}
            field={field}
            record={values}
            isEmptied={emptied.has(field.name)}
            error={hasTried || isSettledUnread(values[field.name]) ? wrong.get(field.name) : undefined}
            onChange={value => setValues(before => ({ ...before, [field.name]: value }))}
            onEmpty={isEmptied => {
              const next = new Set(emptied)
              if (isEmptied) next.add(field.name)
              else next.delete(field.name)
              setEmptied(next)
            }}
            onDrop={() => drop(field.name)}
          />
        ))}
        {names.length < all.length && (
          <FieldMenu
            fields={all.filter(({ name }) => !names.includes(name))}
            part={part}
            onPick={name => setNames([...names, name])}
          />
        )}
      </div>
      {names.length > 0 && below}
    </SheetDialog>
  )
}

/** Milliseconds without a change after which values are counted. */
const pause = 400

/** Debounced values; undefined while they are incomplete. */
function useSettled(values: Values | undefined): Values | undefined {
  const text = values && JSON.stringify(values)
  const [settled, setSettled] = useState<string>()
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause)
    return () => clearTimeout(timer)
  }, [text])
  return useMemo(
    () => (settled === undefined || settled !== text ? undefined : (JSON.parse(settled) as Values)),
    [settled, text],
  )
}

/**
 * A field as this dialog shows it. The server checks conditions and choices that depend on fields outside the dialog.
 */
function asked({ when: _when, reads = [], ...field }: Field, chosen: readonly string[]): Field {
  return reads.every(name => chosen.includes(name)) ? { ...field, reads } : field
}

/** Sources without a record: the selected records differ, so no choice depends on one. */
const unnarrowed = (sources: FieldSources): FieldSources => ({
  ...sources,
  options: (field, search) => sources.options(field, search),
  level: (field, parent, _record, from) => sources.level(field, parent, undefined, from),
})

/** The errors of each chosen field, by the form's own checks. */
function useWrong(part: ResourcePart, chosen: readonly Field[], values: Values, emptied: ReadonlySet<string>) {
  const translate = useTranslation(recordWords, workWords)
  const context = useEvaluationContext()
  const { resource, model, language } = part
  const wrong = new Map<string, string>()
  const given = chosen.filter(({ name }) => !emptied.has(name))
  const edited = { ...resource, fields: given, lifecycle: undefined, form: [{ fields: given.map(({ name }) => name) }] }
  const record = Object.fromEntries(given.map(({ name }) => [name, values[name]]))
  for (const { path, message } of recordCheck(model, edited, language, context).errors(record, {}))
    if (!wrong.has(String(path[0]))) wrong.set(String(path[0]), message)
  for (const { name, required } of given) {
    if (isEmptyValue(values[name]) && !required) wrong.set(name, translate('bulk.noValue'))
  }
  return wrong
}

const isSettledUnread = (value: unknown) => isUnread(value) && value.awaited === undefined

interface ChosenFieldProps {
  readonly id: string
  readonly part: ResourcePart
  readonly field: Field
  readonly record: Values
  readonly isEmptied: boolean
  readonly error: string | undefined
  onChange(value: unknown): void
  onEmpty(isEmptied: boolean): void
  onDrop(): void
}

function ChosenField({ id, part, field, record, isEmptied, error, onChange, onEmpty, onDrop }: ChosenFieldProps) {
  const translate = useTranslation(recordWords, workWords)
  const { model, language } = part
  const sources = useMemo(() => (field.reads ? part.sources : unnarrowed(part.sources)), [field.reads, part.sources])
  const { Input } = webOf(field)
  const value = record[field.name]
  const title = field.title[language]
  return (
    <div className="field">
      <div className="bulk-field-head row gap-12 muted text-13 min-h-28 mb-2">
        <label htmlFor={id} id={`${id}-label`}>
          {title}
        </label>
        {!field.required && (
          <label className="row gap-6 press min-h-28 tap-44-phone">
            <input
              type="checkbox"
              className="check-box block round-4 paper press"
              checked={isEmptied}
              onChange={event => onEmpty(event.target.checked)}
            />
            {translate('bulk.setEmpty')}
          </label>
        )}
        <IconButton size="small" aria-label={translate('bulk.dropField', { field: title })} onClick={onDrop}>
          <X size={14} />
        </IconButton>
      </div>
      <Input
        id={id}
        field={field}
        model={model}
        language={language}
        sources={sources}
        record={record}
        value={isEmptied || isUnread(value) ? null : value}
        {...(!isEmptied && isUnread(value) && { unread: value })}
        disabled={isEmptied}
        invalid={error !== undefined}
        describedBy={`${id}-note`}
        labelledBy={`${id}-label`}
        onChange={onChange}
      />
      <div id={`${id}-note`}>
        {error ? (
          <p className="field-error gap-4 mt-4 size-12 line-18 late" role="alert">
            <CircleAlert size={13} aria-hidden />
            {isUnread(value) && !isEmptied && error === value.message[language] ? (
              <UnreadMessage id={id} field={field} unread={value} language={language} onChoose={onChange} />
            ) : (
              error
            )}
          </p>
        ) : (
          field.help && <p className="field-help gap-4 mt-4 size-12 line-18 quiet">{field.help[language]}</p>
        )}
      </div>
    </div>
  )
}

interface FieldMenuProps {
  readonly fields: readonly Field[]
  readonly part: ResourcePart
  onPick(name: string): void
}

function FieldMenu({ fields, part, onPick }: FieldMenuProps) {
  const translate = useTranslation(recordWords, workWords)
  const { opener, menu, choose } = useMenu()
  return (
    <div>
      <Button variant="outlined" color="inherit" startIcon={<Plus size={16} />} {...opener}>
        {translate('bulk.addField')}
      </Button>
      {menu.open && (
        <Menu {...menu}>
          {fields.map(({ name, title }) => (
            <MenuItem key={name} onClick={choose(() => onPick(name))}>
              {title[part.language]}
            </MenuItem>
          ))}
        </Menu>
      )}
    </div>
  )
}
