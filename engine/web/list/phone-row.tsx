import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { isNothing } from '../../fields/cells.tsx'
import { dictionaryEntriesOf } from '../../fields/dictionary/field.ts'
import { typeOf } from '../../fields/index.ts'
import { unitOf } from '../../fields/number.ts'
import { hasDay, isBoolean, isDictionary, isLongText, isReference } from '../../fields/traits.ts'
import type { Field } from '../../model/model.ts'
import { columnNamed, fieldOf, timeRemaining } from '../../model/system-fields.ts'
import { addressOf } from '../data/addresses.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { FieldCell, fieldWebOf } from './field-cell.tsx'
import './row-check.css'

interface PhoneRowProps {
  readonly part: ResourcePart
  readonly record: Readonly<Record<string, unknown>> & { readonly id: string | number }
  /** Columns chosen by the user: all are shown, those without a fixed position with their titles. */
  readonly columns?: readonly string[] | undefined
  /** The target of the row's link; the record's page by default. */
  readonly to?: string
  /** Whether it is selected; set in selection mode only, where the row is no link. */
  readonly isChosen?: boolean
  /** Called on a long press, and on a tap in selection mode. */
  onChoose?(): void
}

/** A row on a phone: display and state, the main text, then the other columns with the deadline on the right. */
export function PhoneRow({ part, record, columns, to, isChosen, onChoose }: PhoneRowProps) {
  const { resource, language } = part
  const press = useLongPress(onChoose)
  const { title, main, state, meta, clock, others } = placesOf(part, columns)
  const cell = (field: Field) => <FieldCell part={part} field={field} record={record} />
  /** A yes or no needs its title, a number its unit. */
  const rendered = (field: Field, isTitled: boolean) => (
    <span key={field.name}>
      {isTitled && <i className="quiet mr-6 upright">{field.title[language]}</i>}
      {cell(field)}
      {unitOf(field, language) !== undefined && ` ${unitOf(field, language)}`}
    </span>
  )
  const shown = meta.filter(({ name }) => !isNothing(record[name]))
  const lines = (
    <>
      <span>
        <strong>{title && cell(title)}</strong>
        {state && <small className="truncate size-13">{rendered(state, isYesOrNo(part, state))}</small>}
      </span>
      {main && <span className="phone-row-main muted mt-2">{cell(main)}</span>}
      {(shown.length > 0 || clock) && (
        <span className="phone-row-meta text-12 quiet mt-4">
          {shown.map(field => rendered(field, isYesOrNo(part, field)))}
          <span className="room" />
          {clock && cell(clock)}
        </span>
      )}
      {others.length > 0 && (
        <span className="phone-row-others text-12 wrap muted mt-4">{others.map(field => rendered(field, true))}</span>
      )}
    </>
  )
  if (isChosen !== undefined) {
    return (
      <li>
        {/* The whole row is the target of the checkbox; its text is the label. */}
        <label className="phone-row phone-pick plain-link divided relative press block">
          <span className="row-check block press">
            <input className="block round-4 paper press" type="checkbox" checked={isChosen} onChange={onChoose} />
          </span>
          {lines}
        </label>
      </li>
    )
  }
  return (
    <li>
      <Link
        className="phone-row plain-link divided block"
        to={to ?? addressOf(resource, 'show', String(record.id))}
        {...(onChoose && press)}
      >
        {lines}
      </Link>
    </li>
  )
}

/** Whether a value is yes or no; a lifecycle's state needs no title. */
function isYesOrNo({ resource, model }: ResourcePart, field: Field): boolean {
  if (field.name === resource.state) return false
  return isBoolean(field) || (isDictionary(field) && dictionaryEntriesOf(field, model).length <= 2)
}

/** The column of each position. */
function placesOf({ resource }: ResourcePart, chosen: readonly string[] | undefined) {
  const all = (chosen ?? resource.list.columns).flatMap(name => columnNamed(resource, name) ?? [])
  const display = fieldOf(resource, resource.display)
  // A number distinguishes rows, but the owner's name is more useful to the user.
  const owner = display && typeOf(display).given ? all.find(field => field.name === resource.owner) : undefined
  const title = owner ?? display
  const columns = [...new Set([...(display ? [display] : []), ...all])].filter(field => field !== title)
  const state = columns.find(field => field.name === resource.state) ?? columns.find(isDictionary)
  const clock = columnNamed(resource, timeRemaining.name) ?? columns.find(hasDay)
  const rest = columns.filter(
    field => field !== state && field !== timeRemaining && !hasDay(field) && fieldWebOf(field).align !== 'right',
  )
  const main = rest.find(isLongText) ?? rest.find(field => typeOf(field).freeText || isReference(field)) ?? rest[0]
  const figures = columns.filter(field => field.options['unit'] !== undefined)
  const meta = [...rest.filter(field => field !== main), ...figures].slice(0, 2)
  const placed = new Set([title, display, state, clock, main, ...meta])
  return { title, state, clock, main, meta, others: chosen ? columns.filter(field => !placed.has(field)) : [] }
}

const long = 500
/** Movement in pixels above which a touch scrolls. */
const still = 10

/** Handlers for a long press of half a second. */
function useLongPress(then: (() => void) | undefined) {
  const pressed = useRef<{ readonly timer: number; readonly x: number; readonly y: number }>(undefined)
  const stop = () => {
    clearTimeout(pressed.current?.timer)
    pressed.current = undefined
  }
  useEffect(() => () => clearTimeout(pressed.current?.timer), [])
  return {
    onPointerDown({ button, isPrimary, clientX: x, clientY: y }: PointerEvent) {
      stop()
      if (button !== 0 || !isPrimary || !then) return
      const timer = window.setTimeout(() => {
        stop()
        swallowClick()
        then()
      }, long)
      pressed.current = { timer, x, y }
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const from = pressed.current
      if (from && Math.hypot(clientX - from.x, clientY - from.y) > still) stop()
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    // The browser's own context menu for a link.
    onContextMenu(event: MouseEvent) {
      if (pressed.current) event.preventDefault()
    },
  }
}

/** The release must not click the element that has replaced this one. */
function swallowClick() {
  const swallow = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  const next = () => document.removeEventListener('click', swallow, true)
  document.addEventListener('click', swallow, { capture: true, once: true })
  document.addEventListener('pointerdown', next, { capture: true, once: true })
}
