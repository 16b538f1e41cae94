import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import { useTheme } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChartNoAxesColumn } from 'lucide-react'
import { useListContext } from 'ra-core'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { isDictionary } from '../../fields/traits.ts'
import type { ChartKind, ListChartAnswer, ListChartChoice } from '../../model/chart.ts'
import { ReadFault } from '../components/sheet-state.tsx'
import { StatePanel } from '../components/state-panel.tsx'
import { useEngine } from '../data/engine-context.ts'
import { refusalMessageOf } from '../data/request-fault.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { usePrinting } from '../export/use-printing.ts'
import { useListView } from '../list/list-view.tsx'
import { chartColours } from '../look/chart-colours.ts'
import { useLanguage } from '../words/i18n.ts'
import { ChartSkeleton, ChartTile } from './chart.tsx'
import { useChartWords } from './chart-words.ts'
import { ListQueryContext } from './marks.tsx'

/** The records of a list as a chart, by the group, the measure and the drawing that its user chooses; views store them. */
export function ListChart({ part }: { readonly part: ResourcePart }) {
  const { resource } = part
  const language = useLanguage()
  const words = useChartWords()
  const { session } = useEngine()
  const { kind, setKind } = useListView()
  const { filterValues, total } = useListContext()
  const { mode } = useTheme().palette
  const scheme = usePrinting() ? 'light' : mode
  const chosen = new URLSearchParams(kind?.split('?')[1] || `group=${usualGroup(part)}`)
  const text = chosen.toString()
  useRowsOfMark(() => setKind(null))
  const { chart: behind, ...conditions } = filterValues as Readonly<Record<string, string>>
  const query = { ...conditions, ...(behind && { chart: behind }), _chart: text }
  const { data, error, refetch } = useQuery({
    // The total changes with the rows.
    queryKey: ['list-chart', resource.name, query, language, total],
    queryFn: ({ signal }) =>
      session.call<ListChartAnswer>(`/api/engine/list-chart/${resource.name}`, { query, signal }),
    placeholderData: keepPreviousData,
  })
  const choose = (name: string, value: string) => {
    const next = new URLSearchParams(chosen)
    if (value === '') next.delete(name)
    else next.set(name, value)
    // A drawing fits the groups and the measure for which it was chosen.
    if (name !== 'chart') next.delete('chart')
    setKind(`chart?${next}`)
  }
  const refusal = refusalMessageOf(error)
  const { choices } = data ?? {}
  const titled = (all: readonly ListChartChoice[] = []) =>
    all.map(one => ({ text: one.text, title: one.title[language] }))
  const groups = titled(choices?.groups)
  const kinds = (choices?.kinds ?? []).map((one: ChartKind) => ({ text: one, title: words(one) }))
  const offered = [
    ['group', words('group'), groups, chosen.get('group')],
    ['split', words('split'), [{ text: '', title: words('none') }, ...groups], chosen.get('split')],
    ['measure', words('measureBy'), titled(choices?.measures), chosen.get('measure') ?? 'count()'],
    ['chart', words('drawing'), kinds, data?.chart.kind ?? ''],
  ] as const
  return (
    <div className="list-chart stack grow" style={chartColours(scheme)}>
      {choices && (
        <div className="list-chart-words grid gap-12 inset py-12">
          {offered.map(([name, label, all, value]) => (
            <TextField
              key={name}
              select
              size="small"
              label={label}
              value={all.some(({ text }) => text === value) ? value : ''}
              onChange={event => choose(name, event.target.value)}
              slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
            >
              {all.map(({ text, title }) => (
                <MenuItem key={text} value={text}>
                  {title}
                </MenuItem>
              ))}
            </TextField>
          ))}
        </div>
      )}
      <div className="grow min-h-320">
        {refusal !== undefined ? (
          <StatePanel icon={<ChartNoAxesColumn />} title={words('wrongChart')} help={refusal}>
            <Button onClick={() => setKind('chart')}>{words('usualChart')}</Button>
          </StatePanel>
        ) : error && !data ? (
          <ReadFault error={error} retry={() => void refetch()} />
        ) : data ? (
          <ListQueryContext value={filterValues}>
            <ChartTile key={`${data.chart.name} ${data.chart.kind}`} answer={data} text={data.text} />
          </ListQueryContext>
        ) : (
          <ChartSkeleton />
        )}
      </div>
    </div>
  )
}

/** The state of the records, otherwise their first choice, otherwise the months of their creation. */
const usualGroup = ({ resource: { state, fields } }: ResourcePart): string =>
  state ?? fields.find(isDictionary)?.name ?? 'createTime.month'

/** Calls when the address has become that of the rows behind a mark. */
function useRowsOfMark(show: () => void): void {
  const { key, state } = useLocation()
  const first = useRef(key)
  const latest = useRef(show)
  latest.current = show
  useEffect(() => {
    if (key !== first.current && state?.chart) latest.current()
  }, [key, state])
}
