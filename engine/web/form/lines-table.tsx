import { useMediaQuery, useTheme } from '@mui/material'
import { Plus } from 'lucide-react'
import { useId } from 'react'
import { captionOf } from '../../fields/caption.ts'
import { requiresValue } from '../../fields/record-schema.ts'
import { ScalesContext, useScales } from '../../fields/scales.ts'
import { columnWidth } from '../../fields/web.ts'
import { useTranslation } from '../words/i18n.ts'
import { recordWords } from '../words/record-words.ts'
import { LineCards } from './lines-cards.tsx'
import { alignOf } from './lines-columns.ts'
import { type LinesEditing, useLinesEditing } from './lines-editing.ts'
import { LinesPasteBar } from './lines-paste-bar.tsx'
import type { LinesProps } from './lines-props.ts'
import { LineRow, useRowDragging } from './lines-row.tsx'
import { SumRow } from './lines-sum.tsx'
import './form.css'

/**
 * The lines of a record as an editable table: Tab moves, Enter adds a line below, Ctrl+Delete removes
 * one, Alt with an arrow or the handle moves one, Esc restores the cell, and a pasted block fills cells from the open
 * one on.
 */
export function LinesTable(props: LinesProps) {
  const { lines, disabled, head } = props
  const isPhone = useMediaQuery(useTheme().breakpoints.down('sm'))
  const editing = useLinesEditing(props)
  const add = () => editing.addBelow(lines.length - 1)
  return (
    <>
      {head?.(editing.mayAdd && !isPhone ? add : undefined)}
      {editing.pasted && <LinesPasteBar {...props} editing={editing} pasted={editing.pasted} />}
      {isPhone ? (
        <LineCards {...props} editing={editing} />
      ) : (
        <div className={disabled ? 'lines lines-read scrolls' : 'lines scrolls'}>
          <Rows {...props} editing={editing} />
          {editing.mayAdd && <AddRow onAdd={add} />}
        </div>
      )}
    </>
  )
}

function Rows({ editing, ...props }: LinesProps & { readonly editing: LinesEditing }) {
  const { lines, errors, disabled, language } = props
  const { columns } = editing
  const translate = useTranslation(recordWords)
  const heads = useId()
  const dragging = useRowDragging(lines.length, editing)
  const scales = useScales(columns, lines)
  const widths = columns.map(column => columnWidth(column, props.model, language))
  // Columns without a width of their own do not become narrower than this; the table scrolls instead.
  const minWidth = widths.reduce<number>((sum, width) => sum + (width ?? 100), 52 + (disabled ? 0 : 44))
  return (
    <table className="table" aria-label={props.field.title[language]} style={{ minWidth }}>
      <thead>
        <tr>
          <th className="lines-number">#</th>
          {columns.map((column, at) => (
            <th
              key={column.name}
              id={`${heads}-${column.name}`}
              className={alignOf(column)}
              style={{ width: widths[at] }}
              title={captionOf(column, language)}
            >
              {captionOf(column, language)}
              {requiresValue(column, true) && !disabled && <span className="required late bold"> *</span>}
            </th>
          ))}
          {!disabled && <th className="lines-actions px-8" />}
        </tr>
      </thead>
      <ScalesContext value={scales}>
        <tbody>
          {lines.map((line, row) => (
            <LineRow
              key={editing.identities[row]}
              identity={editing.identities[row] ?? -1}
              id={props.id}
              heads={heads}
              row={row}
              line={line}
              errors={errors[row]}
              editing={editing}
              dragging={dragging}
              model={props.model}
              language={language}
              sources={props.sources}
              disabled={disabled}
              {...(props.isShown && { isShown: props.isShown })}
              {...(props.lockOf && { lockOf: props.lockOf })}
            />
          ))}
          {lines.length === 0 && (
            <tr>
              <td className="lines-none" colSpan={columns.length + (disabled ? 1 : 2)}>
                {translate('form.noLines')}
              </td>
            </tr>
          )}
        </tbody>
      </ScalesContext>
      <SumRow {...props} columns={columns} hasActions={!disabled} />
    </table>
  )
}

/** Below the last line, where the user finishes typing. */
function AddRow({ onAdd }: { onAdd(): void }) {
  const translate = useTranslation(recordWords)
  return (
    <button type="button" className="lines-add ruled row gap-6 full h-36 px-12 ring-in hovers" onClick={onAdd}>
      <Plus size={16} /> {translate('form.addLine')}
    </button>
  )
}
