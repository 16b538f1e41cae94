import { Link } from 'react-router'
import type { Field } from '../../model/model.ts'
import { columnNamed, fieldOf, timeLeft } from '../../model/system-fields.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { FieldCell, webOf } from './field-cell.tsx'
import { useLongPress } from './use-long-press.ts'
import './row-check.css'

interface PhoneRowProps {
  readonly part: ResourcePart
  readonly record: Readonly<Record<string, unknown>> & { readonly id: string | number }
  /** Where it leads, where that is not the record's own page. */
  readonly to?: string
  /** Whether it is chosen, while rows are chosen; then it leads nowhere. */
  readonly isChosen?: boolean
  /** It was pressed for long, or touched while rows are chosen. */
  onChoose?(): void
}

/** A row on a phone: what names the record and its state, the main text, then the rest with the clock at the right. */
export function PhoneRow({ part, record, to, isChosen, onChoose }: PhoneRowProps) {
  const { resource } = part
  const press = useLongPress(onChoose)
  const { title, main, state, meta, clock } = placesOf(part)
  const cell = (field: Field) => <FieldCell key={field.name} part={part} field={field} record={record} />
  const lines = (
    <>
      <span>
        <strong>{title && cell(title)}</strong>
        {state && <small>{cell(state)}</small>}
      </span>
      {main && <span className="phone-row-main">{cell(main)}</span>}
      {(meta.length > 0 || clock) && (
        <span className="phone-row-meta">
          {meta.map(cell)}
          <span className="room" />
          {clock && cell(clock)}
        </span>
      )}
    </>
  )
  if (isChosen !== undefined) {
    return (
      <li>
        {/* The whole row is the target, and its text is the name of the box. */}
        <label className="phone-row phone-pick">
          <span className="row-check">
            <input type="checkbox" checked={isChosen} onChange={onChoose} />
          </span>
          {lines}
        </label>
      </li>
    )
  }
  return (
    <li>
      <Link
        className="phone-row"
        to={to ?? `/${resource.name}/${encodeURIComponent(String(record.id))}/show`}
        {...(onChoose && press)}
      >
        {lines}
      </Link>
    </li>
  )
}

/** Which column stands where. */
function placesOf({ resource }: ResourcePart) {
  const all = resource.list.columns.flatMap(name => columnNamed(resource, name) ?? [])
  const display = fieldOf(resource, resource.display)
  // A number tells rows apart, but whose row it is says more to a person.
  const owner = display?.type === 'serial' ? all.find(field => field.name === resource.owner) : undefined
  const title = owner ?? display
  const columns = [...new Set([...(display ? [display] : []), ...all])].filter(field => field !== title)
  const isClock = ({ type }: Field) => type === 'date' || type === 'datetime'
  const state =
    columns.find(field => field.name === resource.lifecycle?.field) ?? columns.find(({ type }) => type === 'dictionary')
  const clock = columnNamed(resource, timeLeft.name) ?? columns.find(isClock)
  const rest = columns.filter(
    field => field !== state && field !== timeLeft && !isClock(field) && webOf(field).align !== 'right',
  )
  const main = rest.find(({ type }) => type === 'longtext') ?? rest[0]
  const meta = rest.filter(field => field !== main && field !== state).slice(0, 2)
  return { title, state, clock, main, meta }
}
