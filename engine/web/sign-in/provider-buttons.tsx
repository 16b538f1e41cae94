import Button from '@mui/material/Button'
import { useOwnWords } from '../words/use-own-words.ts'
import type { Captcha } from './captcha.ts'

const words = { by: { zh: '用%{name}登录', en: 'Sign in with %{name}' } } as const

const startOf = (code: string) => `/api/blade-auth/oauth/render/${code}`

/** A button for each system that signs users in; `isApart` opens it in a tab of its own and keeps the page. */
export function ProviderButtons({ providers, isApart = false }: Pick<Captcha, 'providers'> & { isApart?: boolean }) {
  const word = useOwnWords(words)
  return providers.map(({ code, name }) => (
    <Button
      key={code}
      className="sign-in-provider mt-12! min-h-42! h-auto! py-6! text-center! text-wrap!"
      variant="outlined"
      fullWidth
      href={startOf(code)}
      {...(isApart && { target: '_blank' })}
    >
      {word('by', { name })}
    </Button>
  ))
}
