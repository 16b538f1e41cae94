import Button from '@mui/material/Button'
import type { RJSFSchema, UiSchema } from '@rjsf/utils'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { FieldSources } from '../../fields/field-web.ts'
import type { Language, Model } from '../../model/model.ts'
import { useFieldSources, useResourcePart } from '../data/resource-part.ts'
import { SheetLoading } from '../parts/sheet-state.tsx'
import { useEvaluationContext } from '../record/evaluation-context.ts'
import { useLanguage, useTranslation } from '../words/i18n.ts'
import { afterPress } from './after-press.ts'
import { emptyModel } from './empty-model.ts'
import { RecordForm } from './form.tsx'
import type { Values } from './form-context.ts'
import { createFormState } from './form-state.ts'
import { InvalidFields } from './invalid-fields.tsx'
import { recordCheck } from './record-check.ts'
import { boundWidgets } from './rjsf-theme.tsx'
import { schemaForm } from './schema-fields.ts'

export interface EngineFormProps {
  /** Unique on the page, without an underscore. */
  readonly id: string
  /** The JSON Schema of an object, with titles in the user's language; keep it between renders. */
  readonly schema: RJSFSchema
  /** Widgets, options of the field types, help texts and groups; keep it between renders. */
  readonly uiSchema?: UiSchema
  /** The values at the beginning. */
  readonly formData?: Values
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

/** The same with the Model and the sources of the fields at hand. */
export function SchemaForm(props: SchemaFormProps) {
  const { id, schema, uiSchema = noUi, formData = nothing, extraErrors = noErrors, disabled = false } = props
  const { model: base, sources, language, children, onChange, onSubmit } = props
  const translate = useTranslation()
  const context = useEvaluationContext()
  const form = useMemo(() => schemaForm(schema, uiSchema, base), [schema, uiSchema, base])
  const { resource, model } = form
  const check = useMemo(
    () => recordCheck(form.model, form.resource, language, context, form.schema),
    [form, language, context],
  )
  const [state] = useState(() => createFormState(resource, check, { ...form.defaults, ...formData }, afterPress))
  const layout = useMemo(() => ({ schema, uiSchema: boundWidgets(form.uiSchema) }), [schema, form])
  useEffect(() => state.follow(resource, check), [state, resource, check])
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
      <footer className="sheet-foot">
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

const noUi: UiSchema = {}
const nothing: Values = {}
const noErrors: Readonly<Record<string, string>> = {}
