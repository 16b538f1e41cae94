import { ThemeProvider } from '@mui/material'
import { createTheme } from '@mui/material/styles'
import Form from '@rjsf/core/lib/components/Form.js'
import { I18nContextProvider } from 'ra-core'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { Language, Model } from '../../engine/model/model.ts'
import { resourceOf } from '../../engine/model/names.ts'
import type { ModelIndex } from '../../engine/web/data/model-source.ts'
import { ModelIndexContext } from '../../engine/web/data/resource-part.ts'
import { SchemaForm } from '../../engine/web/form/engine-form.tsx'
import { RecordForm } from '../../engine/web/form/form.tsx'
import { createFormState } from '../../engine/web/form/form-state.ts'
import { useThemeOf } from '../../engine/web/form/form-theme.tsx'
import { InvalidFields } from '../../engine/web/form/invalid-fields.tsx'
import { recordCheck } from '../../engine/web/form/record-check.ts'
import { look } from '../../engine/web/look/look.ts'
import { useEvaluationContext } from '../../engine/web/record/evaluation-context.ts'
import { createI18n } from '../../engine/web/words/i18n.ts'
import { fetchMessages, type Messages } from '../../engine/web/words/messages.ts'
import { visitSchema, visitUi } from '../../examples/forms/visit-schema.ts'
import { pageSources as sources } from './page-sources.ts'

// One of three forms of the same fields: `form` of the window selects the one that is written by hand, by hand as a
// `<Form>` of RJSF, or generated from its `model`. What is submitted can be read as `submitted`.
declare global {
  interface Window {
    form: 'hand' | 'rjsf' | 'generated'
    language: Language
    model: Model
    /** The stored record of the generated form; without it, the record is new. */
    record?: Readonly<Record<string, unknown>>
    submitted?: Readonly<Record<string, unknown>>
  }
}

const { form, language, model } = window
const submit = (values: Readonly<Record<string, unknown>>) => {
  window.submitted = values
}

function Page({ messages }: { readonly messages: Messages }) {
  const i18n = useMemo(() => createI18n(messages, () => undefined), [messages])
  const theme = createTheme(look({ theme: 'theme-bule', scheme: 'light', density: 'comfortable', locale: language }))
  return (
    <I18nContextProvider value={i18n}>
      <ModelIndexContext.Provider value={index}>
        <ThemeProvider theme={theme}>
          <section className="sheet-form">{contents[form]()}</section>
        </ThemeProvider>
      </ModelIndexContext.Provider>
    </I18nContextProvider>
  )
}

function ByHand(): ReactNode {
  const schema = useMemo(() => visitSchema(language), [])
  const uiSchema = useMemo(() => visitUi(language), [])
  return (
    <SchemaForm
      id="visit"
      schema={schema}
      uiSchema={uiSchema}
      model={model}
      sources={sources}
      language={language}
      onSubmit={submit}
    >
      <button type="submit" form="visit">
        OK
      </button>
    </SchemaForm>
  )
}

function WithRjsf(): ReactNode {
  const schema = useMemo(() => visitSchema(language), [])
  const uiSchema = useMemo(() => visitUi(language), [])
  const theme = useThemeOf({ id: 'visit', schema, uiSchema, model, sources, language })
  return (
    <Form {...theme} onSubmit={({ formData = {} }) => submit(formData)}>
      <footer className="sheet-foot flex items-center ruled fixed wrap-phone">
        <button type="submit">OK</button>
      </footer>
    </Form>
  )
}

function Generated(): ReactNode {
  const resource = resourceOf(model, 'visit')
  const context = useEvaluationContext()
  const check = useMemo(() => recordCheck(model, resource, language, context), [resource, context])
  const [state] = useState(() => createFormState(resource, check, window.record ?? {}))
  useEffect(() => state.follow(resource, check), [state, resource, check])
  return (
    <>
      <div>
        <RecordForm
          id="visit"
          resource={resource}
          groups={resource.form}
          model={model}
          language={language}
          sources={sources}
          check={check}
          state={state}
          onSubmit={submit}
        />
      </div>
      <footer className="sheet-foot flex items-center ruled fixed wrap-phone">
        <button type="submit" form="visit">
          OK
        </button>
        <InvalidFields state={state} resource={resource} model={model} language={language} form="visit" />
      </footer>
    </>
  )
}

const contents = { hand: () => <ByHand />, rjsf: () => <WithRjsf />, generated: () => <Generated /> }

const index: ModelIndex = {
  title: model.title,
  brand: { name: { zh: '样例', en: 'Sample' }, mark: '' },
  revision: 'sample',
  zone: 'Asia/Shanghai',
  me: {
    userId: '1',
    account: 'admin',
    name: 'Admin',
    roleName: '',
    tenantId: '000000',
    administrator: true,
    mustChangePassword: false,
    mustEnrol: false,
    deptId: null,
    roleIds: [],
    sourceType: null,
    ownerIds: [],
    regionId: null,
  },
  resources: [],
  pages: [],
  menu: [],
  pinned: [],
  icons: {},
}

const place = document.body.appendChild(document.createElement('main'))
void fetchMessages(language).then(messages => createRoot(place).render(<Page messages={messages} />))
