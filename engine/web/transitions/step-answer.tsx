import Button from '@mui/material/Button'
import { captionOf } from '../../fields/caption.ts'
import { webOf } from '../../fields/web.ts'
import type { Field } from '../../model/model.ts'
import { isEmptyValue } from '../../record/empty-value.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { SheetDialog } from '../parts/dialog.tsx'
import { useTranslation } from '../words/i18n.ts'
import type { StepAnswer } from './step-taking.ts'
import './step-answer.css'

interface StepAnswerDialogProps {
  readonly part: ResourcePart
  readonly answered: StepAnswer
  onClose(): void
}

/** The values that a step returned, each under its caption. */
export function StepAnswerDialog({ part, answered: { step, fields, values }, onClose }: StepAnswerDialogProps) {
  const translate = useTranslation()
  const { language } = part
  const title = step.title[language]
  return (
    <SheetDialog
      title={title}
      help={translate('notice.actionDone', { step: title })}
      width={480}
      onClose={onClose}
      foot={close => (
        <Button variant="contained" autoFocus onClick={close}>
          {translate('dialog.close')}
        </Button>
      )}
    >
      <dl className="step-answer">
        {fields.map(field => (
          <div key={field.name}>
            <dt>{captionOf(field, language)}</dt>
            <dd>
              <ReturnedValue part={part} field={field} values={values} />
            </dd>
          </div>
        ))}
      </dl>
    </SheetDialog>
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
