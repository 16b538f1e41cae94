import Button from '@mui/material/Button'
import type { FormProps } from '@rjsf/core'
import type { RJSFSchema, UiSchema, ValidatorType } from '@rjsf/utils'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { FieldSources } from '../../fields/field-web.ts'
import type { Language, Model } from '../../model/model.ts'
import { useFieldSources, useResourcePart } from '../data/resource-part.ts'
import { useEvaluationContext } from '../record/evaluation-context.ts'
import { useLanguage, useTranslation } from '../words/i18n.ts'
import { afterPress } from './after-press.ts'
import { emptyModel } from './empty-model.ts'
import { focusField, targetOf } from './field-focus.ts'
import type { FormContext, Values } from './form-context.ts'
import { createFormState, type FormState } from './form-state.ts'
import { recordCheck } from './record-check.ts'
import { boundWidgets, fields, templates, widgets } from './rjsf-theme.tsx'
import { schemaForm } from './schema-fields.ts'
import { schemaValidator } from './schema-validator.ts'
import '../look/field.css'
import './form.css'

interface ThemedSchema {
  /** Unique on the page, without an underscore. */
  readonly id: string
  /** The JSON Schema of an object, with titles in the user's language; keep it between renders. */
  readonly schema: RJSFSchema
  /** Widgets, options of the field types, help texts and groups; keep it between renders. */
  readonly uiSchema?: UiSchema
  /** The values at the beginning. */
  readonly formData?: Values
}

/** Properties of RJSF's `<Form>`. */
export type FormTheme = Pick<
  FormProps<Values, RJSFSchema, FormContext>,
  'id' | 'idPrefix' | 'schema' | 'uiSchema' | 'validator' | 'formData' | 'formContext' | 'fields' | 'templates'
> &
  Pick<
    FormProps<Values, RJSFSchema, FormContext>,
    'widgets' | 'showErrorList' | 'noHtml5Validate' | 'focusOnFirstError'
  >

/**
 * The engine's theme for a `<Form>` of RJSF that is written by hand: `<Form {...theme} onSubmit={…} />` looks, validates
 * and behaves like a generated form. With `resource`, its fields may use the dictionaries and references of that
 * resource.
 */
export function useFormTheme({ resource = '', ...given }: ThemedSchema & { readonly resource?: string }): FormTheme {
  const { data: part, error } = useResourcePart(resource)
  const sources = useFieldSources(resource)
  const language = useLanguage()
  if (error) throw error
  return useThemeOf({ ...given, model: part?.model ?? emptyModel, sources, language })
}

interface ThemeParts extends ThemedSchema {
  readonly model: Model
  readonly sources: FieldSources
  readonly language: Language
}

/** The same with the Model and the sources of the fields. */
export function useThemeOf(given: ThemeParts): FormTheme {
  const { id, schema, uiSchema = noUi, formData = nothing, model: base, sources, language } = given
  const context = useEvaluationContext()
  const form = useMemo(() => schemaForm(schema, uiSchema, base), [schema, uiSchema, base])
  const { resource, model } = form
  const check = useMemo(
    () => recordCheck(model, resource, language, context, form.schema),
    [form, model, resource, language, context],
  )
  const [state] = useState(() => createFormState(resource, check, { ...form.defaults, ...formData }, afterPress))
  useEffect(() => state.follow(resource, check), [state, resource, check])
  useEffect(() => sources.uploads.onArrival(state.arrive), [sources, state])
  const values = useSyncExternalStore(state.watch, state.values)
  const parts = useMemo(
    () => ({
      uiSchema: boundWidgets(form.uiSchema),
      validator: validatorOf(state),
      formContext: { id, model, resource, groups: resource.form, language, sources, check, state },
      focusOnFirstError: () => {
        const [first] = state.errors()
        if (first) focusField(targetOf(id, first), id)
      },
    }),
    [form, state, id, model, resource, language, sources, check],
  )
  return {
    ...parts,
    id,
    idPrefix: id,
    schema,
    formData: values,
    fields,
    widgets,
    templates: themeTemplates,
    showErrorList: false,
    noHtml5Validate: true,
  }
}

/** The engine's check of the values that the inputs contain, unreadable texts included. */
const validatorOf = (state: FormState): ValidatorType<Values> => ({
  validateFormData() {
    const errors = state.attempt()
    return {
      errors: errors.map(({ path, message }) => ({ property: `.${path.join('.')}`, message, stack: message })),
      errorSchema: {},
    }
  },
  isValid: (schema: RJSFSchema, value) => schemaValidator(schema)(value ?? null).length === 0,
  rawValidation: () => ({ errors: undefined }),
})

const themeTemplates = { ...templates, ButtonTemplates: { SubmitButton } }

function SubmitButton() {
  const translate = useTranslation()
  return (
    <footer className="sheet-foot">
      <Button type="submit" variant="contained">
        {translate('form.submit')}
      </Button>
    </footer>
  )
}

const noUi: UiSchema = {}
const nothing: Values = {}
