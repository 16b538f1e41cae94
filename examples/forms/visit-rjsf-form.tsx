// The index of the package imports a validator that needs eval, which the content security policy forbids.
import Form from '@rjsf/core/lib/components/Form.js'
import { useMemo } from 'react'
import { useFormTheme } from '../../engine/web/form/form-theme.tsx'
import { useLanguage } from '../../engine/web/words/i18n.ts'
import { visitSchema, visitUi } from './visit-schema.ts'

/** The same form as a `<Form>` of RJSF with the engine's theme. */
export function VisitRjsfForm({ onSubmit }: { readonly onSubmit: (visit: Readonly<Record<string, unknown>>) => void }) {
  const language = useLanguage()
  const schema = useMemo(() => visitSchema(language), [language])
  const uiSchema = useMemo(() => visitUi(language), [language])
  const theme = useFormTheme({ id: 'visit', resource: 'visit', schema, uiSchema })
  return <Form {...theme} onSubmit={({ formData = {} }) => onSubmit(formData)} />
}
