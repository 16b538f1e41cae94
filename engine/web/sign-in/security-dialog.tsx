import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { useNotify } from 'ra-core'
import { type FormEvent, useState } from 'react'
import { SheetDialog } from '../components/dialog.tsx'
import { SheetFault, SheetLoading } from '../components/sheet-state.tsx'
import { useEngine } from '../data/engine-context.ts'
import { useTimeText } from '../data/time-text.ts'
import { useTranslation } from '../words/i18n.ts'
import { useOwnWords } from '../words/use-own-words.ts'
import { CodeField } from './code-field.tsx'
import { FactorDialog } from './factor-dialog.tsx'
import './sign-in-form.css'

const words = {
  title: { zh: '登录与安全', en: 'Sign-in and security' },
  sessions: { zh: '登录设备', en: 'Devices' },
  here: { zh: '本机', en: 'This device' },
  used: { zh: '最近使用 %{time}', en: 'Last used %{time}' },
  end: { zh: '下线', en: 'Sign out' },
  ended: { zh: '已下线', en: 'Signed out' },
  factor: { zh: '动态验证码', en: 'Authenticator' },
  isOff: {
    zh: '未启用。启用后，登录时除密码外还要输入手机上的 6 位数字。',
    en: 'Off. With it, signing in needs 6 digits from your phone besides the password.',
  },
  isOn: { zh: '已启用，还剩 %{count} 个恢复码', en: 'On, %{count} recovery codes left' },
  setUp: { zh: '启用', en: 'Set up' },
  remove: { zh: '停用', en: 'Turn off' },
  required: { zh: '管理员必须使用', en: 'Required of administrators' },
} as const

interface OwnSession {
  readonly id: string
  readonly address: string
  readonly agent: string
  readonly seenTime: string
  readonly isCurrent: boolean
}
interface FactorState {
  readonly isOn: boolean
  readonly isRequired: boolean
  readonly recoveryLeft: number
}

const [sessionsPath, factorPath] = ['/api/engine/sessions', '/api/engine/second-factor']

/** The user's own sessions and second factor, from the user menu. */
export function SecurityDialog({ onClose }: { onClose(): void }) {
  const word = useOwnWords(words)
  return (
    <SheetDialog title={word('title')} width={480} onClose={onClose}>
      <Security />
    </SheetDialog>
  )
}

/** The user's own sessions and second factor. */
export function Security() {
  const word = useOwnWords(words)
  const { session } = useEngine()
  const { data, error, refetch } = useQuery({
    queryKey: ['own-security'],
    queryFn: async () => ({
      sessions: await session.call<readonly OwnSession[]>(sessionsPath),
      factor: await session.call<FactorState>(factorPath),
    }),
  })
  const [isEnrolling, setEnrolling] = useState(false)
  const fetchAgain = () => void refetch()
  if (error) return <SheetFault error={error} retry={fetchAgain} />
  if (!data) return <SheetLoading />
  return (
    <>
      <h3 className="size-14 bold">{word('factor')}</h3>
      <Factor state={data.factor} onEnrol={() => setEnrolling(true)} onChange={fetchAgain} />
      <br />
      <h3 className="size-14 bold">{word('sessions')}</h3>
      <ul className="own-sessions">
        {data.sessions.map(one => (
          <SessionRow key={one.id} of={one} onEnd={fetchAgain} />
        ))}
      </ul>
      {isEnrolling && (
        <FactorDialog
          onClose={() => {
            setEnrolling(false)
            fetchAgain()
          }}
        />
      )}
    </>
  )
}

function SessionRow({ of, onEnd }: { of: OwnSession; onEnd(): void }) {
  const word = useOwnWords(words)
  const timeText = useTimeText()
  const notify = useNotify()
  const { session } = useEngine()
  const name = programOf(of.agent)
  const end = async () => {
    try {
      await session.call('/api/sys/v1/sysSession/end', { method: 'POST', body: { id: of.id } })
      notify(word('ended'), { type: 'success' })
    } catch (error) {
      notify(error instanceof Error ? error.message : 'notice.unknown', { type: 'error' })
    }
    onEnd()
  }
  return (
    <li className="flex spread gap-12 items-center py-8 ruled">
      {/Mobile|Android/.test(of.agent) ? <Smartphone aria-hidden /> : <Monitor aria-hidden />}
      <span className="grow">
        {name} {of.isCurrent && <span className="good">{word('here')}</span>}
        <br />
        <span className="muted text-13 num">
          {of.address} · <span className="nowrap">{word('used', { time: timeText(of.seenTime) })}</span>
        </span>
      </span>
      {!of.isCurrent && (
        <Button aria-label={`${word('end')} ${name}`} onClick={() => void end()}>
          {word('end')}
        </Button>
      )}
    </li>
  )
}

/** The system and the browser that a program names itself after; or its name. */
function programOf(agent: string): string {
  const [system] = /Windows|Android|iPhone|iPad|Mac OS X|Linux/.exec(agent) ?? []
  const [, browser] =
    /(Edg|OPR|Firefox|Chrome|Safari|MicroMessenger)\//.exec(
      agent.replace(/Safari.*(?=Edg|OPR)|Chrome.*(?=Edg|OPR)/, ''),
    ) ?? []
  const names = [system, browser === 'Edg' ? 'Edge' : browser === 'OPR' ? 'Opera' : browser].filter(Boolean)
  return names.join(', ') || agent.split('/', 1)[0] || '–'
}

function Factor({ state, onEnrol, onChange }: { state: FactorState; onEnrol(): void; onChange(): void }) {
  const word = useOwnWords(words)
  const translate = useTranslation()
  const { session } = useEngine()
  const [isAsked, setAsked] = useState(false)
  const [code, setCode] = useState('')
  const [refusal, setRefusal] = useState('')
  const remove = async (event: FormEvent) => {
    event.preventDefault()
    try {
      await session.call(`${factorPath}/remove`, { method: 'POST', body: { code } })
      setAsked(false)
      onChange()
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : '')
    }
  }
  if (!state.isOn)
    return (
      <div className="flex spread gap-12">
        <span className="muted">{word('isOff')}</span>
        <Button className="fixed" onClick={onEnrol}>
          {word('setUp')}
        </Button>
      </div>
    )
  return (
    <form className="sign-in-form" noValidate onSubmit={event => void remove(event)}>
      <div className="flex spread gap-12">
        <span>{word('isOn', { count: state.recoveryLeft })}</span>
        {state.isRequired ? (
          <span className="muted">{word('required')}</span>
        ) : (
          !isAsked && <Button onClick={() => setAsked(true)}>{word('remove')}</Button>
        )}
      </div>
      {isAsked && (
        <>
          <CodeField value={code} onChange={setCode} />
          {refusal && (
            <p className="sign-in-refusal text-13 late round-6 mb-12 py-8 px-12 error-soft" role="alert">
              {refusal}
            </p>
          )}
          <div className="flex gap-8">
            <Button onClick={() => setAsked(false)}>{translate('list.cancel')}</Button>
            <Button variant="contained" type="submit">
              {word('remove')}
            </Button>
          </div>
        </>
      )}
    </form>
  )
}
