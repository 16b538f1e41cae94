import { useMemo } from 'react'
import { EngineForm } from '../../engine/web/form/engine-form.tsx'
import { useLanguage } from '../../engine/web/words/i18n.ts'
import { visitSchema, visitUi } from './visit-schema.ts'

/** A page's form, written by hand: a JSON Schema and a uiSchema of RJSF, with the engine's inputs and messages. */
export function VisitForm({ onSubmit }: { readonly onSubmit: (visit: Readonly<Record<string, unknown>>) => void }) {
  const language = useLanguage()
  const schema = useMemo(() => visitSchema(language), [language])
  const uiSchema = useMemo(() => visitUi(language), [language])
  return <EngineForm id="visit" resource="visit" schema={schema} uiSchema={uiSchema} onSubmit={onSubmit} />
}
