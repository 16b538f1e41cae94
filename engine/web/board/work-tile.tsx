import { Fragment } from 'react'
import { Link } from 'react-router'
import type { BoardTile, WorkAnswer, WorkRow } from '../../model/chart.ts'
import { timeRemainingText, timeUntil } from '../../record/time-remaining.ts'
import { TileFrame } from '../chart/tile-frame.tsx'
import { addressOf } from '../data/addresses.ts'
import { useModelIndex } from '../data/resource-part.ts'
import { useEvaluationContext } from '../record/evaluation-context.ts'
import { useLanguage, useLocalized, useTranslation } from '../words/i18n.ts'
import { partWords } from '../words/part-words.ts'
import './work-tile.css'

interface WorkTileProps {
  readonly tile: BoardTile
  readonly answer: WorkAnswer | undefined
}

/** What waits for the user, the earliest due first; each row opens its record, where the step is a button. */
export function WorkTile({ tile, answer }: WorkTileProps) {
  const translate = useTranslation(partWords)
  const localized = useLocalized()
  const { rows = [], more = false } = answer ?? {}
  return (
    <TileFrame
      title={tile.title && localized(tile.title)}
      note={rows.length > 0 ? translate('home.count', { smart_count: rows.length }) : ''}
    >
      {rows.length > 0 ? (
        <WorkRows rows={rows} more={more} />
      ) : (
        <p className="inset muted">{tile.empty ? localized(tile.empty) : translate('home.noWork')}</p>
      )}
    </TileFrame>
  )
}

function WorkRows({ rows, more }: WorkAnswer) {
  const translate = useTranslation(partWords)
  const context = useEvaluationContext()
  const { clock } = context()
  const timed = rows.map(row => {
    const left = row.due === null ? undefined : timeUntil(clock, row.due)
    return { row, left, group: left ? groupOf(left) : 'later' }
  })
  return (
    <ul className="grow scroll">
      {(['late', 'today', 'week', 'later'] as const).map(group => {
        const own = timed.filter(one => one.group === group)
        if (own.length === 0) return null
        return (
          <Fragment key={group}>
            <li className={`inset divided sunken text-12 py-6 work-group ${group}`}>
              {translate(`home.${group}`)} <span className="num">{own.length}</span>
            </li>
            {own.map(({ row, left }) => (
              <WorkItem key={`${row.of} ${row.id}`} row={row} left={left} />
            ))}
          </Fragment>
        )
      })}
      {more && <li className="inset muted text-12 py-6">{translate('home.moreWork')}</li>}
    </ul>
  )
}

type TimeLeft = ReturnType<typeof timeUntil>

const groupOf = ({ urgency, days }: TimeLeft) =>
  urgency === 'late' ? 'late' : days === 0 ? 'today' : days <= 6 ? 'week' : 'later'

function WorkItem({ row, left }: { readonly row: WorkRow; readonly left: TimeLeft | undefined }) {
  const localized = useLocalized()
  const language = useLanguage()
  const of = useModelIndex()?.resources.find(({ name }) => name === row.of)
  if (!of) return null
  return (
    <li>
      <Link className="inset divided tap-44 plain-link work-row grid items-center" to={addressOf(of, 'show', row.id)}>
        <span className="muted truncate">{localized(row.step.title)}</span>
        <strong className="medium truncate">{row.name}</strong>
        <span className="muted truncate work-about">{row.about}</span>
        {left && (
          <span className={`time-remaining ${left.urgency} nowrap`} title={left.at}>
            {timeRemainingText(left)[language]}
          </span>
        )}
      </Link>
    </li>
  )
}
