// Its index would bring a validator that needs eval.
import Form from '@rjsf/core/lib/components/Form.js'
import type {
  FieldProps,
  FieldTemplateProps,
  ObjectFieldTemplateProps,
  RJSFSchema,
  Field as RjsfField,
  UiSchema,
  ValidatorType,
} from '@rjsf/utils'
import { CircleAlert } from 'lucide-react'
import { useNotify } from 'ra-core'
import { memo, type ReactNode, type SyntheticEvent, useCallback, useMemo, useRef, useSyncExternalStore } from 'react'
import type { FieldSources } from '../../fields/field-web.ts'
import { typeOf } from '../../fields/index.ts'
import { webOf } from '../../fields/web.ts'
import type { Field, FormGroup, Language, Model, Resource } from '../../model/model.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { useSay } from '../i18n.ts'
import { focusField, targetOf } from './field-focus.ts'
import type { FormState } from './form-state.ts'
import { type LineErrors, LinesTable } from './lines-table.tsx'
import type { RecordCheck } from './record-check.ts'
import type { RecordError } from './record-error.ts'
import './form.css'

type Values = Readonly<Record<string, unknown>>

export interface RecordFormProps {
  /** Without an underscore: RJSF parts its ids there. */
  readonly id: string
  readonly resource: Resource
  readonly groups: readonly FormGroup[]
  readonly model: Model
  readonly language: Language
  readonly sources: FieldSources
  readonly check: RecordCheck
  readonly state: FormState
  /** Given what was typed, once nothing is wrong with it. */
  onSubmit(values: Values): void
}

/** What every field of the form is told; stable between key strokes. */
type FormContext = Omit<RecordFormProps, 'onSubmit'>

/**
 * The record's form, drawn by RJSF from the Model: groups on 24 columns, a field's own input in each place. RJSF
 * lays out; values and messages live in the form's state, which each field follows for itself.
 * The one file that knows RJSF, so that it stays out of the first load.
 */
export const RecordForm = memo(function RecordForm(props: RecordFormProps) {
  const { id, resource, groups, model, language, sources, check, state, onSubmit } = props
  const { schema, uiSchema } = useMemo(() => schemasOf(resource, groups, language), [resource, groups, language])
  const context = useMemo<FormContext>(
    () => ({ id, model, resource, groups, language, sources, check, state }),
    [id, model, resource, groups, language, sources, check, state],
  )
  const refuse = useRefusal(id)
  const latest = useRef(onSubmit)
  latest.current = onSubmit
  const submit = useCallback(() => {
    const [first] = state.attempt()
    if (first) refuse(first)
    else latest.current(state.values())
  }, [state, refuse])
  return (
    // What a dialog of one of the fields submits is its own affair.
    <div onSubmit={stop}>
      <Form<Values>
        id={id}
        idPrefix={id}
        schema={schema}
        uiSchema={uiSchema}
        validator={validator}
        formData={nothing}
        formContext={context}
        fields={fields}
        templates={templates}
        showErrorList={false}
        noHtml5Validate
        noValidate
        experimental_componentUpdateStrategy="shallow"
        experimental_defaultFormStateBehavior={{ emptyObjectFields: 'skipDefaults' }}
        onSubmit={submit}
      />
    </div>
  )
})

const stop = (event: SyntheticEvent) => event.stopPropagation()
const nothing: Values = {}

/** Records are checked by `recordCheck`, as on the server; whatever RJSF asks of a validator has one answer. */
const validator: ValidatorType<Values> = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  isValid: () => true,
  rawValidation: () => ({ errors: undefined }),
}
const fields: Readonly<Record<string, RjsfField>> = { engine: EngineField as RjsfField, lines: LinesField as RjsfField }
const templates = { FieldTemplate: FieldFrame, ObjectFieldTemplate: Groups }

/** RJSF is told names and titles only. */
function schemasOf(resource: Resource, groups: readonly FormGroup[], language: Language) {
  const shown = groups.flatMap(group => group.fields).flatMap(name => fieldOf(resource, name) ?? [])
  const schema: RJSFSchema = {
    type: 'object',
    properties: Object.fromEntries(shown.map(field => [field.name, { title: field.title[language] }])),
    required: shown.filter(field => field.required && !field.readOnly).map(field => field.name),
  }
  const inputs = Object.fromEntries(
    shown.map(field => [
      field.name,
      {
        'ui:field': field.type === 'children' ? 'lines' : 'engine',
        'ui:readonly': isGiven(field),
        'ui:help': field.help?.[language],
      },
    ]),
  )
  // The save button stands in the sheet's foot.
  const uiSchema: UiSchema = { ...inputs, 'ui:submitButtonOptions': { norender: true } }
  return { schema, uiSchema }
}

