import { Link } from 'react-router'
import { addressOf } from '../data/addresses.ts'
import type { ViewedLink } from '../data/history.ts'
import { useModelIndex } from '../data/resource-part.ts'
import { useLanguage, useTranslation } from '../words/i18n.ts'

interface LinkedRecordsProps {
  /** The records that a step created or changed. */
  readonly effects: readonly ViewedLink[] | undefined
  /** The record whose step was the cause of the change. */
  readonly cause: ViewedLink | undefined
}

/** The other records of a change: those that its step created or changed, and the one whose step caused it. */
export function LinkedRecords({ effects = [], cause }: LinkedRecordsProps) {
  const translate = useTranslation()
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
    <p className="history-link">
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
