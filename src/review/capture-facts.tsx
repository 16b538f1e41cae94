import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { recordAddress } from '../../engine/model/addresses.ts'
import { useClient } from '../client.ts'
import { type Capture, frameBoxesOf, precisionOf } from './captures.ts'
import { useReviewWords } from './review-words.ts'

interface CaptureFactsProps {
  readonly capture: Capture
  readonly detection: string
  /** The title of a state. */
  titleOf(status: string): string
}

/** What a reviewer needs to know of a capture: rule, place, boxes in words, precision, and what else the business had. */
export function CaptureFacts({ capture, detection, titleOf }: CaptureFactsProps) {
  const words = useReviewWords()
  const client = useClient()
  const { entId, cameraId, modelType } = capture
  const { data: last } = useQuery({
    queryKey: ['captureReview', 'counts', 'last', entId],
    queryFn: () => client.witCaptureRecord.page({ entId, size: 6, descs: 'shotTime' }),
    staleTime: 60_000,
  })
  const percent = (value: number) => `${Math.round(value * 100)}`
  return (
    <aside className="review-facts scroll stack gap-16 p-16" aria-label={words('facts')}>
      <section className="stack gap-8">
        <h2>{words('facts')}</h2>
        <dl>
          <Fact name={words('ent')}>
            <Link to={recordAddress({ path: '/ent/entInfo' }, entId)} className="link">
              {capture.entIdName}
            </Link>
          </Fact>
          <Fact name={words('camera')}>{capture.cameraIdName}</Fact>
          <Fact name={words('rule')}>
            {modelType} {detection}
          </Fact>
          <Fact name={words('cite')}>{capture.cite}</Fact>
          <Fact name={words('time')}>{capture.shotTime}</Fact>
          <Fact name={words('confidence')}>{capture.confidence === null ? null : `${capture.confidence} %`}</Fact>
          {frameBoxesOf(capture).map(({ x, y, w, h }, index) => (
            <Fact key={[x, y, w, h].join()} name={`${words('boxes')} ${index + 1}`}>
              {words('box', { x: percent(x), y: percent(y), w: percent(w), h: percent(h) })}
            </Fact>
          ))}
        </dl>
      </section>
      <section className="stack gap-8">
        <h2>{words('precision')}</h2>
        <Precision name={words('ofRule')} modelType={modelType} />
        <Precision name={words('ofCamera')} modelType={modelType} cameraId={cameraId} />
      </section>
      <section className="stack gap-8">
        <h2>{words('last')}</h2>
        <ul className="stack gap-8">
          {last?.records
            .filter(({ id }) => id !== capture.id)
            .slice(0, 5)
            .map(one => (
              <li key={one.id} className="row spread gap-8 text-13">
                <span className="num muted nowrap">{String(one.shotTime).slice(5, 16)}</span>
                <span className="truncate grow">{one.ruleIdName}</span>
                <span className="nowrap">{titleOf(String(one.captureStatus))}</span>
              </li>
            ))}
        </ul>
      </section>
    </aside>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  if (children === null || children === undefined || children === '') return null
  return (
    <div className="row spread gap-16 divided">
      <dt className="fixed muted">{name}</dt>
      <dd className="break">{children}</dd>
    </div>
  )
}

interface PrecisionProps {
  readonly name: string
  readonly modelType: Capture['modelType']
  readonly cameraId?: string
}

/** The share of confirmed captures with its interval: few reviews say little. */
function Precision({ name, modelType, cameraId }: PrecisionProps) {
  const words = useReviewWords()
  const client = useClient()
  const since = `${new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10)} 00:00:00`
  const { data = [] } = useQuery({
    queryKey: ['captureReview', 'counts', 'precision', modelType, cameraId],
    queryFn: async () => {
      const { countByCamera, countByModel } = client.witCaptureRecord
      if (cameraId !== undefined && modelType) return countByCamera({ since, cameraId, modelType })
      return (await countByModel({ since })).filter(row => row.modelType === modelType)
    },
    staleTime: 60_000,
  })
  const count = (status: string) => data.find(row => row.captureStatus === status)?.captures ?? 0
  const found = precisionOf(count('1'), count('2'))
  const [low, high] = [Math.round(found?.low ?? 0), Math.round(found?.high ?? 0)]
  return (
    <div>
      <p className="row spread text-13">
        <span>{name}</span>
        {found && <b className={found.high < 80 ? 'num soon' : 'num'}>{found.share.toFixed(1)} %</b>}
      </p>
      {found && (
        <div className="review-bar relative sunken h-8 my-4" aria-hidden="true">
          <i className="block h-full muted-ground" style={{ width: `${found.share}%` }} />
          <b className="absolute" style={{ left: `${low}%`, width: `${high - low}%` }} />
        </div>
      )}
      <p className="muted text-12">{found ? words('reviews', { count: found.n, low, high }) : words('noReviews')}</p>
    </div>
  )
}
