import type { RJSFSchema, UiSchema } from '@rjsf/utils'
import { useMemo } from 'react'
import type { Language, Model } from '../../model/model.ts'
import { useEvaluationContext } from '../record/evaluation-context.ts'
import type { Values } from './form-context.ts'
import { recordCheck } from './record-check.ts'
import { boundWidgets } from './rjsf-theme.tsx'
import { schemaForm } from './schema-fields.ts'
import { useFormState } from './use-form-state.ts'

/** A form written by hand as a JSON Schema and a uiSchema. */
export interface HandWrittenForm {
  /** Unique on the page, without an underscore. */
  readonly id: string
  /** The JSON Schema of an object, with titles in the user's language; keep it between renders. */
  readonly schema: RJSFSchema
  /** Widgets, options of the field types, help texts and groups; keep it between renders. */
  readonly uiSchema?: UiSchema
  /** The values at the beginning. */
  readonly formData?: Values
}

/** The fields, the check and the state of a form written by hand. */
export function useSchemaForm(
  { schema, uiSchema = noUi, formData = nothing }: HandWrittenForm,
  base: Model,
  language: Language,
) {
  const context = useEvaluationContext()
  const form = useMemo(() => schemaForm(schema, uiSchema, base), [schema, uiSchema, base])
  const { resource, model } = form
  const check = useMemo(
    () => recordCheck(model, resource, language, context, form.schema),
    [form, model, resource, language, context],
  )
  const state = useFormState(resource, check, () => ({ ...form.defaults, ...formData }))
  const layout = useMemo(() => ({ schema, uiSchema: boundWidgets(form.uiSchema) }), [schema, form])
  return { resource, model, check, state, layout }
}

const noUi: UiSchema = {}
const nothing: Values = {}
