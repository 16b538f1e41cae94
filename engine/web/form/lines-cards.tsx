import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { captionOf } from '../../fields/caption.ts'
import { typeOf } from '../../fields/index.ts'
import { requiresValue } from '../../fields/record-schema.ts'
import { UnreadMessage } from '../../fields/unread-message.tsx'
import { isUnread } from '../../fields/unread-text.ts'
import { webOf } from '../../fields/web.ts'
import type { Field } from '../../model/model.ts'
import { isEmptyValue } from '../../record/empty-value.ts'
import { useTranslation } from '../words/i18n.ts'
import { recordWords } from '../words/record-words.ts'
import { type FormLine, isSummed, isTyped } from './lines-columns.ts'
import type { LinesEditing } from './lines-editing.ts'
import type { LinesProps } from './lines-props.ts'
import { Sum } from './lines-sum.tsx'
import { cellsOf, isBlock } from './pasted-block.ts'
import { isShortField } from './short-field.ts'

type LineCardsProps = LinesProps & { readonly editing: LinesEditing }

/** Lines on a phone: a card for each line, with an input for every field, and the sums. */
export function LineCards({ editing, ...props }: LineCardsProps) {
  const { lines, disabled, language } = props
  const { columns, mayAdd } = editing
  const translate = useTranslation(recordWords)
  return (
    <div className={disabled ? 'line-cards grid gap-12 lines-read' : 'line-cards grid gap-12'}>
      {lines.map((line, row) =>
        disabled ? (
          <ReadCard key={editing.identities[row]} {...props} columns={columns} line={line} row={row} />
        ) : (
          <TypedCard
            key={editing.identities[row]}
            {...props}
            editing={editing}
            identity={editing.identities[row] ?? -1}
            line={line}
            row={row}
          />
        ),
      )}
      {lines.length > 0 &&
        columns.filter(isSummed).map(column => (
          <p key={column.name} className="flex spread bold px-12">
            <span>
              {translate('form.sum')} · {captionOf(column, language)}
            </span>
            <Sum {...props} column={column} />
          </p>
        ))}
      {lines.length === 0 && disabled && <p className="lines-none">{translate('form.noLines')}</p>}
      {mayAdd && (
        <button
          type="button"
          className="lines-add ruled row gap-6 full h-36 px-12 ring-in hovers"
          onClick={() => editing.addBelow(lines.length - 1)}
        >
          <Plus size={20} /> {translate('form.addLine')}
        </button>
      )}
    </div>
  )
}

interface OneLine {
  readonly line: FormLine
  readonly row: number
}

/** A collapsed line: its title and total, and its other values in pairs. */
function ReadCard({ line, row, columns, ...props }: LinesProps & OneLine & { readonly columns: readonly Field[] }) {
  const { resource, isShown } = props
  const shown = columns.filter(column => isShown?.(column, line) ?? true)
  const name = shown.find(column => column.name === resource.display)
  const sum = shown.find(isSummed)
  return (
    <section className="line-card boxed round-10 pt-8 pb-14 px-12">
      <header className="row spread bold">
        <span className="break">
          <small className="quiet size-13">{row + 1}</small> {name && <Value {...props} column={name} line={line} />}
        </span>
        {sum && <Value {...props} column={sum} line={line} />}
      </header>
      <dl className="grid">
        {shown
          .filter(column => column !== name && column !== sum)
          .map(column => (
            <div key={column.name}>
              <dt className="quiet text-12">{captionOf(column, props.language)}</dt>
              <dd className="num break">
                <Value {...props} column={column} line={line} />
              </dd>
            </div>
          ))}
      </dl>
    </section>
  )
}

