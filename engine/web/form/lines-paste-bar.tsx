import { Button, IconButton } from '@mui/material'
import { X } from 'lucide-react'
import { useState } from 'react'
import { isUnread } from '../../fields/unread-text.ts'
import { listSeparator } from '../../model/list-separator.ts'
import { useTranslation } from '../words/i18n.ts'
import { recordWords } from '../words/record-words.ts'
import type { LinesEditing } from './lines-editing.ts'
import { differs } from './lines-paste.ts'
import type { LinesProps } from './lines-props.ts'
import type { PasteReport } from './use-lines-paste.ts'

type PasteBarProps = LinesProps & { readonly editing: LinesEditing; readonly pasted: PasteReport }

/** The result of the last paste: one message, with its actions. */
export function LinesPasteBar({ editing, pasted, ...props }: PasteBarProps) {
  const translate = useTranslation(recordWords)
  const sentences = usePasteSentences({ editing, pasted, ...props })
  const wrong = wrongCount(props, editing, pasted)
  return (
    <div className="lines-paste sunken row wrap gap-y-4 gap-x-8 mb-8 py-4 pr-8 pl-12">
      <p className="size-13 line-20" role="status">
        {sentences.join('')}
      </p>
      {wrong > 0 && !pasted.isLookingUp && (
        <Button size="small" onClick={editing.openUnread}>
          {translate('form.pasteShowWrong')}
        </Button>
      )}
      {pasted.hasFailed && (
        <Button size="small" onClick={editing.lookUpAgain}>
          {translate('form.pasteLookAgain')}
        </Button>
      )}
      {pasted.left.length > 0 && <CopyLeft rows={pasted.left} />}
      <Button size="small" onClick={editing.undoPaste}>
        {translate('form.pasteUndo')}
      </Button>
      <IconButton size="small" aria-label={translate('dialog.close')} onClick={editing.closeReport}>
        <X size={16} />
      </IconButton>
    </div>
  )
}

function usePasteSentences({ editing, pasted, ...props }: PasteBarProps): readonly string[] {
  const { language, field, model, lines } = props
  const translate = useTranslation(recordWords)
  const { count, left, hasHeads, ignored, surplus, given, isLookingUp, hasFailed } = pasted
  const separator = listSeparator(language)
  const wrong = wrongCount(props, editing, pasted)
  const tail = isLookingUp
    ? translate('form.pasteLookingUp')
    : wrong > 0
      ? translate('form.pasteWrong', { smart_count: wrong })
      : ''
  const differing = given.filter(one => differs(one, lines[editing.identities.indexOf(one.identity)], model))
  const titles = [...new Set(differing.map(one => one.field.title[language]))]
  const others = [
    hasFailed && translate('form.pasteFailed'),
    hasHeads && translate('form.pasteHeads'),
    ignored.length > 0 &&
      translate('form.pasteIgnored', { columns: ignored.map(({ title }) => title[language]).join(separator) }),
    surplus > 0 && translate('form.pasteSurplus', { smart_count: surplus }),
    differing.length > 0 &&
      translate('form.pasteDiffers', { smart_count: differing.length, columns: titles.join(separator) }),
    left.length > 0 && translate('form.pasteLeft', { smart_count: left.length, max: Number(field.options['max']) }),
  ].filter(one => one !== false)
  const end = language === 'zh' ? '。' : '. '
  const first = translate('form.pasted', { smart_count: count }) + tail
  return others.length > 0 ? [first + end, ...others.map(one => one + end)] : [first]
}

/** How many pasted cells still contain an unreadable text. */
function wrongCount({ lines }: LinesProps, { identities }: LinesEditing, { cells }: PasteReport): number {
  const rows = new Map(identities.map((identity, row) => [identity, lines[row]]))
  return cells.filter(({ identity, field }) => isUnread(rows.get(identity)?.[field.name])).length
}

function CopyLeft({ rows }: { readonly rows: PasteReport['left'] }) {
  const translate = useTranslation(recordWords)
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(rows.map(cells => cells.map(quoted).join('\t')).join('\n'))
    setCopied(true)
  }
  return (
    <Button size="small" onClick={() => void copy()}>
      {translate(isCopied ? 'form.pasteCopied' : 'form.pasteCopyLeft')}
    </Button>
  )
}

/** A cell as a spreadsheet copies it. */
const quoted = (cell: string) => (/["\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
