import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { useTheme } from '@mui/material/styles'
import { ChartNoAxesColumn, ChevronRight, Download, Maximize, RotateCw } from 'lucide-react'
import { Suspense, useCallback, useMemo } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { BoardAnswer } from '../../model/chart.ts'
import { ChartSkeleton } from '../chart/chart.tsx'
import { useChartWords } from '../chart/chart-words.ts'
import { DrillContext } from '../chart/marks.tsx'
import { ScreenHead } from '../components/screen-head.tsx'
import { SheetFault, SheetLoading } from '../components/sheet-state.tsx'
import { StatePanel } from '../components/state-panel.tsx'
import { refusalMessageOf, statusOf } from '../data/request-fault.ts'
import { useDownload } from '../export/use-download.ts'
import { usePrinting } from '../export/use-printing.ts'
import { usePage } from '../frame/page-context.ts'
import { useShell } from '../frame/shell-context.ts'
import { useShortcut, useShownKeys } from '../frame/shortcuts.ts'
import { partCode } from '../frame/web-part.ts'
import { chartColours } from '../look/chart-colours.ts'
import { useLocalized, useTranslation } from '../words/i18n.ts'
import { spansOf } from './board-grid.ts'
import { BoardSearch } from './board-search.tsx'
import { PeriodChooser } from './period-chooser.tsx'
import { Tiles } from './tiles.tsx'
import { turnFull } from './turn-full.ts'
import { useBoard } from './use-board.ts'
import './board.css'

const DataScreen = partCode(() => import('./data-screen.tsx').then(({ DataScreen }) => DataScreen))

/** The screen of a page with a board: on a display one without the frame of the application. */
export function BoardScreen() {
  const page = usePage()
  if (page?.frame !== 'bare') return <Board />
  return (
    <Suspense fallback={<SheetLoading />}>
      <DataScreen />
    </Suspense>
  )
}

/** The charts of a board on one sheet, for the search in the address. */
function Board() {
  const page = usePage()
  const words = useChartWords()
  const translate = useTranslation()
  const localized = useLocalized()
  const { isPhone } = useShell()
  const [search, setSearch] = useSearchParams()
  const { data, error, isFetching, refetch } = useBoard(page?.board ?? '', Object.fromEntries(search))
  const { mode } = useTheme().palette
  const scheme = usePrinting() ? 'light' : mode
  useShownKeys('page', useKeys())
  const drill = useDrill(data, search)
  useShortcut({ keys: 'f', title: words('fullScreen') }, turnFull)
  const { isRunning, download } = useDownload()
  const workbook = data?.board.http?.workbook
  if (!page) return null
  const title = localized(page.title)
  const period = data?.search['period']
  const choose = (name: string, value: string) => {
    // Of two quick changes, the second is before the first is rendered.
    const next = new URLSearchParams(window.location.search)
    if (value === data?.board.search[name]) next.delete(name)
    else next.set(name, value)
    setSearch(next, { replace: true })
  }
  const span = Object.values(data?.charts ?? {}).find(({ from }) => from !== undefined)
  const chooser = period !== undefined && (
    <PeriodChooser
      value={period}
      byDefault={data?.board.search['period'] ?? period}
      onChange={value => choose('period', value)}
    />
  )
  return (
    <div className="board-page stack grow">
      <ScreenHead title={title}>
        {error && data && (
          <Button variant="text" color="error" startIcon={<RotateCw />} onClick={() => void refetch()}>
            {words('stale')}
          </Button>
        )}
        {!isPhone && chooser}
        {workbook && (
          <Button
            variant="outlined"
            color="inherit"
            startIcon={<Download />}
            loading={isRunning}
            onClick={() => void download(workbook, { query: Object.fromEntries(search) })}
          >
            {words('export')}
          </Button>
        )}
        {!isPhone && (
          <IconButton data-hint={words('fullScreen')} aria-label={words('fullScreen')} onClick={turnFull}>
            <Maximize />
          </IconButton>
        )}
      </ScreenHead>
      <div
        className="board relative grow scroll ruled"
        style={chartColours(scheme)}
        data-busy={isFetching && data !== undefined}
      >
        {isPhone && chooser}
        {data && data.fields.length > 0 && <BoardSearch {...data} onChange={choose} />}
        {span && <p className="board-span hidden pb-8 px-20">{`${span.from} – ${span.to}`}</p>}
        {data && <Trail answer={data} drill={drill} />}
        {data ? (
          <DrillContext value={drill}>
            <Tiles {...data} />
          </DrillContext>
        ) : statusOf(error) === 400 && search.size > 0 ? (
          <StatePanel
            icon={<ChartNoAxesColumn />}
            title={words('wrongSearch')}
            help={refusalMessageOf(error) ?? search.toString()}
          >
            <Button onClick={() => setSearch({}, { replace: true })}>{words('withoutSearch')}</Button>
          </StatePanel>
        ) : error ? (
          <SheetFault error={error} title={title} retry={() => void refetch()} />
        ) : (
          <div className="board-grid grid" role="status" aria-busy aria-label={translate('state.loading')}>
            {[12, 12, 8, 8, 8].map((span, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
              <div key={at} className="board-tile min-0 min-h-0" style={spansOf([{ span, tall: 6 }])[0]}>
                <ChartSkeleton />
              </div>
            ))}
          </div>
        )}
      </div>
    </div>
  )
}

