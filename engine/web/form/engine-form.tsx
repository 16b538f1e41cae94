import Button from '@mui/material/Button'
import { type ReactNode, useEffect } from 'react'
import type { FieldSources } from '../../fields/field-web.ts'
import { emptyModel } from '../../model/empty-model.ts'
import type { Language, Model } from '../../model/model.ts'
import { SheetLoading } from '../components/sheet-state.tsx'
import { useFieldSources, useResourcePart } from '../data/resource-part.ts'
import { useLanguage, useTranslation } from '../words/i18n.ts'
import { recordWords } from '../words/record-words.ts'
import { RecordForm } from './form.tsx'
import type { Values } from './form-context.ts'
import { InvalidFields } from './invalid-fields.tsx'
import { type HandWrittenForm, useSchemaForm } from './use-schema-form.ts'

export interface EngineFormProps extends HandWrittenForm {
  /** The messages of a refused submit, by field. */
  readonly extraErrors?: Readonly<Record<string, string>>
  /** No input: it is being submitted. */
  readonly disabled?: boolean
  /** The buttons; by default a submit button. */
  readonly children?: ReactNode
  onChange?(formData: Values): void
  /** Called once the values have no errors. */
  onSubmit(formData: Values): void
}

/**
 * A form written by hand as a JSON Schema and a uiSchema. Inputs, messages, keys and layout are those of the generated
 * forms. With `resource`, its fields may use the dictionaries, references and lines of that resource.
 */
export function EngineForm({ resource = '', ...props }: EngineFormProps & { readonly resource?: string }) {
  const { data: part, error } = useResourcePart(resource)
  const sources = useFieldSources(resource)
  const language = useLanguage()
  if (error) throw error
  if (resource !== '' && !part) return <SheetLoading />
  return <SchemaForm {...props} model={part?.model ?? emptyModel} sources={sources} language={language} />
}

interface SchemaFormProps extends EngineFormProps {
  readonly model: Model
  readonly sources: FieldSources
  readonly language: Language
}

/** A hand-written form whose Model and sources of fields are loaded. */
export function SchemaForm(props: SchemaFormProps) {
  const { id, extraErrors = noErrors, disabled = false } = props
  const { model: base, sources, language, children, onChange, onSubmit } = props
  const translate = useTranslation(recordWords)
  const { resource, model, check, state, layout } = useSchemaForm(props, base, language)
  useEffect(() => state.setServerErrors(extraErrors), [state, extraErrors])
  useEffect(() => onChange && state.watch(() => onChange(state.values())), [state, onChange])
  return (
    <>
      <div inert={disabled}>
        <RecordForm
          id={id}
          resource={resource}
          groups={resource.form}
          model={model}
          language={language}
          sources={sources}
          check={check}
          state={state}
          layout={layout}
          onSubmit={onSubmit}
        />
      </div>
      <footer className="sheet-foot flex items-center ruled fixed wrap-phone">
        {children ?? (
          <Button type="submit" form={id} variant="contained" loading={disabled}>
            {translate('form.submit')}
          </Button>
        )}
        <InvalidFields state={state} resource={resource} model={model} language={language} form={id} />
      </footer>
    </>
  )
}

const noErrors: Readonly<Record<string, string>> = {}
