import Button from '@mui/material/Button'
import { Copy } from 'lucide-react'
import { useNotify } from 'ra-core'
import { captionOf } from '../../fields/caption.ts'
import { isSecret, returnsSecret } from '../../fields/traits.ts'
import { webOf } from '../../fields/web.ts'
import type { Field } from '../../model/model.ts'
import { isEmptyValue } from '../../record/empty-value.ts'
import { copyText } from '../components/copy-text.ts'
import { SheetDialog } from '../components/dialog.tsx'
import type { ResourcePart } from '../data/resource-part.ts'
import { useTranslation } from '../words/i18n.ts'
import { recordWords } from '../words/record-words.ts'
import type { StepAnswer } from './step-taking.ts'
import './step-answer.css'

interface StepAnswerDialogProps {
  readonly part: ResourcePart
  readonly answered: StepAnswer
  onClose(): void
}

/** The values that a step returned, each under its caption. Secrets are shown once, and can be copied. */
export function StepAnswerDialog({ part, answered: { step, fields, values }, onClose }: StepAnswerDialogProps) {
  const translate = useTranslation(recordWords)
  const { language } = part
  const title = step.title[language]
  const isShownOnce = returnsSecret(step)
  return (
    <SheetDialog
      title={title}
      help={isShownOnce ? translate('step.shownOnce') : translate('notice.actionDone', { step: title })}
      width={480}
      isShownOnce={isShownOnce}
      onClose={onClose}
      foot={close => (
        <Button variant="contained" autoFocus onClick={close}>
          {translate('dialog.close')}
        </Button>
      )}
    >
      <dl className="whole-texts grid gap-14">
        {fields.map(field => (
          <div key={field.name}>
            <dt className="text-12 quiet">{captionOf(field, language)}</dt>
            <dd className="mt-2 size-14 line-22 num break pre-line">
              <ReturnedValue part={part} field={field} values={values} />
              {isSecret(field) && <CopyButton text={String(values[field.name] ?? '')} />}
            </dd>
          </div>
        ))}
      </dl>
    </SheetDialog>
  )
}

function CopyButton({ text }: { text: string }) {
  const translate = useTranslation(recordWords)
  const notify = useNotify()
  const copy = async () => {
    const isCopied = await copyText(text)
    notify(isCopied ? 'step.secretCopied' : 'step.secretNotCopied', { type: isCopied ? 'success' : 'warning' })
  }
  return (
    <Button className="ml-8!" size="small" startIcon={<Copy size={14} aria-hidden />} onClick={() => void copy()}>
      {translate('step.copySecret')}
    </Button>
  )
}

interface ReturnedValueProps {
  readonly part: ResourcePart
  readonly field: Field
  readonly values: StepAnswer['values']
}

function ReturnedValue({ part: { model, language, sources }, field, values }: ReturnedValueProps) {
  const value = values[field.name]
  const { Cell, Whole = Cell } = webOf(field)
  if (isEmptyValue(value)) return <span className="nothing">—</span>
  return <Whole field={field} model={model} language={language} record={values} sources={sources} value={value} />
}
