import IconButton from '@mui/material/IconButton'
import { useTheme } from '@mui/material/styles'
import { Moon, Sun } from 'lucide-react'
import { Notification } from 'react-admin'
import { useEngine } from '../engine/web/data/engine-context.ts'
import { usePageTitle } from '../engine/web/shell/page-title.ts'
import { LanguageButton } from '../engine/web/shell/top-bar-buttons.tsx'
import { SignInForm } from '../engine/web/sign-in/sign-in-form.tsx'
import { useLocalized, useTranslation } from '../engine/web/words/i18n.ts'
import { Mark } from './mark.tsx'
import { Stage } from './stage.tsx'
import { brandWords } from './words.ts'
import './sign-in.css'

/** The sign-in page: an illustration of kitchens, and the form next to it. */
export function SignIn() {
  const translate = useTranslation()
  const localized = useLocalized()
  usePageTitle(translate('signIn.title'))
  return (
    <div className="sign-in">
      <aside className="stage" aria-label={localized(brandWords.name)}>
        <div className="stage-brand">
          <Mark size={28} />
          {localized(brandWords.name)}
        </div>
        <div className="stage-picture">
          <Stage />
        </div>
        <p className="stage-slogan">{localized(brandWords.slogan)}</p>
        <p className="stage-platform">{localized(brandWords.platform)}</p>
      </aside>
      <main className="gate">
        <div className="gate-tools">
          <LanguageButton />
          <SchemeButton />
        </div>
        <div className="gate-brand">
          <Mark size={28} />
          {localized(brandWords.name)}
        </div>
        <h1>{translate('signIn.title')}</h1>
        <p className="gate-help">{translate('signIn.help')}</p>
        <SignInForm />
        <p className="gate-foot">{translate('signIn.browser')}</p>
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
