import Button from '@mui/material/Button'
import type { FormProps } from '@rjsf/core'
import type { RJSFSchema, ValidatorType } from '@rjsf/utils'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { FieldSources } from '../../fields/field-web.ts'
import { emptyModel } from '../../model/empty-model.ts'
import type { Language, Model } from '../../model/model.ts'
import { useFieldSources, useResourcePart } from '../data/resource-part.ts'
import { useLanguage, useTranslation } from '../words/i18n.ts'
import { recordWords } from '../words/record-words.ts'
import { focusField, targetOf } from './field-focus.ts'
import type { FormContext, Values } from './form-context.ts'
import type { FormState } from './form-state.ts'
import { fields, templates, widgets } from './rjsf-theme.tsx'
import { schemaValidator } from './schema-validator.ts'
import { type HandWrittenForm, useSchemaForm } from './use-schema-form.ts'
import '../look/field.css'
import './form.css'

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
export function useFormTheme({ resource = '', ...given }: HandWrittenForm & { readonly resource?: string }): FormTheme {
  const { data: part, error } = useResourcePart(resource)
  const sources = useFieldSources(resource)
  const language = useLanguage()
  if (error) throw error
  return useThemeOf({ ...given, model: part?.model ?? emptyModel, sources, language })
}

interface ThemeParts extends HandWrittenForm {
  readonly model: Model
  readonly sources: FieldSources
  readonly language: Language
}

/** The theme of a hand-written form whose Model and sources of fields are loaded. */
export function useThemeOf(given: ThemeParts): FormTheme {
  const { id, model: base, sources, language } = given
  const { resource, model, check, state, layout } = useSchemaForm(given, base, language)
  useEffect(() => sources.uploads.onArrival(state.arrive), [sources, state])
  const values = useSyncExternalStore(state.watch, state.values)
  const parts = useMemo(
    () => ({
      validator: validatorOf(state),
      formContext: { id, model, resource, groups: resource.form, language, sources, check, state },
      focusOnFirstError: () => {
        const [first] = state.errors()
        if (first) focusField(targetOf(id, first), id)
      },
    }),
    [state, id, model, resource, language, sources, check],
  )
  return {
    ...layout,
    ...parts,
    id,
    idPrefix: id,
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
  const translate = useTranslation(recordWords)
  return (
    <footer className="sheet-foot flex items-center ruled fixed wrap-phone">
      <Button type="submit" variant="contained">
        {translate('form.submit')}
      </Button>
    </footer>
  )
}
