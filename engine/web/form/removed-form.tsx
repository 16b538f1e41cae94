import { FileQuestionMark } from 'lucide-react'
import { StatePanel } from '../components/state-panel.tsx'
import { useEngine } from '../data/engine-context.ts'
import { useTab } from '../frame/tab-context.ts'
import { useLanguage, useTranslation } from '../words/i18n.ts'
import { recordWords } from '../words/record-words.ts'
import { readCarried } from './carried-form.ts'
import { RemovedTexts } from './removed-bar.tsx'
import { removedInput } from './removed-input.ts'

/** In place of a form whose resource was removed: its input, to be copied. */
export function RemovedForm() {
  const translate = useTranslation(recordWords)
  const language = useLanguage()
  const { left } = useEngine()
  const carried = readCarried(left, useTab()?.page)
  if (!carried) return null
  const { form, state } = carried
  const removed = [...state.removed(), ...removedInput(form, state.initial(), state.values())]
  return (
    <>
      <StatePanel
        icon={<FileQuestionMark />}
        title={translate('form.removedTitle', { resource: form.resource.title[language] })}
        help={translate('form.removedHelp')}
      />
      {removed.length > 0 && <RemovedTexts removed={removed} language={language} />}
    </>
  )
}
