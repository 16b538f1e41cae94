import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'ra-core'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { ScreenHead } from '../components/screen-head.tsx'
import { Segment, Segments } from '../components/segments.tsx'
import { SheetFault, SheetLoading } from '../components/sheet-state.tsx'
import { useEngine } from '../data/engine-context.ts'
import { indexKey } from '../data/model-source.ts'
import { RequestFault } from '../data/request-fault.ts'
import { EngineForm } from '../form/engine-form.tsx'
import { PasswordForm } from '../sign-in/password-dialog.tsx'
import { Security } from '../sign-in/security-dialog.tsx'
import { useTranslation } from '../words/i18n.ts'
import { useSystemWords } from './system-words.ts'
import './info-page.css'

const tabs = ['info', 'password', 'security'] as const

/** The user's own data, password, and sessions with the second factor, each in a tab of the page. */
export function InfoPage() {
  const words = useSystemWords()
  const translate = useTranslation()
  const [search, setSearch] = useSearchParams()
  const shown = tabs.find(tab => tab === search.get('tab')) ?? 'info'
  return (
    <>
      <ScreenHead title={words('info')} />
      <div className="inset pb-12">
        <Segments label={words('info')} isLabelHidden>
          {tabs.map(tab => (
            <Segment
              key={tab}
              isOn={tab === shown}
              onChoose={() => setSearch(tab === 'info' ? {} : { tab }, { replace: true })}
            >
              {tab === 'security' ? translate('shell.security') : words(tab === 'info' ? 'basic' : tab)}
            </Segment>
          ))}
        </Segments>
      </div>
      {shown === 'info' && <Profile />}
      {shown === 'password' && (
        <section className="info-section inset py-16 max-w-528">
          <p className="muted text-13">{words('passwordHelp')}</p>
          <PasswordForm />
        </section>
      )}
      {shown === 'security' && (
        <section className="info-section inset py-16 max-w-528">
          <Security />
        </section>
      )}
    </>
  )
}

type Profile = Readonly<Record<string, string>>
const fields = ['avatar', 'realName', 'name', 'phone', 'email'] as const
const infoKey = ['engine', 'own-profile'] as const
const none: Readonly<Record<string, string>> = {}

function Profile() {
  const words = useSystemWords()
  const notify = useNotify()
  const queries = useQueryClient()
  const { session } = useEngine()
  const [errors, setErrors] = useState(none)
  const [isBusy, setBusy] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: infoKey,
    queryFn: () => session.call<Profile>('/api/blade-user/info'),
  })
  const schema = useMemo(
    () => ({
      type: 'object' as const,
      required: ['realName', 'name'],
      properties: {
        avatar: { type: 'string' as const, format: 'link', title: words('avatar') },
        realName: { type: 'string' as const, title: words('realName'), minLength: 2, maxLength: 20 },
        name: { type: 'string' as const, title: words('name'), maxLength: 20 },
        phone: { type: 'string' as const, format: 'phone', title: words('phone') },
        email: { type: 'string' as const, format: 'email', title: words('email') },
      },
    }),
    [words],
  )
  const values = useMemo(
    () => data && Object.fromEntries(fields.flatMap(name => (data[name] ? [[name, data[name]]] : []))),
    [data],
  )
  if (error) return <SheetFault error={error} retry={() => void refetch()} />
  if (!values) return <SheetLoading />
  const save = async (given: Readonly<Record<string, unknown>>) => {
    setBusy(true)
    setErrors(none)
    try {
      const body = Object.fromEntries(fields.map(name => [name, given[name] ?? '']))
      await session.call('/api/blade-user/update-info', { method: 'POST', body })
      notify('notice.updated', { type: 'success' })
      await queries.invalidateQueries({ queryKey: infoKey })
      await queries.invalidateQueries({ queryKey: indexKey })
    } catch (cause) {
      if (!(cause instanceof RequestFault)) throw cause
      if (cause.body.errors) setErrors(cause.body.errors)
      notify(cause.message, { type: 'error' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <EngineForm
      id="own-profile"
      schema={schema}
      uiSchema={profileUi}
      formData={values}
      extraErrors={errors}
      disabled={isBusy}
      onSubmit={given => void save(given)}
    />
  )
}

/** The limits of the field of users: 500 KB, JPG or PNG. */
const profileUi = { avatar: { 'ui:widget': 'image', 'ui:options': { accept: ['jpg', 'png'], maxSize: 0.5 } } }
