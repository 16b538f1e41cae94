import IconButton from '@mui/material/IconButton'
import { useTheme } from '@mui/material/styles'
import { Moon, Sun } from 'lucide-react'
import { Notification } from 'react-admin'
import { useEngine } from '../engine/web/data/engine-context.ts'
import { useBrand } from '../engine/web/frame/brand-context.ts'
import { Mark } from '../engine/web/frame/mark.tsx'
import { usePageTitle } from '../engine/web/shell/page-title.ts'
import { LanguageButton } from '../engine/web/shell/top-bar-buttons.tsx'
import { SignInForm } from '../engine/web/sign-in/sign-in-form.tsx'
import { useLocalized, useTranslation } from '../engine/web/words/i18n.ts'
import { Stage } from './stage.tsx'
import './sign-in.css'

/** The sign-in page: a picture with the brand, and the form next to it. */
export function SignIn() {
  const translate = useTranslation()
  const localized = useLocalized()
  const { name, slogan, signIn: texts } = useBrand()
  const title = texts?.title ? localized(texts.title) : translate('signIn.title')
  usePageTitle(title)
  return (
    <div className="sign-in">
      <aside
        className="stage flex column white clip hidden-992 py-48 px-64 stage-ground p-40-1200"
        aria-label={localized(name)}
      >
        <div className="flex bold items-center gap-12 size-16">
          <Mark size={28} />
          {localized(name)}
        </div>
        <div className="flex-1 grid min-h-0 items-center py-24">
          <Stage />
        </div>
        {slogan && <p className="stage-slogan m-0 bold size-28 line-40">{localized(slogan)}</p>}
        {texts?.note && <p className="stage-note mt-8">{localized(texts.note)}</p>}
      </aside>
      <main className="gate relative flex column justify-center p-96 py-96-1200 px-56-1200">
        <div className="absolute flex gap-4 top-40 right-48 top-12-992 right-12-992">
          <LanguageButton />
          <SchemeButton />
        </div>
        <div className="bold hidden items-center gap-12 mb-24 size-16 flex-992">
          <Mark size={28} />
          {localized(name)}
        </div>
        <h1 className="m-0 bold size-24 line-34">{title}</h1>
        <p className="muted mt-4 mb-12">{texts?.help ? localized(texts.help) : translate('signIn.help')}</p>
        <SignInForm />
        <p className="gate-foot absolute m-0 text-center size-12 quiet line-18 bottom-32 left-96 right-96 left-56-1200 right-56-1200">
          {translate('signIn.browser')}
        </p>
      </main>
      <Notification />
    </div>
  )
}

function SchemeButton() {
  const translate = useTranslation()
  const { preferences } = useEngine()
  const isDark = useTheme().palette.mode === 'dark'
  return (
    <IconButton
      aria-label={translate(isDark ? 'look.light' : 'look.dark')}
      onClick={() => preferences.write({ scheme: isDark ? 'light' : 'dark' })}
    >
      {isDark ? <Sun /> : <Moon />}
    </IconButton>
  )
}
