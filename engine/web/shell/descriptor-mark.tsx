import IconButton from '@mui/material/IconButton'
import { CircleAlert, GitCompareArrows, TriangleAlert, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { type DescriptorState, useDescriptorState, useRevisionDifference } from '../data/descriptor-state.ts'
import { useTimeText } from '../data/time-text.ts'
import { descriptorWords } from '../words/descriptor-words.ts'
import { useLocalized, useTranslation } from '../words/i18n.ts'
import './descriptor-mark.css'

/** The most changes that the mark names. */
const maxNamed = 2

/** What became of the last saved descriptors. */
interface Result {
  readonly kind: 'error' | 'waiting' | 'applied'
  /** Differs from that of every other result. */
  readonly key: string
  readonly count: number
}

function resultOf({ problems, pending, current }: DescriptorState): Result {
  const errors = problems.filter(({ severity, loss }) => severity === 'error' && loss === undefined)
  if (errors.length > 0)
    return { kind: 'error', key: JSON.stringify(errors.map(({ code, at }) => [code, at])), count: errors.length }
  if (pending.length > 0) {
    const key = pending.map(({ revision }) => revision).join(' ')
    return { kind: 'waiting', key, count: pending.flatMap(({ losses }) => losses).length }
  }
  return { kind: 'applied', key: current.revision, count: 0 }
}

/**
 * A quiet mark for users who may edit descriptors: errors of the files, what waits for a confirmation, or the revision
 * that was applied since the page was loaded.
 */
export function DescriptorMark({ path }: { path: string }) {
  const { data } = useDescriptorState({ isPage: false })
  const [known, setKnown] = useState<{ readonly applied: string; readonly other?: string }>()
  if (!data) return null
  const { revision, number, changed } = data.current
  const result = resultOf(data)
  const { kind, key } = result
  if (!known) {
    setKnown({ applied: revision })
    return null
  }
  if (key === (kind === 'applied' ? known.applied : known.other)) return null
  const dismiss = () => setKnown(kind === 'applied' ? { applied: key } : { ...known, other: key })
  return (
    <Mark kind={kind} path={path} onDismiss={dismiss}>
      {kind === 'applied' ? <Applied revision={revision} number={number} at={changed} /> : <Count result={result} />}
    </Mark>
  )
}

const icons = { error: CircleAlert, waiting: TriangleAlert, applied: GitCompareArrows }

interface MarkProps extends Pick<Result, 'kind'> {
  readonly path: string
  readonly children: ReactNode
  onDismiss(): void
}

function Mark({ kind, path, children, onDismiss }: MarkProps) {
  const translate = useTranslation(descriptorWords)
  const isOnPage = useLocation().pathname === path
  const Icon = icons[kind]
  return (
    <div
      // On a phone it would cover what the page shows in full.
      className={`descriptor-mark row size-13 nowrap min-0 round-8 h-32 tap-44-phone ${isOnPage ? 'hidden-phone' : ''}`}
      role="status"
      data-kind={kind}
    >
      <Link
        className="row gap-6 min-0 h-full muted undecorated flex-1-phone tap-44-phone"
        to={path}
        {...(kind === 'applied' && { onClick: onDismiss })}
      >
        <Icon aria-hidden />
        <span className="clip ellipsis">{children}</span>
      </Link>
      <IconButton size="small" aria-label={translate('descriptors.dismiss')} onClick={onDismiss}>
        <X />
      </IconButton>
    </div>
  )
}

function Count({ result: { kind, count } }: { result: Result }) {
  const translate = useTranslation(descriptorWords)
  return translate(kind === 'error' ? 'descriptors.markErrors' : 'descriptors.markWaiting', { smart_count: count })
}

/** The revision, with the first of its changes. */
function Applied({ revision, number, at }: { revision: string; number: number; at: string }) {
  const translate = useTranslation(descriptorWords)
  const localized = useLocalized()
  const timeText = useTimeText()
  const { data } = useRevisionDifference(revision)
  const changes = data?.changes ?? []
  const more = changes.length - maxNamed
  return (
    <>
      {translate('descriptors.markApplied', { number, at: timeText(at).slice(-5) })}
      {changes.length > 0 && (
        <b title={changes.map(localized).join('\n')}>
          {changes.slice(0, maxNamed).map(localized).join(translate('descriptors.separator'))}
          {more > 0 && translate('descriptors.markMore', { count: more })}
        </b>
      )}
    </>
  )
}
