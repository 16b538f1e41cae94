import { typeOf } from '../../fields/index.ts'
import type { Resource } from '../../model/model.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { isEmptyValue } from '../../record/empty-value.ts'
import type { LineChange, ViewedChange } from '../data/history.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { useTranslation } from '../words/i18n.ts'
import { recordWords } from '../words/record-words.ts'
import type { NamesOf } from './reference-names.ts'
import type { ShownChange } from './shown-changes.ts'
import { ValueShown } from './value-shown.tsx'
import type { VersionValues } from './versions.ts'

interface ChangeShownProps {
  readonly part: ResourcePart
  /** The current record, which provides the names of lines. */
  readonly record: VersionValues
  readonly change: ShownChange
  readonly names: NamesOf
}

/** One line of a change: the field, the old value struck through, the new one. */
export function ChangeShown({ part, record, change, names }: ChangeShownProps) {
  const { language } = part
  const title = change.field.title[language]
  if (change.kind === 'line') {
    const lines = record[change.field.name]
    const there = Array.isArray(lines)
      ? (lines as readonly VersionValues[]).find(one => one['id'] === change.change.id)
      : null
    return (
      <div>
        <span className="muted mr-8">{title}</span>
        <LineShown part={part} line={change.line} change={change.change} there={there ?? {}} names={names} />
      </div>
    )
  }
  if (change.kind === 'linked')
    return (
      <div>
        <span className="muted mr-8">{title}</span>
        <LinkedShown part={part} change={change} names={names} />
      </div>
    )
  return (
    <div>
      <span className="muted mr-8">{title}</span>
      <FromTo
        part={part}
        of={part.resource}
        name={change.field.name}
        change={{ from: change.kind === 'asked' ? null : change.from, to: change.to }}
        names={names}
        {...(change.kind === 'asked' && { asked: change.field })}
      />
    </div>
  )
}

interface LinkedShownProps {
  readonly part: ResourcePart
  readonly change: Extract<ShownChange, { kind: 'linked' }>
  readonly names: NamesOf
}

/** The most linked records that a change names. */
const maxNamed = 20

/** The records that were removed from a bind, struck through, and those that were added. */
function LinkedShown({ part, change: { field, added, removed }, names }: LinkedShownProps) {
  const translate = useTranslation(recordWords)
  const some = (ids: readonly string[]) => (
    <>
      <ValueShown part={part} field={field} value={ids.slice(0, maxNamed)} names={names} />
      {ids.length > maxNamed && ` ${translate('history.moreLinked', { smart_count: ids.length - maxNamed })}`}
    </>
  )
  return (
    <>
      {removed.length > 0 && <del>{some(removed)}</del>}
      {removed.length > 0 && added.length > 0 && <span aria-hidden="true"> → </span>}
      {added.length > 0 && <ins>{some(added)}</ins>}
    </>
  )
}

interface FromToProps {
  readonly part: ResourcePart
  readonly of: Resource
  readonly name: string
  readonly change: ViewedChange
  readonly names: NamesOf
  /** An input that is no field of the record. */
  readonly asked?: ShownChange['field']
}

/** The old value struck through and the new one; only one if the other is empty. */
export function FromTo({ part, of, name, change: { from, to }, names, asked }: FromToProps) {
  const translate = useTranslation(recordWords)
  const field = asked ?? fieldOf(of, name)
  if (!field) return null
  if (typeOf(field).secret) return <ins>{translate('history.secret')}</ins>
  const value = (one: unknown) => <ValueShown part={part} of={of} field={field} value={one} names={names} />
  if (isEmptyValue(from)) return <ins>{value(to)}</ins>
  return (
    <>
      <del>{value(from)}</del>
      <span aria-hidden="true"> → </span>
      <ins>{value(to)}</ins>
    </>
  )
}

interface LineShownProps {
  readonly part: ResourcePart
  readonly line: Resource
  readonly change: LineChange
  readonly there: VersionValues
  readonly names: NamesOf
}

function LineShown({ part, line, change, there, names }: LineShownProps) {
  const { language } = part
  const translate = useTranslation(recordWords)
  const { operation, changes } = change
  const display = fieldOf(line, line.display)
  const shown = changes[line.display]
  const known = operation === 'remove' ? shown?.from : (shown?.to ?? there[line.display])
  const others = Object.entries(changes).filter(([name]) => name !== line.display && name !== line.partOf?.field)
  const key = { save: 'lineAddedPlain', remove: 'lineRemovedPlain', update: 'lineChangedPlain' } as const
  const named = display && !isEmptyValue(known) && (
    <ValueShown part={part} of={line} field={display} value={known} names={names} />
  )
  return (
    <span>
      {translate(`history.${key[operation]}`)} {named && (operation === 'remove' ? <del>{named}</del> : <b>{named}</b>)}
      {operation === 'update' &&
        others.map(([name, one]) => (
          <span key={name} className="ml-8">
            {fieldOf(line, name)?.title[language]}{' '}
            <FromTo part={part} of={line} name={name} change={one} names={names} />
          </span>
        ))}
    </span>
  )
}
