import { Fragment, useMemo } from 'react'
import { fieldOf } from '../../model/system-fields.ts'
import { isEmptyValue } from '../../record/empty-value.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { useTranslation } from '../words/i18n.ts'
import { recordWords } from '../words/record-words.ts'
import { type NamesOf, type ReferenceValue, useReferenceNames } from './reference-names.ts'
import { ValueShown } from './value-shown.tsx'
import { type Difference, differencesBetween, type LineDifference, lineOf, type VersionValues } from './versions.ts'
import './version-table.css'

interface VersionTableProps {
  readonly part: ResourcePart
  readonly from: { readonly title: string; readonly record: VersionValues }
  readonly to: { readonly title: string; readonly record: VersionValues }
  /** Hides fields with equal values. */
  readonly isShort: boolean
  /** Only these fields. */
  readonly only?: ReadonlySet<string>
  /** The error of a field, shown under it. */
  readonly errors?: Readonly<Record<string, string>>
}

/** Two versions of a record side by side; differences are marked on both sides. */
export function VersionTable({ part, from, to, isShort, only, errors = {} }: VersionTableProps) {
  const { resource, model, language } = part
  const translate = useTranslation(recordWords)
  const differences = useMemo(
    () =>
      differencesBetween(model, resource, from.record, to.record).filter(({ field }) => !only || only.has(field.name)),
    [model, resource, from.record, to.record, only],
  )
  const names = useReferenceNames(
    part,
    useMemo(() => heldIn(part, [from.record, to.record]), [part, from.record, to.record]),
  )
  const differing = new Map(differences.map(one => [one.field.name, one]))
  const fields = resource.fields.filter(
    field => differing.has(field.name) || (!isShort && field.column !== undefined && !lineOf(model, field)),
  )
  if (fields.length === 0) return <p className="muted text-center my-24">{translate('versions.same')}</p>
  const columnHead = 'sticky top-0 z-1 h-36 py-0! align-middle! size-12 medium! muted pop'
  return (
    <table className="versions whole-texts full fixed-table">
      <thead>
        <tr>
          <th className={columnHead} scope="col">
            {translate('versions.field')}
          </th>
          <th className={columnHead} scope="col">
            {from.title}
          </th>
          <th className={columnHead} scope="col">
            {to.title}
          </th>
        </tr>
      </thead>
      <tbody>
        {fields.map(field => {
          const difference = differing.get(field.name)
          const error = errors[field.name]
          const value = (one: unknown) => <ValueShown part={part} field={field} value={one} names={names} />
          return (
            <Fragment key={field.name}>
              {difference && 'lines' in difference ? (
                <LinesRow part={part} difference={difference} names={names} />
              ) : (
                <tr data-differs={difference !== undefined}>
                  <th scope="row">{field.title[language]}</th>
                  <td>{value(from.record[field.name])}</td>
                  <td>{value(to.record[field.name])}</td>
                </tr>
              )}
              {error && (
                <tr className="versions-error">
                  <td className="mistake size-12 line-18" colSpan={2} />
                  <td className="mistake size-12 line-18" role="alert">
                    {error}
                  </td>
                </tr>
              )}
            </Fragment>
          )
        })}
      </tbody>
    </table>
  )
}

interface LinesRowProps {
  readonly part: ResourcePart
  readonly difference: Extract<Difference, { lines: unknown }>
  readonly names: NamesOf
}

function LinesRow({ part, difference: { field, lines }, names }: LinesRowProps) {
  const { language } = part
  return (
    <tr data-differs>
      <th scope="row">{field.title[language]}</th>
      <td>
        <LineSide
          part={part}
          of={field}
          lines={lines.filter(({ kind }) => kind !== 'added')}
          side="from"
          names={names}
        />
      </td>
      <td>
        <LineSide
          part={part}
          of={field}
          lines={lines.filter(({ kind }) => kind !== 'removed')}
          side="to"
          names={names}
        />
      </td>
    </tr>
  )
}

interface LineSideProps {
  readonly part: ResourcePart
  readonly of: Difference['field']
  readonly lines: readonly LineDifference[]
  readonly side: 'from' | 'to'
  readonly names: NamesOf
}

function LineSide({ part, of, lines, side, names }: LineSideProps) {
  const translate = useTranslation(recordWords)
  const line = lineOf(part.model, of)
  if (!line || lines.length === 0) return <span className="nothing">{translate('history.empty')}</span>
  return (
    <ul className="versions-lines grid gap-6">
      {lines.map(({ id, number, kind, fields }) => (
        <li key={id}>
          <b className="medium">
            {kind === 'changed'
              ? translate('history.lineChanged', { number })
              : translate(kind === 'added' ? 'history.lineAdded' : 'history.lineRemoved', { number })}
          </b>
          {fields
            .filter(one => !isEmptyValue(one[side]) || kind === 'changed')
            .map(one => (
              <span key={one.field.name}>
                {one.field.title[part.language]}{' '}
                <ValueShown part={part} of={line} field={one.field} value={one[side]} names={names} />
              </span>
            ))}
        </li>
      ))}
    </ul>
  )
}

/** All values of these versions, including lines. */
function heldIn({ resource, model }: ResourcePart, records: readonly VersionValues[]): ReferenceValue[] {
  return records.flatMap(record =>
    resource.fields.flatMap((field): ReferenceValue[] => {
      const line = lineOf(model, field)
      const value = record[field.name]
      if (!line) return [{ field, value }]
      return (Array.isArray(value) ? (value as readonly VersionValues[]) : []).flatMap(one =>
        Object.entries(one).flatMap(([name, value]) => {
          const held = fieldOf(line, name)
          return held ? [{ field: held, value }] : []
        }),
      )
    }),
  )
}
