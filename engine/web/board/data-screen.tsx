import { createTheme, useTheme } from '@mui/material/styles'
import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useChartWords } from '../chart/chart-words.ts'
import { SheetFault, SheetLoading } from '../components/sheet-state.tsx'
import { useEngine } from '../data/engine-context.ts'
import { useModelIndex } from '../data/resource-part.ts'
import { useChoices } from '../data/use-choices.ts'
import { Mark } from '../frame/mark.tsx'
import { usePage } from '../frame/page-context.ts'
import { useShortcut } from '../frame/shortcuts.ts'
import { chartColours } from '../look/chart-colours.ts'
import { look } from '../look/look.ts'
import { useLanguage, useLocalized } from '../words/i18n.ts'
import { Tiles } from './tiles.tsx'
import { turnFull } from './turn-full.ts'
import { useBoard } from './use-board.ts'
import './board.css'
import './data-screen.css'

/** Half of 1920 × 1080: the text of charts is twice as large from six metres. */
const [width, height] = [960, 540]

/** A board for a display: scenes in turn on a dark ground, scaled to the window; `?still` and reduced motion stop it. */
export function DataScreen() {
  const page = usePage()
  const localized = useLocalized()
  const words = useChartWords()
  const [address] = useSearchParams()
  const { still, scale = '1', ...given } = Object.fromEntries(address)
  const isStill = useRef(still !== undefined || matchMedia('(prefers-reduced-motion: reduce)').matches).current
  const [wanted, setWanted] = useState<Readonly<Record<string, string>>>({})
  const [isPaused, setPaused] = useState(isStill)
  const { data, error, dataUpdatedAt, refetch } = useBoard(page?.board ?? '', { ...given, ...wanted })
  const { scenes = [], scene = 0, board } = data ?? {}
  // Their order follows the numbers.
  const found = scenes.findIndex(
    ({ name, search }) => name === wanted['scene'] && Object.entries(search).every(([key, of]) => wanted[key] === of),
  )
  const at = found < 0 ? scene : found
  const isWaiting = at !== scene && !error
  const turn = (by: number) => {
    const { name, search } = scenes[(at + by + scenes.length) % Math.max(scenes.length, 1)] ?? {}
    if (name !== undefined) setWanted({ ...search, scene: name })
  }
  const latest = useRef(turn)
  latest.current = turn
  const every = board?.every ?? 20
  const isTurning = !isPaused && !isWaiting && scenes.length > 1
  // biome-ignore lint/correctness/useExhaustiveDependencies: each scene has its whole time
  useEffect(() => {
    if (!isTurning) return
    const timer = setTimeout(() => latest.current(1), every * 1000)
    return () => clearTimeout(timer)
  }, [isTurning, every, at])
  useShortcut({ keys: 'left', title: words('lastScene') }, () => turn(-1))
  useShortcut({ keys: 'right', title: words('nextScene') }, () => turn(1))
  useShortcut({ keys: 'space', title: words('pause'), when: !isStill }, () => setPaused(!isPaused))
  useShortcut({ keys: 'f', title: words('fullScreen') }, turnFull)
  const stage = useStage(Number(scale) || 1)
  const dark = useDarkLook()
  if (!page) return null
  const title = localized(scenes[scene]?.title ?? page.title)
  return (
    <div
      className="screen absolute at-0 clip ink night"
      style={{ ...dark, ...chartColours('dark') }}
      data-still={isStill}
    >
      <div className="screen-stage stack num" style={stage}>
        <header className="row wrap fixed gap-16 tap-44 text-13 muted">
          <Mark size={24} />
          <h1 className="flex-1 size-18 ink">{title}</h1>
          <Fresh at={dataUpdatedAt} isLate={error !== null} />
          {scenes.length > 1 && <span>{words('scene', { at: scene + 1, count: scenes.length })}</span>}
          <Clock />
        </header>
        <div className="board relative clip grow" key={scene}>
          {data ? (
            <Tiles {...data} />
          ) : error ? (
            <SheetFault error={error} title={title} retry={() => void refetch()} />
          ) : (
            <SheetLoading />
          )}
        </div>
        <footer className="row spread fixed gap-16 text-12 muted">
          <span>{isStill ? words('still') : isPaused ? words('isPaused') : ''}</span>
          {isTurning && (
            <span className="screen-line grow edge h-1">
              <i className="block h-1" key={at} style={{ animationDuration: `${every}s` }} />
            </span>
          )}
          <span>{words(isStill ? 'stillKeys' : 'runningKeys')}</span>
        </footer>
      </div>
    </div>
  )
}

/** The size of the stage, as large as the window allows; on a narrow one it flows. */
function useStage(scale: number): CSSProperties {
  const [size, setSize] = useState([innerWidth, innerHeight])
  useEffect(() => {
    const measure = () => setSize([innerWidth, innerHeight])
    addEventListener('resize', measure)
    return () => removeEventListener('resize', measure)
  }, [])
  const [across = width, down = height] = size
  if (across < 992) return {}
  const by = Math.min(across / width, down / height) * scale
  return { width: across / by, height: down / by, transform: `scale(${by})` }
}

/** The custom properties of the dark look, whichever the user has. */
function useDarkLook(): CSSProperties {
  const { theme, density } = useChoices(useEngine().preferences)
  const { primary } = useTheme().palette
  const locale = useLanguage()
  return useMemo(() => {
    const sheets = createTheme(look({ theme, colour: primary.main, scheme: 'dark', density, locale })) as unknown as {
      generateStyleSheets(): readonly Readonly<Record<string, CSSProperties>>[]
    }
    return Object.assign({}, ...sheets.generateStyleSheets().map(sheet => sheet[':root'])) as CSSProperties
  }, [theme, density, primary.main, locale])
}

/** The present time, each second. */
function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}

function Clock() {
  const language = useLanguage()
  const timeZone = useZone()
  const now = useNow()
  return (
    <>
      <span>{now.toLocaleDateString(language, { month: 'long', day: 'numeric', weekday: 'long', timeZone })}</span>
      <strong className="ink size-26">{timeText(now, timeZone)}</strong>
    </>
  )
}

/** The zone of the server, whichever the display has. */
const useZone = () => useModelIndex()?.zone ?? 'UTC'

const timeText = (time: Date, timeZone: string) =>
  time.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', timeZone })

/** How old the numbers are; without a connection, since when. */
function Fresh({ at, isLate }: { readonly at: number; readonly isLate: boolean }) {
  const words = useChartWords()
  const now = useNow()
  const time = timeText(new Date(at), useZone())
  if (at === 0) return null
  return (
    <span className="screen-fresh" data-late={isLate}>
      {isLate
        ? words('updatedAt', { time })
        : words('live', { count: Math.max(0, Math.round((now.getTime() - at) / 1000)) })}
    </span>
  )
}
