import Button from '@mui/material/Button'
import { TriangleAlert } from 'lucide-react'
import { useNotify } from 'ra-core'
import { useSyncExternalStore } from 'react'
import type { Language } from '../../model/model.ts'
import { copyText } from '../components/copy-text.ts'
import { useTranslation } from '../words/i18n.ts'
import { recordWords } from '../words/record-words.ts'
import type { FormState } from './form-state.ts'
import type { RemovedInput } from './removed-input.ts'
import './form.css'

/** Shows once the input for which the changed Model has no place. */
export function RemovedBar({ state, language }: { state: FormState; language: Language }) {
  const removed = useSyncExternalStore(state.watch, state.removed)
  return removed.length === 0 ? null : (
    <RemovedTexts removed={removed} language={language} onDismiss={state.dismissRemoved} />
  )
}

interface RemovedTextsProps {
  readonly removed: readonly RemovedInput[]
  readonly language: Language
  onDismiss?(): void
}

/** Texts that can be copied, with the titles of their former fields. */
export function RemovedTexts({ removed, language, onDismiss }: RemovedTextsProps) {
  const translate = useTranslation(recordWords)
  const notify = useNotify()
  const copy = async (text: string) => {
    const isCopied = await copyText(text)
    notify(isCopied ? 'form.removedCopied' : 'form.removedNotCopied', { type: isCopied ? 'success' : 'warning' })
  }
  return (
    <div className="form-bar removed-bar sunken row fixed muted text-13 gap-10 wrap-phone items-start" role="alert">
      <TriangleAlert size={16} aria-hidden />
      <dl className="grid gap-4 min-0 mr-auto">
        {removed.map(({ title, text, isUnfit }) => (
          <div key={`${title.en} ${text.en}`} className="row wrap gap-x-8 min-h-30">
            <dt>{translate(isUnfit ? 'form.unfit' : 'form.removed', { field: title[language] })}</dt>
            <dd className="break scroll ink max-h-88 pre-wrap">{text[language]}</dd>
            <Button size="small" variant="text" color="inherit" onClick={() => void copy(text[language])}>
              {translate('form.removedCopy')}
            </Button>
          </div>
        ))}
      </dl>
      {onDismiss && (
        <Button size="small" variant="outlined" color="inherit" onClick={onDismiss}>
          {translate('form.removedDismiss')}
        </Button>
      )}
    </div>
  )
}