const isGiven = (field: Field) => field.readOnly || field.compute !== undefined

const useValue = (state: FormState, name: string) => useSyncExternalStore(state.watch, () => state.values()[name])
const useErrors = (state: FormState, name: string) => useSyncExternalStore(state.watch, () => state.errorsOf(name))

type EngineProps = FieldProps<unknown, RJSFSchema, FormContext>

/** One field of the record, by its type's own input. */
function EngineField({ name, fieldPathId, readonly, registry }: EngineProps) {
  const { model, resource, language, sources, state } = registry.formContext
  const field = fieldOf(resource, name)
  if (!field) throw new Error(`The form asks for "${name}", which "${resource.name}" lacks.`)
  const { Input, Cell } = webOf(field)
  const id = fieldPathId.$id
  const value = useValue(state, name)
  const isWrong = useErrors(state, name).length > 0
  // Only what depends on other fields is drawn again when they change; a name beside a reference was read with it.
  const around = useSyncExternalStore(state.watch, field.reads?.length ? state.values : state.initial)
  if (readonly) {
    const isNothing = value === undefined || value === null || value === ''
    return (
      <div id={id} className="field-given">
        {isNothing ? (
          '—'
        ) : (
          <Cell field={field} model={model} language={language} record={around} sources={sources} value={value} />
        )}
      </div>
    )
  }
  return (
    <Input
      id={id}
      field={field}
      model={model}
      language={language}
      record={around}
      sources={sources}
      value={value}
      disabled={false}
      invalid={isWrong}
      describedBy={`${id}-note`}
      onChange={(next: unknown) => state.set(name, next)}
      onBlur={() => setTimeout(() => isUnderDialog(id) || state.leave(name))}
    />
  )
}

/** A dialog that the field opened took the caret: one comes back to the field, so it was not left. */
function isUnderDialog(id: string): boolean {
  const dialog = document.activeElement?.closest('[role=dialog]')
  return dialog != null && !dialog.contains(document.getElementById(id))
}

function LinesField({ name, fieldPathId, registry }: EngineProps) {
  const { model, resource, language, sources, check, state } = registry.formContext
  const field = fieldOf(resource, name)
  const line = model.resources[String(field?.options['of'])]
  if (!field || !line) throw new Error(`The form has no lines "${name}" in "${resource.name}".`)
  const lines = useValue(state, name)
  const errors = useErrors(state, name)
  const byLine = useMemo(() => lineErrorsOf(errors), [errors])
  return (
    <LinesTable
      id={fieldPathId.$id}
      field={field}
      resource={line}
      model={model}
      language={language}
      sources={sources.of(line.name)}
      lines={(lines as readonly Values[] | undefined) ?? noLines}
      errors={byLine}
      disabled={false}
      isShown={check.isShown}
      onChange={next => state.set(name, next)}
    />
  )
}

const noLines: readonly Values[] = []

function lineErrorsOf(errors: readonly RecordError[]): Record<number, LineErrors> {
  const byLine: Record<number, Record<string, string[]>> = {}
  for (const { path, message } of errors) {
    const [, row, inner] = path
    if (row === undefined || inner === undefined) continue
    byLine[Number(row)] ??= {}
    const line = byLine[Number(row)] ?? {}
    line[String(inner)] = [...(line[String(inner)] ?? []), message]
  }
  return byLine
}

type FrameProps = FieldTemplateProps<unknown, RJSFSchema, FormContext>