function useKeys() {
  const words = useChartWords()
  return useMemo(
    () =>
      [
        ['left', words('moveKeys')],
        ['right', words('moveKeys')],
        ['enter', words('openKey')],
        ['t', words('asTable')],
      ] as const,
    [words],
  )
}

type Drill = NonNullable<ReturnType<typeof useDrill>>

/** Returns the address of the board for one node of a tree, or for none; undefined of a search that the board lacks. */
function useDrill(data: BoardAnswer | undefined, search: URLSearchParams) {
  return useCallback(
    (path: string, key: string | undefined): string | undefined => {
      const name = [path, path.split('.').at(-1)].find(
        one => one !== undefined && data?.board.search[one] !== undefined,
      )
      if (name === undefined) return undefined
      const next = new URLSearchParams(search)
      if (key === undefined) next.delete(name)
      else next.set(name, key)
      return `?${next}`
    },
    [data, search],
  )
}

/** The nodes from the top to the shown one; Backspace returns to the level above. */
function Trail({ answer, drill }: { readonly answer: BoardAnswer; readonly drill: Drill }) {
  const words = useChartWords()
  const navigate = useNavigate()
  const found = Object.values(answer.charts).find(({ chart, trail = [] }) => chart.groups[0]?.opens && trail.length > 0)
  const path = found?.chart.groups[0]?.opens ?? ''
  const nodes = found?.trail ?? []
  const isSearched = Object.values(answer.search).includes(nodes.at(-1)?.key ?? '')
  const above = isSearched ? drill(path, nodes.at(-2)?.key) : undefined
  useShortcut(
    { keys: 'backspace', title: words('levelUp'), when: above !== undefined },
    () => void navigate(above ?? ''),
  )
  if (!isSearched) return null
  const last = nodes.at(-1)
  return (
    <nav className="row wrap gap-4 size-13 divided py-8 px-20" aria-label={words('level')}>
      <Link to={drill(path, undefined) ?? ''}>{words('whole')}</Link>
      {nodes.slice(0, -1).map(({ key, name }) => [
        <ChevronRight key={`${key} before`} size={14} aria-hidden />,
        <Link key={key} to={drill(path, key) ?? ''}>
          {name}
        </Link>,
      ])}
      <ChevronRight size={14} aria-hidden />
      <span aria-current="page">{last?.name}</span>
    </nav>
  )
}
