import Button from '@mui/material/Button'
import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import { isCreation } from '../../model/creation.ts'
import type { Bilingual } from '../../model/model.ts'
import { bindNamed } from '../../model/names.ts'
import { stateShapes } from '../../model/state-shape.ts'
import { StateGlyph } from '../components/state-glyph.tsx'
import { addressOf } from '../data/addresses.ts'
import type { ViewedEntry, ViewedLink } from '../data/history.ts'
import { type ResourcePart, useModelIndex } from '../data/resource-part.ts'
import { useEvaluationContext } from '../record/evaluation-context.ts'
import { type Translate, useLanguage, useLocalized, useTranslation } from '../words/i18n.ts'
import { recordWords } from '../words/record-words.ts'
import { ChangeShown } from './change-shown.tsx'
import { momentText } from './moment.ts'
import type { NamesOf } from './reference-names.ts'
import { type ShownChange, shownChanges, stepOf } from './shown-changes.ts'
import type { VersionValues } from './versions.ts'

interface HistoryEntryProps {
  readonly part: ResourcePart
  /** The current record. */
  readonly record: VersionValues
  readonly entry: ViewedEntry
  readonly names: NamesOf
  /** The changes are expanded by default. */
  readonly isOpen: boolean
  onCompare?(): void
  onRestore?(): void
}

/** Maximum number of lines of a collapsed change. */
const aFew = 3

