import { Fragment } from 'react'
import { Link } from 'react-router'
import type { WorkAnswer, WorkRow } from '../../model/chart.ts'
import type { Bilingual } from '../../model/model.ts'
import { timeRemainingText, timeUntil } from '../../record/time-remaining.ts'
import { addressOf } from '../data/addresses.ts'
import { useModelIndex } from '../data/resource-part.ts'
import { useEvaluationContext } from '../record/evaluation-context.ts'
import { useLanguage, useLocalized, useTranslation } from '../words/i18n.ts'
import './work-list.css'

type Group = 'late' | 'today' | 'week' | 'later'

/** What waits for the user, the earliest due first; each row opens its record, where the step is a button. */
export function WorkList({ answer, empty }: { readonly answer: WorkAnswer; readonly empty?: Bilingual | undefined }) {
  const translate = useTranslation()
  const localized = useLocalized()
  const context = useEvaluationContext()
  const { clock } = context()
  if (answer.rows.length === 0)
    return <p className="inset muted work-empty">{empty ? localized(empty) : translate('home.noWork')}</p>
  const rows = answer.rows.map(row => {
    const left = row.due === null ? undefined : timeUntil(clock, row.due)
    const group: Group =
      !left || left.days > 6 ? 'later' : left.urgency === 'late' ? 'late' : left.days === 0 ? 'today' : 'week'
    return { row, left, group }
  })
  const groups = (['late', 'today', 'week', 'later'] as const).map(group => ({
    group,
    rows: rows.filter(one => one.group === group),
  }))
  return (
    <ul className="grow scroll">
      {groups.map(
        ({ group, rows: own }) =>
          own.length > 0 && (
            <Fragment key={group}>
              <li className={`inset divided sunken text-13 work-group ${group}`}>
                {translate(`home.${group}`)} <span className="num">{own.length}</span>
              </li>
              {own.map(({ row, left }) => (
                <WorkItem key={`${row.of} ${row.id}`} row={row} left={left} />
              ))}
            </Fragment>
          ),
      )}
      {answer.more && <li className="inset muted text-13 work-group">{translate('home.moreWork')}</li>}
    </ul>
  )
}

function WorkItem({ row, left }: { readonly row: WorkRow; readonly left: ReturnType<typeof timeUntil> | undefined }) {
  const localized = useLocalized()
  const language = useLanguage()
  const of = useModelIndex()?.resources.find(({ name }) => name === row.of)
  if (!of) return null
  return (
    <li>
      <Link className="inset divided tap-44 plain-link work-row" to={addressOf(of, 'show', row.id)}>
        <span className="muted truncate">{localized(row.step.title)}</span>
        <strong className="medium truncate">{row.name}</strong>
        <span className="muted truncate work-about">{row.about}</span>
        {left && (
          <span className={`time-remaining ${left.urgency}`} title={left.at}>
            {timeRemainingText(left)[language]}
          </span>
        )}
      </Link>
    </li>
  )
}
