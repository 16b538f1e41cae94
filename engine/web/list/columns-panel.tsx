import Button from '@mui/material/Button'
import Popover from '@mui/material/Popover'
import { GripVertical } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react'
import { foldedText } from '../../fields/text-value.ts'
import type { Field } from '../../model/model.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { useTranslation } from '../words/i18n.ts'
import { partWords } from '../words/part-words.ts'
import { columnWidthOf } from './column-width.ts'
import { clampWidth, columnsThatFit, ownWidths, showable } from './list-columns.ts'
import { useListView } from './list-view.tsx'
import './columns-panel.css'

interface ColumnsPanelProps {
  readonly part: ResourcePart
  readonly anchor: HTMLElement
  onClose(): void
}

const rowHeight = 36
const step = 16
/** Number of columns above which the panel has a search field. */
const many = 14

/** The column settings of a list: selection, order and width. Changes apply immediately. */
export function ColumnsPanel({ part, anchor, onClose }: ColumnsPanelProps) {
  const { resource, language } = part
  const translate = useTranslation(partWords)
  const id = useId()
  const { plan, widths, hasOwnColumns, changeColumns } = useListView()
  const [words, setWords] = useState('')
  const [news, setNews] = useState('')
  const all = showable(resource)
  const shown = plan.names.flatMap(name => all.find(field => field.name === name) ?? [])
  const hidden = all.filter(field => !plan.names.includes(field.name))
  const isFound = (field: Field) => foldedText(`${field.title[language]} ${field.name}`).includes(foldedText(words))
  const put = (names: readonly string[]) => changeColumns(names, widths)
  const move = (field: Field, to: number) => {
    const others = shown.filter(one => one !== field).map(({ name }) => name)
    const at = Math.min(Math.max(to, 0), others.length)
    put([...others.slice(0, at), field.name, ...others.slice(at)])
    setNews(translate('columns.moved', { column: field.title[language], at: at + 1, count: shown.length }))
  }
  const resize = (field: Field, by: number) => {
    const [natural] = columnsThatFit(resource, language, one => columnWidthOf(part, one), 0, {
      names: [field.name],
      isChosen: false,
      widths,
    })
    const width = clampWidth((natural?.width ?? ownWidths.loose) + by)
    changeColumns(plan.isChosen ? plan.names : null, { ...widths, [field.name]: width })
    setNews(translate('columns.width', { column: field.title[language], width }))
  }
  return (
    <Popover
      open
      anchorEl={anchor}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      onClose={onClose}
      slotProps={{ paper: { className: 'columns-panel', role: 'dialog', 'aria-labelledby': id } }}
    >
      <header className="flex spread">
        <h2 id={id}>{translate('columns.title')}</h2>
        <span className="quiet text-12">{translate('columns.shown', { count: shown.length })}</span>
      </header>
      {all.length > many && (
        <input
          type="search"
          className="columns-search fixed round-6 h-32 paper size-13 inherit"
          placeholder={translate('columns.search')}
          aria-label={translate('columns.search')}
          value={words}
          onChange={event => setWords(event.target.value)}
        />
      )}
      <div className="ruled scroll flex-1 py-4">
        <ul>
          {shown.filter(isFound).map(field => (
            <ShownColumn
              key={field.name}
              title={field.title[language]}
              isOnly={shown.length === 1}
              canMove={words.trim() === ''}
              at={shown.indexOf(field)}
              onMove={to => move(field, to)}
              onResize={by => resize(field, by)}
              onHide={() => put(plan.names.filter(name => name !== field.name))}
            />
          ))}
        </ul>
        {hidden.some(isFound) && <h3 className="quiet text-12 medium">{translate('columns.hidden')}</h3>}
        <ul>
          {hidden.filter(isFound).map(field => (
            <li className="flex h-36" key={field.name}>
              <span className="columns-grip centered fixed quiet round-6 h-32 w-28" />
              <label className="flex flex-1 gap-10 min-0 h-full press">
                <input
                  type="checkbox"
                  className="check-box block round-4 paper press"
                  checked={false}
                  onChange={() => put([...shown.map(({ name }) => name), field.name])}
                />
                {field.title[language]}
              </label>
            </li>
          ))}
        </ul>
      </div>
      <p className="unseen" role="status">
        {news}
      </p>
      <footer className="flex spread ruled">
        <Button size="small" variant="text" disabled={!hasOwnColumns} onClick={() => changeColumns(null, {})}>
          {translate('columns.reset')}
        </Button>
        <Button size="small" onClick={onClose}>
          {translate('columns.done')}
        </Button>
      </footer>
    </Popover>
  )
}

interface ShownColumnProps {
  readonly title: string
  readonly at: number
  /** The last column cannot be removed. */
  readonly isOnly: boolean
  readonly canMove: boolean
  onMove(to: number): void
  onResize(by: number): void
  onHide(): void
}

function ShownColumn({ title, at, isOnly, canMove, onMove, onResize, onHide }: ShownColumnProps) {
  const translate = useTranslation(partWords)
  const row = useRef<HTMLLIElement>(null)
  const [offset, setOffset] = useState(0)
  const onKeyDown = (event: KeyboardEvent) => {
    const acts: Readonly<Record<string, () => void>> = {
      ArrowUp: () => canMove && onMove(at - 1),
      ArrowDown: () => canMove && onMove(at + 1),
      ArrowLeft: () => onResize(-step),
      ArrowRight: () => onResize(step),
    }
    const act = acts[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!canMove || event.button !== 0) return
    const grip = event.currentTarget
    const from = event.clientY
    grip.setPointerCapture(event.pointerId)
    const by = (now: globalThis.PointerEvent) => now.clientY - from
    const follow = (now: globalThis.PointerEvent) => setOffset(by(now))
    const end = (now: globalThis.PointerEvent) => {
      grip.removeEventListener('pointermove', follow)
      grip.removeEventListener('pointerup', end)
      grip.removeEventListener('pointercancel', end)
      setOffset(0)
      const steps = Math.round(by(now) / rowHeight)
      if (now.type === 'pointerup' && steps !== 0) onMove(at + steps)
    }
    grip.addEventListener('pointermove', follow)
    grip.addEventListener('pointerup', end)
    grip.addEventListener('pointercancel', end)
  }
  return (
    <li
      className="flex h-36"
      ref={row}
      data-held={offset !== 0 || undefined}
      style={offset === 0 ? undefined : { transform: `translateY(${offset}px)` }}
    >
      <button
        type="button"
        className="columns-grip centered fixed quiet round-6 h-32 w-28 no-touch"
        aria-label={translate('columns.move', { column: title })}
        title={translate('columns.move', { column: title })}
        onKeyDown={onKeyDown}
        onPointerDown={drag}
      >
        <GripVertical aria-hidden />
      </button>
      <label className="flex flex-1 gap-10 min-0 h-full press">
        <input
          type="checkbox"
          className="check-box block round-4 paper press"
          checked
          disabled={isOnly}
          onChange={onHide}
        />
        {title}
      </label>
    </li>
  )
}
