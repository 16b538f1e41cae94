import IconButton from '@mui/material/IconButton'
import { ArrowLeft, Menu } from 'lucide-react'
import type { ReactNode } from 'react'
import { useShell } from '../frame/shell-context.ts'
import { useTranslation } from '../words/i18n.ts'

interface ScreenHeadProps {
  readonly title: ReactNode
  /** The way to the screen above. */
  readonly back?: { readonly label: string; onClick(): void }
  /** Actions at the end of the head. */
  readonly children?: ReactNode
}

/** The head of a screen: its title, and on a phone the button of the menu where there is no way back. */
export function ScreenHead({ title, back, children }: ScreenHeadProps) {
  const translate = useTranslation()
  const { isPhone, openMenu } = useShell()
  return (
    <header className={isPhone ? 'phone-bar fixed' : 'list-head fixed'}>
      {back ? (
        <IconButton aria-label={back.label} onClick={back.onClick}>
          <ArrowLeft size={isPhone ? 20 : 16} />
        </IconButton>
      ) : (
        isPhone && (
          <IconButton aria-label={translate('shell.menu')} onClick={openMenu}>
            <Menu />
          </IconButton>
        )
      )}
      <h1 className="size-18">{title}</h1>
      {children && <div className={`list-head-actions flex push ${isPhone ? 'gap-4' : 'gap-8'}`}>{children}</div>}
    </header>
  )
}
