import Button from '@mui/material/Button'
import { useTheme } from '@mui/material/styles'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChartNoAxesColumn, RotateCw } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { BoardAnswer, BoardTile } from '../../model/chart.ts'
import { ChartSkeleton, ChartTile, FigureTile } from '../chart/chart.tsx'
import { useChartWords } from '../chart/chart-words.ts'
import { useEngine } from '../data/engine-context.ts'
import { statusOf } from '../data/request-fault.ts'
import { usePrinting } from '../export/use-printing.ts'
import { usePage } from '../frame/page-context.ts'
import { useShell } from '../frame/shell-context.ts'
import { useShownKeys } from '../frame/shortcuts.ts'
import { chartColours } from '../look/chart-colours.ts'
import { ScreenHead } from '../parts/screen-head.tsx'
import { SheetFault } from '../parts/sheet-state.tsx'
import { StatePanel } from '../parts/state-panel.tsx'
import { useLanguage, useLocalized, useTranslation } from '../words/i18n.ts'
import { AddTile } from './add-tile.tsx'
import { BoardExport } from './board-export.tsx'
import { spansOf } from './board-grid.ts'
import { PeriodChooser } from './period-chooser.tsx'
import { WorkTile } from './work-tile.tsx'
import './board.css'

/** Milliseconds between two refreshes by changed rows. */
const pace = 5000

/** The screen of a page with a board: its charts on one sheet, for the time in the address. */
export function BoardScreen() {
  const page = usePage()
  const words = useChartWords()
  const translate = useTranslation()
  const localized = useLocalized()
  const { isPhone } = useShell()
  const [search, setSearch] = useSearchParams()
  const { data, error, isFetching, refetch } = useBoard(page?.board ?? '', search)
  const { mode } = useTheme().palette
  const scheme = usePrinting() ? 'light' : mode
  useShownKeys('page', useKeys())
  if (!page) return null
  const title = localized(page.title)
  const period = data?.search['period']
  const choose = (value: string) => {
    const next = new URLSearchParams(search)
    if (value === data?.board.search['period']) next.delete('period')
    else next.set('period', value)
    setSearch(next, { replace: true })
  }
  const span = Object.values(data?.charts ?? {}).find(({ from }) => from !== undefined)
  const chooser = period !== undefined && (
    <PeriodChooser value={period} byDefault={data?.board.search['period'] ?? period} onChange={choose} />
  )
  return (
    <>
      <ScreenHead title={title}>
        {error && data && (
          <Button variant="text" color="error" startIcon={<RotateCw />} onClick={() => void refetch()}>
            {words('stale')}
          </Button>
        )}
        {!isPhone && chooser}
        {data && <BoardExport board={data.board} search={search} />}
      </ScreenHead>
      <div className="board" style={chartColours(scheme)} data-busy={isFetching && data !== undefined}>
        {isPhone && chooser}
        {span && <p className="board-span">{`${span.from} – ${span.to}`}</p>}
        {data ? (
          <Tiles {...data} />
        ) : statusOf(error) === 400 && search.size > 0 ? (
          <StatePanel icon={<ChartNoAxesColumn />} title={words('wrongSearch')} help={search.toString()}>
            <Button onClick={() => setSearch({}, { replace: true })}>{words('withoutSearch')}</Button>
          </StatePanel>
        ) : error ? (
          <SheetFault error={error} title={title} retry={() => void refetch()} />
        ) : (
          <div className="board-grid" role="status" aria-busy aria-label={translate('state.loading')}>
            {[12, 12, 8, 8, 8].map((span, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
              <div key={at} className="board-tile" style={spansOf([{ span, tall: 6 }])[0]}>
                <ChartSkeleton />
              </div>
            ))}
          </div>
        )}
      </div>
    </>
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

/** The numbers of a board. Older ones stay while newer are requested: when rows change, and when the user returns. */
function useBoard(name: string, search: URLSearchParams) {
  const { session, changes } = useEngine()
  const language = useLanguage()
  const asked = useRef(0)
  const query = useQuery({
    queryKey: ['board', name, search.toString(), language],
    queryFn: ({ signal }) => {
      asked.current = changes.position()
      return session.call<BoardAnswer>(`/api/engine/board/${encodeURIComponent(name)}`, {
        query: Object.fromEntries(search),
        signal,
      })
    },
    placeholderData: keepPreviousData,
    staleTime: pace,
    refetchOnWindowFocus: true,
  })
  const { data, dataUpdatedAt, refetch } = query
  const resources = useMemo(() => {
    const ofCharts = Object.values(data?.charts ?? {}).map(({ chart }) => chart.of)
    const ofWork = data?.board.tiles.flatMap(({ work = [] }) => work.map(({ of }) => of)) ?? []
    return [...new Set([...ofCharts, ...ofWork])]
  }, [data])
  useEffect(() => {
    for (const resource of resources) changes.want(resource)
    const since = asked.current
    let timer: ReturnType<typeof setTimeout> | undefined
    const check = () => {
      if (resources.every(resource => changes.count(resource, since) === 0)) return
      timer ??= setTimeout(() => void refetch(), Math.max(0, dataUpdatedAt + pace - Date.now()))
    }
    // Of a page that was hidden, some have not been seen.
    check()
    const stop = changes.subscribe(check)
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [changes, resources, dataUpdatedAt, refetch])
  return query
}

/** The tiles on their grid; on a phone one below another in the order for it. */
function Tiles({ board, charts, work }: BoardAnswer) {
  const words = useChartWords()
  const localized = useLocalized()
  const { isPhone } = useShell()
  const place = ({ name }: BoardTile) => (board.phone.includes(name) ? board.phone.indexOf(name) : board.tiles.length)
  const tiles = isPhone ? board.tiles.toSorted((one, other) => place(one) - place(other)) : board.tiles
  const spans = spansOf(tiles)
  if (tiles.length === 0)
    return <StatePanel icon={<ChartNoAxesColumn />} title={words('noCharts')} help={words('noChartsHelp')} />
  return (
    <div className="board-grid">
      {tiles.map((tile, at) => {
        const answers = tile.charts.flatMap(name => charts[name] ?? [])
        const [first] = answers
        return (
          <div key={tile.name} className="board-tile" data-kind={tile.kind} style={spans[at]}>
            {tile.kind === 'figures' ? (
              <section aria-label={tile.title && localized(tile.title)} className="board-figures">
                {answers.map(answer => (
                  <FigureTile key={answer.chart.name} answer={answer} />
                ))}
              </section>
            ) : tile.kind === 'add' ? (
              <AddTile tile={tile} />
            ) : tile.kind === 'work' ? (
              <WorkTile tile={tile} answer={work[tile.name]} />
            ) : (
              first && <ChartTile answer={first} title={tile.title} />
            )}
          </div>
        )
      })}
    </div>
  )
}
