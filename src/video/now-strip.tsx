import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { useModelIndex } from '../../engine/web/data/resource-part.ts'
import { useClient } from '../client.ts'
import { nowIn, wallDayOf } from './timeline-scale.ts'
import { useVideoWords } from './video-words.ts'

const shown = 6

/** The newest captures, and alerts of which there is no capture, with the way to those that wait for review. */
export function NowStrip() {
  const words = useVideoWords()
  const client = useClient()
  const index = useModelIndex()
  const pathOf = (resource: string) => index?.resources.find(({ name }) => name === resource)?.path
  const [captures, alerts] = [pathOf('witCaptureRecord'), pathOf('entWarningLog')]
  const review = index?.pages.find(({ key }) => key === 'captureReview')?.path
  const today = wallDayOf(nowIn(index?.zone ?? 'UTC'))
  const { data, error } = useQuery({
    queryKey: ['video', 'now', captures, alerts],
    enabled: captures !== undefined || alerts !== undefined,
    refetchInterval: 15_000,
    queryFn: async () => {
      const [seen, raised, waiting] = await Promise.all([
        captures && client.witCaptureRecord.page({ size: shown, descs: 'shotTime' }),
        alerts && client.entWarningLog.page({ size: 2 * shown, descs: 'warnTime' }),
        captures && client.witCaptureRecord.page({ size: 1, captureStatus: '0' }),
      ])
      const events = [
        ...(seen ? seen.records : []).map(one => ({
          ...{ to: `${captures}/${one.id}/show`, at: String(one.shotTime), title: one.ruleIdName },
          ...{ ent: one.entIdName, picture: one.pictures?.[0], isOpen: one.captureStatus === '0' },
        })),
        ...(raised ? raised.records.filter(({ captureId }) => captureId === null) : []).map(one => ({
          ...{ to: `${alerts}/${one.id}/show`, at: String(one.warnTime), title: one.subject },
          ...{ ent: one.entIdName, picture: one.pictures?.[0], isOpen: one.warningStatus === '0' },
        })),
      ]
      const total = waiting ? `${waiting.total}${waiting.capped ? '+' : ''}` : ''
      return { events: events.toSorted((one, other) => (one.at < other.at ? 1 : -1)).slice(0, shown), total }
    },
  })
  if (!data && !error) return null
  return (
    <section className="now-strip stack gap-8 ruled fixed clip pt-8 pb-12 px-16" aria-label={words('now')}>
      <header className="row spread gap-8 text-13">
        <h2>{words('now')}</h2>
        {(error || data?.events.length === 0) && (
          <span className="muted grow">{error ? error.message : words('nothingNow')}</span>
        )}
        {review && data && data.total !== '' && (
          <Link className="link tap-44-phone row" to={review}>
            {words('toReview', { count: data.total })}
          </Link>
        )}
      </header>
      <ul className="row gap-12 items-top clip-y">
        {data?.events.map(({ to, at, title, ent, picture, isOpen }) => (
          <li className="fixed" key={to}>
            <Link to={to} className="plain-link stack text-13">
              <span className="now-picture centered relative mb-4 clip round-6 white wide-picture picture-ground">
                {picture ? (
                  <img className="cover full h-full" src={picture} alt="" loading="lazy" />
                ) : (
                  <TriangleAlert aria-hidden />
                )}
                <time className="num text-12 absolute round-4 px-6 top-4 right-4">
                  {at.slice(at.startsWith(today) ? 11 : 5, 16)}
                </time>
              </span>
              <span className="row gap-4">
                {isOpen && (
                  <i
                    className="camera-dot fixed circle square-8"
                    data-of="open"
                    role="img"
                    aria-label={words('open')}
                  />
                )}
                <span className="truncate">{title}</span>
              </span>
              <span className="truncate quiet text-12">{ent}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
