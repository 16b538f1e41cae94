import { Cctv } from 'lucide-react'
import { useContext, useEffect, useState } from 'react'
import { TileContext } from '../../engine/web/board/tile-context.ts'
import { ChartTile } from '../../engine/web/chart/chart.tsx'
import { StatePanel } from '../../engine/web/components/state-panel.tsx'
import { useModelIndex } from '../../engine/web/data/resource-part.ts'
import { useLanguage } from '../../engine/web/words/i18n.ts'
import { Player } from './player.tsx'

/** The most pictures beside each other, and the seconds until the next ones. */
const [most, pace] = [5, 20]

/** The pictures of a chart of cameras in turn, on a display. */
export function PictureStrip() {
  const language = useLanguage()
  const answer = useContext(TileContext)
  const { chart, records = [] } = answer ?? {}
  const [turn, setTurn] = useState(0)
  const isTurning = records.length > most && !matchMedia('(prefers-reduced-motion: reduce)').matches
  useEffect(() => {
    if (!isTurning) return
    const timer = setInterval(() => setTurn(turn => turn + 1), pace * 1000)
    return () => clearInterval(timer)
  }, [isTurning])
  const mayPlay = useModelIndex()?.resources.some(({ name, may }) => name === chart?.of && may.includes('getUrl'))
  const first = (turn % Math.max(1, Math.ceil(records.length / most))) * most
  if (records.length === 0) return <StatePanel icon={<Cctv />} title={chart?.empty?.[language] ?? ''} help="" />
  // Who may not see the pictures sees which cameras are online.
  if (answer && !mayPlay) return <ChartTile answer={answer} />
  return (
    <ul className="video-strip grid gap-8 h-full pt-8" aria-label={chart?.title[language]}>
      {records.slice(first, first + most).map(({ id, cells }) => {
        const name = cells.flatMap(cell => (['entId', 'name'].includes(cell.name) ? cell.text : [])).join(' ')
        return (
          <li key={id} className="video-tile relative min-h-0 white round-4">
            <Player name={name} watched={{ camera: id, stream: 'sub' }}>
              <span className="tile-name truncate absolute no-pointer">
                {cells.find(cell => cell.name === 'entId')?.text ?? name}
              </span>
            </Player>
          </li>
        )
      })}
    </ul>
  )
}
