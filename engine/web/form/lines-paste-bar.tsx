import { Button, IconButton } from '@mui/material'
import { X } from 'lucide-react'
import { useState } from 'react'
import { isUnread } from '../../fields/unread-text.ts'
import { useSay } from '../words/i18n.ts'
import type { LinesEditing } from './lines-editing.ts'
import { differs } from './lines-paste.ts'
import type { LinesProps } from './lines-props.ts'
import type { PasteReport } from './use-lines-paste.ts'

type PasteBarProps = LinesProps & { readonly editing: LinesEditing; readonly pasted: PasteReport }

/** What became of the block that was pasted last: one message, and what can be done about it. */
export function LinesPasteBar({ editing, pasted, ...props }: PasteBarProps) {
  const say = useSay()
  const sentences = usePasteSentences({ editing, pasted, ...props })
  const wrong = wrongCount(props, editing, pasted)
  return (
    <div className="lines-paste">
      <p role="status">{sentences.join('')}</p>
      {wrong > 0 && !pasted.isLookingUp && (
        <Button size="small" onClick={editing.openUnread}>
          {say('form.pasteShowWrong')}
        </Button>
      )}
      {pasted.hasFailed && (
        <Button size="small" onClick={editing.lookUpAgain}>
          {say('form.pasteLookAgain')}
        </Button>
      )}
      {pasted.left.length > 0 && <CopyLeft rows={pasted.left} />}
      <Button size="small" onClick={editing.undoPaste}>
        {say('form.pasteUndo')}
      </Button>
      <IconButton size="small" aria-label={say('dialog.close')} onClick={editing.closeReport}>
        <X size={16} />
      </IconButton>
    </div>
  )
}

function usePasteSentences({ editing, pasted, ...props }: PasteBarProps): readonly string[] {
  const { language, field, model, lines } = props
  const say = useSay()
  const { count, left, hasHeads, ignored, surplus, given, isLookingUp, hasFailed } = pasted
  const separator = language === 'zh' ? '、' : ', '
  const wrong = wrongCount(props, editing, pasted)
  const tail = isLookingUp
    ? say('form.pasteLookingUp')
    : wrong > 0
      ? say('form.pasteWrong', { smart_count: wrong })
      : ''
  const differing = given.filter(one => differs(one, lines[editing.identities.indexOf(one.identity)], model))
  const titles = [...new Set(differing.map(one => one.field.title[language]))]
  const others = [
    hasFailed && say('form.pasteFailed'),
    hasHeads && say('form.pasteHeads'),
    ignored.length > 0 &&
      say('form.pasteIgnored', { columns: ignored.map(({ title }) => title[language]).join(separator) }),
    surplus > 0 && say('form.pasteSurplus', { smart_count: surplus }),
    differing.length > 0 &&
      say('form.pasteDiffers', { smart_count: differing.length, columns: titles.join(separator) }),
    left.length > 0 && say('form.pasteLeft', { smart_count: left.length, max: Number(field.options['max']) }),
  ].filter(one => one !== false)
  const end = language === 'zh' ? '。' : '. '
  const first = say('form.pasted', { smart_count: count }) + tail
  return others.length > 0 ? [first + end, ...others.map(one => one + end)] : [first]
}

/** How many pasted cells still hold a text that was not read. */
function wrongCount({ lines }: LinesProps, { identities }: LinesEditing, { cells }: PasteReport): number {
  const rows = new Map(identities.map((identity, row) => [identity, lines[row]]))
  return cells.filter(({ identity, field }) => isUnread(rows.get(identity)?.[field.name])).length
}

function CopyLeft({ rows }: { readonly rows: PasteReport['left'] }) {
  const say = useSay()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(rows.map(cells => cells.map(quoted).join('\t')).join('\n'))
    setCopied(true)
  }
  return (
    <Button size="small" onClick={() => void copy()}>
      {say(isCopied ? 'form.pasteCopied' : 'form.pasteCopyLeft')}
    </Button>
  )
}

/** A cell as a spreadsheet copies it. */
const quoted = (cell: string) => (/["\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