/** Label above, then the field, then one line: its help, or in its place the error. */
function FieldFrame({ id, label, children, required, readonly, rawHelp, fieldPathId, uiSchema, registry }: FrameProps) {
  const name = String(fieldPathId.path.at(-1) ?? '')
  const errors = useErrors(registry.formContext.state, name)
  if (fieldPathId.path.length === 0) return children
  const isOfLines = uiSchema?.['ui:field'] === 'lines'
  const own = errors.find(({ path }) => path.length === 1)
  return (
    <div className="field">
      {isOfLines ? (
        <div className="field-lines-head">
          <h2 id={`${id}-label`}>{label}</h2>
          <LinesHint name={name} state={registry.formContext.state} />
        </div>
      ) : (
        <label htmlFor={id} id={`${id}-label`}>
          {label}
          {required && !readonly && (
            <span className="required" aria-hidden>
              *
            </span>
          )}
        </label>
      )}
      {children}
      <div id={`${id}-note`}>
        {own ? (
          <p className="field-error" role="alert">
            <CircleAlert size={13} aria-hidden /> {own.message}
          </p>
        ) : (
          rawHelp && <p className="field-help">{rawHelp}</p>
        )}
      </div>
    </div>
  )
}

/** How many lines there are, and the keys that write them. */
function LinesHint({ name, state }: { name: string; state: FormState }) {
  const say = useSay()
  const lines = useValue(state, name)
  return (
    <p className="field-lines-hint">
      {say('form.lines', { smart_count: Array.isArray(lines) ? lines.length : 0 })}
      <span className="field-lines-keys">
        {' · '}
        <kbd>Enter</kbd> {say('form.keyEnter')} <kbd>Tab</kbd> {say('form.keyTab')} <kbd>Alt</kbd> <kbd>↑↓</kbd>{' '}
        {say('form.keyMove')}
      </span>
    </p>
  )
}

/** The record's groups: title and explanation at the left, fields on 24 columns at the right. */
function Groups({ properties, registry }: ObjectFieldTemplateProps<unknown, RJSFSchema, FormContext>) {
  const { groups } = registry.formContext
  const contents = new Map(properties.map(({ name, content }) => [name, content]))
  return groups.map(group => (
    <Group key={group.fields.join()} group={group} contents={contents} context={registry.formContext} />
  ))
}

interface GroupProps {
  readonly group: FormGroup
  readonly contents: ReadonlyMap<string, ReactNode>
  readonly context: FormContext
}

function Group({ group, contents, context: { resource, language, state } }: GroupProps) {
  // Told as text, so that the group is drawn again only when another field is shown.
  const shown = useSyncExternalStore(state.watch, () => group.fields.filter(state.isShown).join())
  const parts = shown.split(',').flatMap((name): Part[] => {
    const content = contents.get(name)
    const field = fieldOf(resource, name)
    return content && field ? [{ field, content }] : []
  })
  if (parts.length === 0) return null
  const lines = parts.find(isLines)?.field
  // Lines take the whole width, and have a title of their own: it is not said twice.
  const isTitled = lines?.title[language] !== group.title?.[language]
  return (
    <section className={lines ? 'form-group wide' : 'form-group'}>
      {isTitled && (
        <header>
          {group.title && <h2>{group.title[language]}</h2>}
          {group.help && <p>{group.help[language]}</p>}
        </header>
      )}
      {runsOf(parts).map(run => (
        <div key={run[0]?.field.name} className={lines && !isLines(run[0]) ? 'form-grid form-beside' : 'form-grid'}>
          {run.map(({ field, content }) => (
            <div key={field.name} className={`span-${typeOf(field).span(field)}${field.when ? ' form-when' : ''}`}>
              {content}
            </div>
          ))}
        </div>
      ))}
    </section>
  )
}

interface Part {
  readonly field: Field
  readonly content: ReactNode
}

const isLines = (part: Part | undefined) => part?.field.type === 'children'

/** Lines stand alone over the whole width; the fields before and after them stand in line with the other groups'. */
function runsOf(parts: readonly Part[]): Part[][] {
  const runs: Part[][] = []
  for (const part of parts) {
    const last = runs.at(-1)
    if (last && !isLines(part) && !isLines(last[0])) last.push(part)
    else runs.push([part])
  }
  return runs
}

/** No more than one message a second, however often save is pressed. */
const calm = 1000

/** Brings the first wrong field into sight and the caret into it, and says what is wrong. */
function useRefusal(form: string): (first: RecordError) => void {
  const notify = useNotify()
  const last = useRef(0)
  return useCallback(
    first => {
      focusField(targetOf(form, first), form)
      // A message would lie over the foot of a dialog, where what is wrong stands already.
      if (document.getElementById(form)?.closest('.sheet-dialog')) return
      if (Date.now() - last.current < calm) return
      last.current = Date.now()
      notify(first.message, { type: 'error' })
    },
    [form, notify],
  )
}