/** One change: user, operation, time, and old and new values. */
export function HistoryEntryShown({ part, record, entry, names, isOpen, onCompare, onRestore }: HistoryEntryProps) {
  const translate = useTranslation(recordWords)
  const localized = useLocalized()
  const { clock } = useEvaluationContext()()
  const changes = shownChanges(part, entry)
  const sentence = useSentence(part, entry, changes)
  const when = momentText(entry.at, clock.now, clock.zone, translate)
  return (
    <li className="history-entry trail text-13 break relative pb-20 pl-24">
      <span className="centered absolute top-3 square-14 left-0">{sentence.glyph}</span>
      <p>
        <b>{actorText(entry, translate, localized)}</b> {sentence.what}
      </p>
      <p className="quiet text-12 num">
        <time dateTime={entry.at.replace(' ', 'T')} title={entry.at}>
          {when}
        </time>
        {entry.version !== null && ` · ${translate('history.version', { version: entry.version })}`}
      </p>
      {entry.warnings?.map(({ name, text, fields, isAcknowledged }) => (
        <p key={`${name} ${fields.join()}`} className="soon">
          <TriangleAlert className="relative top-2" size={13} aria-hidden />{' '}
          {translate(isAcknowledged ? 'history.acknowledged' : 'history.warned', { text: localized(text) })}
        </p>
      ))}
      <LinkedRecords effects={entry.effects} cause={entry.cause} />
      <ChangesShown
        part={part}
        record={record}
        changes={changes}
        names={names}
        shown={isOpen ? aFew : 0}
        isFirst={isCreation(entry.operation)}
      />
      {(onCompare || onRestore) && (
        <div className="history-action flex gap-4">
          {onCompare && (
            <Button className={small} size="small" variant="text" color="inherit" onClick={onCompare}>
              {translate('history.compareWith')}
            </Button>
          )}
          {onRestore && (
            <Button className={small} size="small" variant="text" color="inherit" onClick={onRestore}>
              {translate('history.restore')}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

/** The buttons of an entry are as high as its text. */
const small = 'min-0! h-24! px-6! size-12! accent!'

/** The user who made a change; of a change by the system or by a program, on behalf of the user or not, with the reason. */
function actorText(
  { userName, actorKind, reason: text }: ViewedEntry,
  translate: Translate<typeof recordWords>,
  localized: (text: Bilingual) => string,
): string {
  if (text === undefined) return userName ?? translate('history.system')
  const reason = localized(text)
  if (userName === null) return translate('history.systemReason', { reason })
  return translate(actorKind === 'service' ? 'history.byProgram' : 'history.elevated', { name: userName, reason })
}

interface ChangesShownProps {
  readonly part: ResourcePart
  readonly record: VersionValues
  readonly changes: readonly ShownChange[]
  readonly names: NamesOf
  readonly shown: number
  /** The initial values of the record. */
  readonly isFirst: boolean
}

function ChangesShown({ part, record, changes, names, shown, isFirst }: ChangesShownProps) {
  const translate = useTranslation(recordWords)
  const id = useId()
  const [isWhole, setWhole] = useState(false)
  const some = isWhole ? changes : changes.slice(0, shown)
  const isMore = changes.length > shown
  if (changes.length === 0) return null
  const more =
    isFirst && shown === 0
      ? translate('history.initial')
      : translate('history.showAll', { smart_count: changes.length })
  return (
    <>
      {some.length > 0 && (
        <div className="history-changes sunken grid gap-2 size-12 boxed round-6 mt-8 py-7 px-10" id={id}>
          {some.map(change => (
            <ChangeShown
              key={change.kind === 'line' ? `${change.field.name}.${change.change.id}` : change.field.name}
              part={part}
              record={record}
              change={change}
              names={names}
            />
          ))}
        </div>
      )}
      {isMore && (
        <button
          type="button"
          className="link size-12 mt-4"
          aria-expanded={isWhole}
          onClick={() => setWhole(now => !now)}
        >
          {isWhole ? translate('history.showLess') : more}
        </button>
      )}
    </>
  )
}

/** The operation as text, with the glyph of the resulting state. */
function useSentence(
  { resource, model, language }: ResourcePart,
  entry: ViewedEntry,
  changes: readonly ShownChange[],
): { readonly what: ReactNode; readonly glyph: ReactNode } {
  const translate = useTranslation(recordWords)
  const { lifecycle } = resource
  const field = resource.fields.find(one => one.name === lifecycle?.field)
  const dictionary = model.dictionaries[String(field?.options['of'])]
  const change = field && entry.changes[field.name]
  const state = dictionary?.entries.find(one => change && 'to' in change && one.key === change.to)
  const shape = lifecycle && dictionary && state && stateShapes(lifecycle, dictionary).get(state.name)
  const glyph = shape ? <StateGlyph shape={shape} /> : <span className="circle edge square-8" />
  const step = stepOf(resource, entry)
  if (step && state && field)
    return {
      glyph,
      what: (
        <>
          {translate('history.transition', { transition: step.title[language] })} <b>{state.title[language]}</b>
        </>
      ),
    }
  if (step) return { glyph, what: translate('history.step', { step: step.title[language] }) }
  const bind = bindNamed(resource, entry.operation)
  if (bind) return { glyph, what: translate('history.linked', { bind: bind.title[language] }) }
  switch (entry.operation) {
    case 'save':
      return { glyph, what: translate('history.created') }
    case 'importState':
      return {
        glyph,
        what: (
          <>
            {translate('history.importedState')} <b>{state?.title[language]}</b>
          </>
        ),
      }
    case 'remove':
      return { glyph, what: translate('history.removed') }
    case 'restore':
      return { glyph, what: translate('history.restored') }
    case 'undo':
      return { glyph, what: translate('history.undone') }
    case 'erase':
      return { glyph, what: translate('history.erased') }
    case 'update':
      return {
        glyph,
        what: translate('history.changed', { smart_count: new Set(changes.map(({ field }) => field)).size }),
      }
    default:
      return { glyph, what: entry.operation }
  }
}

interface LinkedRecordsProps {
  /** The records that a step created or changed. */
  readonly effects: readonly ViewedLink[] | undefined
  /** The record whose step was the cause of the change. */
  readonly cause: ViewedLink | undefined
}

/** The other records of a change: those that its step created or changed, and the one whose step caused it. */
function LinkedRecords({ effects = [], cause }: LinkedRecordsProps) {
  const translate = useTranslation(recordWords)
  return (
    <>
      {cause && <LinkedRecord link={cause} text={translate('history.cause')} />}
      {effects.map(link => (
        <LinkedRecord
          key={`${link.resource} ${link.id} ${link.operation}`}
          link={link}
          text={translate(`history.${effectWords[link.operation] ?? 'effectChanged'}`)}
        />
      ))}
    </>
  )
}

const effectWords: Readonly<Record<string, 'effectCreated' | 'effectLinked'>> = {
  save: 'effectCreated',
  link: 'effectLinked',
}

function LinkedRecord({ link, text }: { readonly link: ViewedLink; readonly text: string }) {
  const language = useLanguage()
  const resource = useModelIndex()?.resources.find(({ name }) => name === link.resource)
  return (
    <p className="history-link size-13 break mt-4">
      {text}
      {resource && ` ${resource.title[language]}`}{' '}
      {resource && resource.screens !== false ? (
        <Link className="link" to={addressOf(resource, 'show', link.id)}>
          {link.name}
        </Link>
      ) : (
        link.name
      )}
    </p>
  )
}
