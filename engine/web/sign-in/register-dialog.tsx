import Button from '@mui/material/Button'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useNotify } from 'ra-core'
import { type FormEvent, useState } from 'react'
import { faultWordings } from '../../fields/fault.ts'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { SheetDialog } from '../components/dialog.tsx'
import { useEngine } from '../data/engine-context.ts'
import { useTranslation } from '../words/i18n.ts'
import { useOwnWords } from '../words/use-own-words.ts'
import { LabelledField } from './labelled.tsx'
import { PasswordField } from './password-field.tsx'

const words = {
  title: { zh: '账号注册', en: 'Create an account' },
  tenantId: { zh: '租户编号', en: 'Tenant ID' },
  name: { zh: '用户名', en: 'Name' },
  account: { zh: '账号', en: 'Account' },
  password: { zh: '密码', en: 'Password' },
  password2: { zh: '确认密码', en: 'Confirm password' },
  rule: {
    zh: '8-16 位，须含大小写字母、数字和特殊字符',
    en: '8 to 16 characters with upper and lower case letters, a digit and a symbol',
  },
  noTenant: faultWordings['account.no-tenant'](),
  noAccount: faultWordings['account.no-name'](),
  noPassword: faultWordings['account.no-password'](),
  differ: faultWordings['password.differ'](),
  failed: { zh: '提交失败', en: 'The registration could not be submitted' },
  submit: { zh: '提交', en: 'Submit' },
  doneTitle: { zh: '注册提示', en: 'Registration' },
  done: {
    zh: '注册申请已提交,请耐心等待管理员通过!',
    en: 'Your registration was submitted. Please wait for an administrator to approve it.',
  },
  close: { zh: '确定', en: 'OK' },
} as const

type Part = 'tenantId' | 'name' | 'account' | 'password' | 'password2'
type Typed = Readonly<Record<Part, string>>

interface RegisterDialogProps {
  readonly hasTenants: boolean
  readonly tenantId: string
  /** Of a user who signed in at a provider. */
  readonly oauthId: string | undefined
  onClose(): void
}

/** Asks for an account, which an administrator approves. */
export function RegisterDialog({ hasTenants, tenantId, oauthId, onClose }: RegisterDialogProps) {
  const word = useOwnWords(words)
  const translate = useTranslation()
  const notify = useNotify()
  const { session } = useEngine()
  const [typed, setTyped] = useState<Typed>({ tenantId, name: '', account: '', password: '', password2: '' })
  const [isBusy, setBusy] = useState(false)
  const [isDone, setDone] = useState(false)
  const type = (part: Part) => (value: string) => setTyped(before => ({ ...before, [part]: value }))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const fault = faultOf(typed)
    if (fault) return notify(word(fault), { type: 'warning' })
    setBusy(true)
    try {
      const { password2: _repeated, ...rest } = typed
      const body = { ...rest, ...(oauthId && { oauthId }) }
      await session.call('/api/blade-user/register-guest', { method: 'POST', body, isChange: false })
      setDone(true)
    } catch (error) {
      notify(error instanceof Error && error.message ? error.message : word('failed'), { type: 'error' })
    } finally {
      setBusy(false)
    }
  }
  if (isDone)
    return (
      <ConfirmDialog
        title={word('doneTitle')}
        text={word('done')}
        confirm={word('close')}
        isAlert
        onConfirm={onClose}
        onClose={onClose}
      />
    )
  const text = (part: Part, autoComplete: string) => (
    <LabelledField id={`register-${part}`} label={word(part)}>
      <OutlinedInput
        id={`register-${part}`}
        fullWidth
        value={typed[part]}
        autoComplete={autoComplete}
        inputProps={{ maxLength: 45, autoCapitalize: 'none', spellCheck: false }}
        onChange={event => type(part)(event.target.value)}
      />
    </LabelledField>
  )
  return (
    <SheetDialog
      title={word('title')}
      width="max(20%, 320px)"
      isBusy={isBusy}
      onClose={onClose}
      foot={close => (
        <>
          <Button size="large" onClick={close}>
            {translate('list.cancel')}
          </Button>
          <Button size="large" type="submit" form="register" variant="contained" loading={isBusy}>
            {word('submit')}
          </Button>
        </>
      )}
    >
      <form id="register" className="sign-in-form" noValidate onSubmit={event => void submit(event)}>
        {hasTenants && text('tenantId', 'organization')}
        {text('name', 'name')}
        {text('account', 'username')}
        <PasswordField
          id="register-password"
          label={word('password')}
          value={typed.password}
          help={word('rule')}
          autoComplete="new-password"
          onChange={type('password')}
        />
        <PasswordField
          id="register-password2"
          label={word('password2')}
          value={typed.password2}
          autoComplete="new-password"
          onChange={type('password2')}
        />
      </form>
    </SheetDialog>
  )
}

/** The first fault, in the order in which the specification checks. */
function faultOf({ tenantId, account, password, password2 }: Typed) {
  if (tenantId.trim() === '') return 'noTenant'
  if (account.trim() === '') return 'noAccount'
  if (password === '' || password2 === '') return 'noPassword'
  return password === password2 ? undefined : 'differ'
}
