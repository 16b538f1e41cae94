import Button from '@mui/material/Button'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLogout } from 'ra-core'
import { type FormEvent, useState } from 'react'
import { SheetDialog } from '../components/dialog.tsx'
import { SheetFault, SheetLoading } from '../components/sheet-state.tsx'
import { useEngine } from '../data/engine-context.ts'
import { indexKey } from '../data/model-source.ts'
import { useTranslation } from '../words/i18n.ts'
import { useOwnWords } from '../words/use-own-words.ts'
import { CodeField } from './code-field.tsx'
import { QrCode } from './qr-code.tsx'

const words = {
  title: { zh: '启用动态验证码', en: 'Set up an authenticator' },
  must: {
    zh: '管理员登录须使用动态验证码，请先启用。',
    en: 'Administrators need an authenticator. Set it up to continue.',
  },
  scan: {
    zh: '用身份验证器（如 Microsoft Authenticator、腾讯身份验证器）扫描二维码，再输入它显示的 6 位数字。',
    en: 'Scan the code with an authenticator app, then enter the 6 digits that it shows.',
  },
  qr: { zh: '二维码', en: 'QR code' },
  key: { zh: '不能扫描时输入密钥', en: 'Without a camera, enter this key' },
  link: { zh: '在本机的身份验证器中打开', en: 'Open in an authenticator on this device' },
  confirm: { zh: '启用', en: 'Set up' },
  recovery: { zh: '恢复码', en: 'Recovery codes' },
  keep: {
    zh: '手机不在身边时，每个恢复码可登录一次。它们只显示这一次，请抄下或打印保存。',
    en: 'Each code signs you in once without your phone. They are shown only now: write them down or print them.',
  },
  done: { zh: '已保存', en: 'I have stored them' },
} as const

interface Begun {
  readonly secret: string
  readonly uri: string
}

/** Sets up a second factor; where it is required, the only alternative is to sign out. */
export function FactorDialog({ isForced, onClose }: { isForced?: boolean; onClose?(): void }) {
  const word = useOwnWords(words)
  const translate = useTranslation()
  const logout = useLogout()
  const queries = useQueryClient()
  const { session } = useEngine()
  const [code, setCode] = useState('')
  const [refusal, setRefusal] = useState('')
  const [recovery, setRecovery] = useState<readonly string[]>()
  // A mutation as a query: each opening begins again.
  const { data, error, refetch } = useQuery({
    queryKey: ['second-factor', 'begun'],
    queryFn: () => session.call<Begun>('/api/engine/second-factor', { method: 'POST' }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setRefusal('')
    try {
      const body = { code }
      const done = await session.call<{ readonly recovery: readonly string[] }>('/api/engine/second-factor/confirm', {
        method: 'POST',
        body,
      })
      setRecovery(done.recovery)
    } catch (cause) {
      setRefusal(cause instanceof Error ? cause.message : '')
    }
  }
  const finish = async () => {
    onClose?.()
    session.requirementMet()
    await queries.invalidateQueries({ queryKey: indexKey })
  }
  return (
    <SheetDialog
      title={word(recovery ? 'recovery' : 'title')}
      width={480}
      isShownOnce={isForced === true || recovery !== undefined}
      onClose={() => (recovery ? void finish() : isForced ? void logout() : onClose?.())}
      foot={close =>
        recovery ? (
          <Button size="large" variant="contained" onClick={() => void finish()}>
            {word('done')}
          </Button>
        ) : (
          <>
            <Button size="large" onClick={close}>
              {translate(isForced ? 'shell.signOut' : 'list.cancel')}
            </Button>
            <Button size="large" variant="contained" type="submit" form="factor" disabled={!data}>
              {word('confirm')}
            </Button>
          </>
        )
      }
    >
      {recovery ? (
        <>
          <p>{word('keep')}</p>
          <ul className="factor-codes num line-28 mt-12 no-list">
            {recovery.map(one => (
              <li key={one}>
                <code>{one}</code>
              </li>
            ))}
          </ul>
        </>
      ) : error ? (
        <SheetFault error={error} retry={() => void refetch()} />
      ) : !data ? (
        <SheetLoading />
      ) : (
        <form id="factor" className="sign-in-form" noValidate onSubmit={event => void submit(event)}>
          {isForced && <p>{word('must')}</p>}
          <p>{word('scan')}</p>
          <QrCode text={data.uri} label={word('qr')} />
          <p className="muted">
            {word('key')}: <code>{data.secret}</code>
            <br />
            <a className="link" href={data.uri}>
              {word('link')}
            </a>
          </p>
          <CodeField isNew value={code} onChange={setCode} />
          {refusal && (
            <p className="sign-in-refusal text-13 late round-6 mb-12 py-8 px-12 error-soft" role="alert">
              {refusal}
            </p>
          )}
        </form>
      )}
    </SheetDialog>
  )
}
