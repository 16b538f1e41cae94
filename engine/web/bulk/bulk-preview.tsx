import { isBoolean, isDictionary } from '../../fields/traits.ts'
import type { BulkPreview, FieldPreview, StatePreview } from '../../model/operation-view.ts'
import { isTransition } from '../../model/steps.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { TrialLines } from '../list/deletion-effects.tsx'
import { figure } from '../words/figure.ts'
import { useTranslation } from '../words/i18n.ts'
import { workWords } from '../words/work-words.ts'
import type { OfferedStep } from './selected-steps.ts'
import './bulk.css'

interface BulkPreviewProps {
  readonly part: ResourcePart
  /** `unfilled`: the values are not entered yet. */
  readonly preview: BulkPreview | 'loading' | 'unfilled' | undefined
  /** The expected number of lines, which reserves their height against a layout shift. */
  readonly lines?: number
  readonly step?: OfferedStep['step']
}

/** Sizes of the list in pixels, as in its style sheet. */
const [lineHeight, padding] = [22, 20]

/** The counts of records before and after, by their former values or states. */
export function BulkPreviewList({ part, preview, lines: expected = 1, step }: BulkPreviewProps) {
  const translate = useTranslation(workWords)
  if (!preview) return null
  if (typeof preview === 'string')
    return (
      <div
        className="sunken size-13 num break round-8 mt-12 py-10 px-14"
        aria-busy={preview === 'loading'}
        style={{ minHeight: expected * lineHeight + padding }}
      >
        {preview === 'loading' && translate('list.counting')}
      </div>
    )
  const { fields, states, first, total, outOfReach, trial } = preview
  const names = first.join(translate('bulk.comma'))
  const lines = [
    ...fields.map(field => <FieldLine key={field.field} part={part} preview={field} />),
    ...(step
      ? states.map(state => <StateLine key={`${state.from}-${state.barred}`} {...{ part, state, step }} />)
      : []),
    ...(first.length > 0
      ? [
          <li key="first">
            {total > first.length
              ? translate('operations.firstMore', { names, more: figure(total - first.length) })
              : translate('operations.first', { names })}
          </li>,
        ]
      : []),
    ...(trial && trial.along.length + trial.stays.length > 0 ? [<TrialLines key="trial" trial={trial} />] : []),
    ...(trial && trial.tried < total
      ? [<li key="tried">{translate('operations.tried', { count: figure(trial.tried) })}</li>]
      : []),
    ...(outOfReach > 0 && states.length === 0 && !trial
      ? [<li key="reach">{translate('operations.outOfReach', { count: figure(outOfReach) })}</li>]
      : []),
  ]
  if (lines.length === 0) return null
  return (
    <ul
      className="sunken size-13 num break round-8 mt-12 py-10 px-14"
      aria-label={translate('operations.previewTitle')}
    >
      {lines}
    </ul>
  )
}

/** The counts of records by their current value of a field: empty, other values, unchanged. */
function FieldLine({ part, preview }: { part: ResourcePart; preview: FieldPreview }) {
  const translate = useTranslation(workWords)
  const { resource, language } = part
  const field = resource.fields.find(({ name }) => name === preview.field)
  const { empty, same, other, values = [] } = preview
  const count = (one: number) => ({ count: figure(one) })
  const named = values.map(({ value, count: many }) => `${labelOf(part, preview.field, value)} ${figure(many)}`)
  const rest = other - values.reduce((sum, { count: many }) => sum + many, 0)
  const changed = [
    ...(empty > 0 ? [translate('operations.empty', count(empty))] : []),
    ...named,
    ...(rest > 0 ? [translate('operations.other', count(rest))] : []),
  ].join(translate('bulk.comma'))
  const stays = same > 0 ? translate('operations.same', count(same)) : ''
  const title = field?.title[language] ?? preview.field
  return (
    <li>
      {changed !== '' && translate('operations.changes', { field: title, what: changed })}
      {changed !== '' && stays !== '' && translate('bulk.semicolon')}
      {changed === '' ? translate('operations.staysSame', { field: title, what: stays }) : stays}
    </li>
  )
}

interface StateLineProps {
  readonly part: ResourcePart
  readonly state: StatePreview
  readonly step: OfferedStep['step']
}

const barredTexts = {
  state: 'operations.barredState',
  condition: 'operations.barredCondition',
  reach: 'operations.barredReach',
} as const

function StateLine({ part, state, step }: StateLineProps) {
  const translate = useTranslation(workWords)
  const { resource, language } = part
  const name = resource.lifecycle?.field ?? ''
  const from = state.from === null ? translate('operations.noState') : labelOf(part, name, state.from)
  const shown = { from, count: figure(state.count), step: step.title[language] }
  if (state.barred) return <li className="muted">{translate(barredTexts[state.barred], shown)}</li>
  const next = isTransition(step) ? stateTitle(part, name, step.to) : ''
  return <li>{translate('operations.transitions', { ...shown, to: next })}</li>
}

/** The text of a value: the title of a dictionary's entry, yes or no. */
function labelOf({ resource, model, language }: ResourcePart, name: string, value: unknown): string {
  const field = resource.fields.find(one => one.name === name)
  const entries = model.dictionaries[String(field?.options['of'])]?.entries ?? []
  const entry = field && isDictionary(field) ? entries.find(({ key }) => key === String(value)) : undefined
  if (entry) return entry.title[language]
  if (field && isBoolean(field)) return yesNo[String(value) === 'true' ? 'yes' : 'no'][language]
  return String(value)
}

function stateTitle({ resource, model, language }: ResourcePart, field: string, name: string): string {
  const dictionary = resource.fields.find(one => one.name === field)?.options['of']
  return model.dictionaries[String(dictionary)]?.entries.find(entry => entry.name === name)?.title[language] ?? name
}

const yesNo = { yes: { zh: '是', en: 'Yes' }, no: { zh: '否', en: 'No' } }