/** An expanded line: an input for every field, short ones in pairs. */
function TypedCard({
  line,
  row,
  identity,
  editing,
  ...props
}: LineCardsProps & OneLine & { readonly identity: number }) {
  const { language, errors, id, isShown } = props
  const translate = useTranslation(recordWords)
  const [block, setBlock] = useState<PastedBlock>()
  const number = row + 1
  const paste = (text: string, column: Field) => {
    setBlock(undefined)
    editing.paste(text, row, editing.columns.indexOf(column))
  }
  return (
    <section className="line-card grid boxed round-10 pt-8 pb-14 px-12">
      <header className="row spread bold">
        <span className="break">{translate('form.line', { number })}</span>
        <div>
          <IconButton
            aria-label={translate('form.moveLineUp', { number })}
            disabled={row === 0 || !editing.mayMove}
            onClick={() => editing.move(row, row - 1)}
          >
            <ArrowUp size={20} />
          </IconButton>
          <IconButton
            aria-label={translate('form.moveLineDown', { number })}
            disabled={number === props.lines.length || !editing.mayMove}
            onClick={() => editing.move(row, row + 1)}
          >
            <ArrowDown size={20} />
          </IconButton>
          {editing.mayRemove(row) && (
            <IconButton aria-label={translate('form.removeLine', { number })} onClick={() => editing.remove(row)}>
              <Trash2 size={20} />
            </IconButton>
          )}
        </div>
      </header>
      {editing.columns
        .filter(column => isShown?.(column, line) ?? true)
        .map(column => {
          const { Input } = webOf(column)
          const given = line[column.name]
          const unread = isUnread(given) ? given : undefined
          const message = unread?.message[language] ?? errors[row]?.[column.name]?.[0]
          const input = `${id}_${row}_${column.name}`
          const lock = props.lockOf?.(column, line)
          const isEntered = isTyped(column) && lock === undefined && !props.disabled
          const isShort = isShortField(column, props.model, language)
          return (
            <div
              key={column.name}
              className={isShort ? 'line-card-field line-card-short min-0 mb-22' : 'line-card-field min-0 mb-22'}
              onPasteCapture={event => {
                const text = event.clipboardData.getData('text/plain')
                if (!isEntered || !losesLines(column, text)) return
                event.preventDefault()
                event.stopPropagation()
                setBlock({ text, column })
              }}
            >
              {isEntered ? (
                <>
                  <label className="muted text-13" htmlFor={input}>
                    {captionOf(column, language)}
                    {requiresValue(column, true) && <span className="required late bold"> *</span>}
                  </label>
                  <Input
                    id={input}
                    field={column}
                    model={props.model}
                    language={language}
                    record={line}
                    sources={props.sources}
                    value={unread ? null : given}
                    {...(unread && { unread })}
                    disabled={false}
                    invalid={message !== undefined}
                    describedBy={message && `${input}-error`}
                    onChange={next => editing.write(identity, column.name, next)}
                  />
                </>
              ) : (
                <>
                  <span className="line-card-caption muted text-13">{captionOf(column, language)}</span>
                  <div className="field-given sunken row muted num clip boxed round-6 px-12 min-h-36" title={lock}>
                    <Value {...props} column={column} line={line} />
                  </div>
                </>
              )}
              {message && (
                <p id={`${input}-error`} className="field-error in-gap gap-4 mt-4 size-12 line-18 late" role="alert">
                  {unread ? (
                    <UnreadMessage
                      id={input}
                      field={column}
                      unread={unread}
                      language={language}
                      onChoose={(value, label) => editing.write(identity, column.name, value, label)}
                    />
                  ) : (
                    message
                  )}
                </p>
              )}
              {block?.column === column && (
                <div className="lines-paste sunken row wrap gap-y-4 gap-x-8 mb-8 py-4 pr-8 pl-12">
                  <p className="size-13 line-20" role="status">
                    {translate('form.pasteSeveral', { smart_count: cellsOf(block.text).length })}
                  </p>
                  <Button size="small" onClick={() => paste(block.text, column)}>
                    {translate('form.pasteAsLines', { smart_count: cellsOf(block.text).length })}
                  </Button>
                  <Button size="small" onClick={() => paste(inOneLine(block.text), column)}>
                    {translate('form.pasteAsText')}
                  </Button>
                  <Button size="small" onClick={() => setBlock(undefined)}>
                    {translate('form.cancel')}
                  </Button>
                </div>
              )}
            </div>
          )
        })}
    </section>
  )
}

interface ValueProps extends Pick<LinesProps, 'model' | 'language' | 'sources'> {
  readonly column: Field
  readonly line: FormLine
}

function Value({ column, line, model, language, sources }: ValueProps) {
  const value = line[column.name]
  if (isUnread(value)) return value.unread
  if (isEmptyValue(value)) return <span className="nothing">—</span>
  const { Cell } = webOf(column)
  return <Cell field={column} model={model} language={language} record={line} sources={sources} value={value} />
}

/** A text of several cells that was pasted into one field, until the user chooses what to do with it. */
interface PastedBlock {
  readonly text: string
  readonly column: Field
}

/** Whether an input would lose line breaks or cells of a text. */
const losesLines = (field: Field, text: string) => isBlock(text) && (text.includes('\t') || !typeOf(field).multiline)

const inOneLine = (text: string) =>
  cellsOf(text)
    .flat()
    .map(cell => cell.trim().replace(/\s+/g, ' '))
    .filter(cell => cell !== '')
    .join(' ')
