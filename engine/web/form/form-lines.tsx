import Button from '@mui/material/Button'
import { Plus } from 'lucide-react'
import { useMemo, useSyncExternalStore } from 'react'
import type { FieldSources } from '../../fields/field-web.ts'
import { hasLines } from '../../fields/traits.ts'
import type { Field, Resource } from '../../model/model.ts'
import { type ShownKeys, useShownKeys } from '../frame/shortcuts.ts'
import { type Translate, useTranslation } from '../words/i18n.ts'
import { recordWords } from '../words/record-words.ts'
import { useLock } from './field-conditions.ts'
import { type FormContext, useErrors, useValue, type Values } from './form-context.ts'
import type { LineErrors } from './lines-columns.ts'
import { LinesTable } from './lines-table.tsx'
import { faultOfValue } from './record-check.ts'
import type { RecordError } from './record-error.ts'

interface FormLinesProps {
  readonly id: string
  readonly field: Field
  readonly context: FormContext
}

/** The lines of a record: title, number, shortcuts and the table. */
export function FormLines({ id, field, context }: FormLinesProps) {
  const { model, language, sources, check, state } = context
  const line = model.resources[String(field.options['of'])]
  if (!line) throw new Error(`The lines "${field.name}" are of no resource that is known here.`)
  const lines = useValue(state, field.name) as readonly Values[] | undefined
  const errors = useErrors(state, field.name)
  const byLine = useMemo(() => lineErrorsOf(errors), [errors])
  const lock = useLock(field, context)
  const before = useSyncExternalStore(state.watch, state.initial)[field.name] as readonly Values[] | undefined
  const stored = (line: Values) => before?.find(one => one['id'] !== undefined && one['id'] === line['id']) ?? {}
  const ofLine = useMemo(() => inRecord(sources.of(line.name), line, context), [sources, line, context])
  const translate = useTranslation(recordWords)
  useShownKeys(
    'lines',
    useMemo(() => lineKeys(translate), [translate]),
  )
  return (
    <LinesTable
      id={id}
      field={field}
      resource={line}
      model={model}
      language={language}
      sources={ofLine}
      lines={lines ?? noLines}
      errors={byLine}
      disabled={lock !== undefined}
      isShown={check.isShown}
      lockOf={(column, one) => check.lockOf(column, stored(one))}
      faultOf={(column, value) => faultOfValue(value, column, model, sources.now())}
      head={add => (
        <LinesHead
          id={`${id}-label`}
          title={field.title[language]}
          count={lines?.length ?? 0}
          {...(lock !== undefined && { lock })}
          {...(add && { onAdd: add })}
        />
      )}
      onChange={next => state.set(field.name, next)}
    />
  )
}

/** The sources of inputs of lines: the `where` of a reference may read the record in the form. */
function inRecord(sources: FieldSources, { partOf }: Resource, { resource, state }: FormContext): FieldSources {
  const link = partOf?.field ?? ''
  const read = (field: Field, line: Values | undefined) => {
    if (!line || !field.reads?.includes(link)) return line
    const lists = new Set(resource.fields.filter(hasLines).map(({ name }) => name))
    return { ...line, [link]: Object.fromEntries(Object.entries(state.values()).filter(([name]) => !lists.has(name))) }
  }
  return {
    ...sources,
    options: (field, search, line) => sources.options(field, search, read(field, line)),
    level: (field, parent, line, from) => sources.level(field, parent, read(field, line), from),
    matchTexts: (field, texts, line) => sources.matchTexts(field, texts, read(field, line)),
  }
}

/** The keys of `onLineKey`, `onMoveKey` and pasting, for the shortcut sheet. */
const lineKeys = (translate: Translate<typeof recordWords>): ShownKeys => [
  ['enter', translate('lineKeys.add')],
  ['mod+delete', translate('lineKeys.remove')],
  ['alt+up', translate('lineKeys.move')],
  ['alt+down', translate('lineKeys.move')],
  ['mod+v', translate('lineKeys.paste')],
  ['mod+z', translate('lineKeys.undoPaste')],
  ['esc', translate('lineKeys.restore')],
]

const noLines: readonly Values[] = []

interface LinesHeadProps {
  readonly id: string
  readonly title: string
  readonly count: number
  /** Why the lines cannot be changed. */
  readonly lock?: string
  onAdd?(): void
}

function LinesHead({ id, title, count, lock, onAdd }: LinesHeadProps) {
  const translate = useTranslation(recordWords)
  return (
    <div className="field-lines-head row wrap min-h-32 gap-x-8 mb-10">
      <h2 id={id}>{title}</h2>
      <p className="field-lines-hint muted text-13">
        {translate('form.lines', { smart_count: count })}
        {lock === undefined ? <LineKeys /> : ` · ${lock}`}
      </p>
      {onAdd && (
        <Button variant="outlined" color="inherit" startIcon={<Plus size={16} />} onClick={onAdd}>
          {translate('form.addLine')}
        </Button>
      )}
    </div>
  )
}

function LineKeys() {
  const translate = useTranslation(recordWords)
  return (
    <span className="field-lines-keys">
      {' · '}
      <kbd className="sunken boxed round-4">Enter</kbd> {translate('form.keyEnter')}{' '}
      <kbd className="sunken boxed round-4">Tab</kbd> {translate('form.keyTab')}{' '}
      <kbd className="sunken boxed round-4">Alt</kbd> <kbd className="sunken boxed round-4">↑↓</kbd>{' '}
      {translate('form.keyMove')}
    </span>
  )
}

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
