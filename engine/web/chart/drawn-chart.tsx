import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useEngine } from '../data/engine-context.ts'
import { useChoices } from '../data/use-choices.ts'
import { themeOf } from '../look/themes.ts'
import { type ChartMark, paintOf } from './chart-data.ts'
import { createDrawing, type Drawing } from './drawing.ts'
import { Marks, useChart } from './marks.tsx'

/** Lines, columns and stacks. The marks are links, which keyboards and screen readers use. */
export function DrawnChart() {
  const { answer, data, label, language, words, listLink, markText } = useChart()
  const navigate = useNavigate()
  const hasPatterns = themeOf(useChoices(useEngine().preferences).theme).highContrast === true
  const element = useRef<HTMLDivElement>(null)
  const drawing = useRef<Drawing>(undefined)
  const [shown, setShown] = useState<number>()
  const [size, setSize] = useState(0)
  const now = words('today')
  useEffect(() => {
    if (!element.current) return
    const created = createDrawing(element.current)
    drawing.current = created
    const observer = new ResizeObserver(([entry]) => {
      // A hidden page has no size.
      if (!entry || entry.contentRect.width === 0) return
      created.resize()
      setSize(entry.contentRect.width + entry.contentRect.height)
    })
    observer.observe(element.current)
    return () => {
      observer.disconnect()
      created.dispose()
    }
  }, [])
  useEffect(() => {
    if (size > 0) drawing.current?.draw({ answer, data, language, now, hasPatterns })
  }, [answer, data, language, now, hasPatterns, size])

  const markUnder = ({ clientX, clientY, currentTarget }: MouseEvent<HTMLElement>) => {
    const { left, top, width } = currentTarget.getBoundingClientRect()
    // A display is scaled.
    const scale = width / currentTarget.offsetWidth
    return drawing.current?.markAt((clientX - left) / scale, (clientY - top) / scale)
  }
  const open = (event: MouseEvent<HTMLElement>) => {
    const at = markUnder(event)
    const mark = data.marks[at ?? -1]
    const to = mark && listLink(mark.row.filter, markText(mark))
    // A finger has no way to look before it opens.
    const isLooked = at === shown || !window.matchMedia('(hover: none)').matches
    setShown(at)
    if (to && isLooked) void navigate(to.to, to)
  }
  const mark = shown === undefined ? undefined : data.marks[shown]
  return (
    // Keyboards use the links.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div
      className="chart-drawn grow relative press"
      onMouseMove={event => setShown(markUnder(event))}
      onMouseLeave={() => setShown(undefined)}
      onClick={open}
    >
      <div ref={element} className="chart-drawing absolute at-0" role="img" aria-label={label} />
      <Marks
        className=""
        across={new Set(data.marks.map(({ series }) => series)).size}
        marks={data.marks}
        look={(_, at) => ({
          className: 'unseen',
          onFocus: () => setShown(at),
          onBlur: () => setShown(undefined),
        })}
      />
      {mark && drawing.current && <Tip mark={mark} drawing={drawing.current} />}
    </div>
  )
}

/** The group of a mark with all of its values, beside the point that is marked. */
function Tip({ mark, drawing }: { readonly mark: ChartMark; readonly drawing: Drawing }) {
  const { chart, data, language, words, beforeTitle, groupTitle, amount } = useChart()
  const marks = data.marks.filter(({ group }) => group === mark.group)
  const { x, width, y, bottom, top } = drawing.placeOf(mark.group, mark.value ?? 0)
  const isLeft = mark.group >= data.groups.length / 2
  return (
    <>
      {chart.kind === 'line' ? (
        <>
          <i className="chart-pointer absolute no-pointer" style={{ left: x, top, height: bottom - top }} />
          <i className="chart-point circle paper absolute no-pointer" style={{ left: x, top: y }} />
        </>
      ) : (
        <i className="hovered absolute no-pointer" style={{ left: x - width / 2, width, top, height: bottom - top }} />
      )}
      <div
        className="chart-tip text-12 muted nowrap round-8 absolute no-pointer top-0 py-10 px-12 pop"
        aria-hidden
        style={isLeft ? { right: `calc(100% - ${x - 12}px)` } : { left: x + 12 }}
      >
        <strong className="medium ink">
          {groupTitle({ keys: mark.row.keys.slice(0, 1), names: mark.row.names.slice(0, 1) })}
          {mark.row.partial && ` · ${words('partial')}`}
        </strong>
        {marks.map(one => (
          <div key={`${one.series}`} className={`row gap-8${one === mark && marks.length > 1 ? ' ink' : ''}`}>
            <i style={{ background: paintOf(data.series[one.series]?.colour, one.series, data.series.length) }} />
            {data.series[one.series]?.name ?? one.measure.title[language]}
            <b className="push pl-20 ink">{amount(one.measure, one.value)}</b>
          </div>
        ))}
        {marks.map(
          one =>
            one.previous !== null && (
              <div key={`${one.series}`} className="row gap-8">
                <i className="chart-before" />
                {beforeTitle}
                <b className="push pl-20 ink">{amount(one.measure, one.previous)}</b>
              </div>
            ),
        )}
        <small className="block mt-6">{words('openThese', { value: amount(mark.measure, mark.value) })}</small>
      </div>
    </>
  )
}
