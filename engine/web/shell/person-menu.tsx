import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import {
  ArrowLeftRight,
  ChevronDown,
  History,
  Keyboard,
  KeyRound,
  LayoutDashboard,
  Lock,
  LogOut,
  ShieldCheck,
  UserRound,
} from 'lucide-react'
import { useNavigate } from 'react-router'
import { useMenu } from '../components/use-menu.ts'
import { operationsPage } from '../data/addresses.ts'
import { useModelIndex } from '../data/resource-part.ts'
import { useRoutes } from '../data/use-routes.ts'
import { initialsOf } from '../frame/initials.ts'
import { useShell } from '../frame/shell-context.ts'
import { useTranslation } from '../words/i18n.ts'

/** The user's name and the actions of the user's account. */
export function PersonMenu() {
  const translate = useTranslation()
  const me = useModelIndex()?.me
  const navigate = useNavigate()
  const { home, page } = useRoutes()
  const { open, isPhone } = useShell()
  const { opener, menu, choose } = useMenu()
  if (!me) return null
  const name = me.name || me.account
  const info = page('info')
  return (
    <>
      <Button
        variant="text"
        className="person gap-8! size-13! ink!"
        title={translate('shell.person', { name })}
        {...opener}
      >
        <span className="avatar centered fixed accent bold selected square-24 circle size-11 line-1" aria-hidden="true">
          {initialsOf(name)}
        </span>
        <span className="clip ellipsis max-w-160">{name}</span>
        <ChevronDown aria-hidden />
      </Button>
      {menu.open && (
        <Menu {...menu}>
          <MenuItem onClick={choose(() => navigate(home))}>
            <LayoutDashboard aria-hidden /> {translate('shell.home')}
          </MenuItem>
          {info && (
            <MenuItem onClick={choose(() => navigate(info))}>
              <UserRound aria-hidden /> {translate('shell.info')}
            </MenuItem>
          )}
          <MenuItem onClick={choose(() => navigate(operationsPage))}>
            <History aria-hidden /> {translate('operations.title')}
          </MenuItem>
          <MenuItem onClick={choose(() => open('password'))}>
            <KeyRound aria-hidden /> {translate('shell.password')}
          </MenuItem>
          <MenuItem onClick={choose(() => open('security'))}>
            <ShieldCheck aria-hidden /> {translate('shell.security')}
          </MenuItem>
          {me.maySwitch && (
            <MenuItem onClick={choose(() => open('switch'))}>
              <ArrowLeftRight aria-hidden /> {translate('shell.switch')}
            </MenuItem>
          )}
          {isPhone ? (
            <MenuItem onClick={choose(() => open('lock'))}>
              <Lock aria-hidden /> {translate('shell.lock')}
            </MenuItem>
          ) : (
            <MenuItem onClick={choose(() => open('shortcuts'))}>
              <Keyboard aria-hidden /> {translate('shortcuts.title')}
            </MenuItem>
          )}
          <Divider />
          <MenuItem onClick={choose(() => open('signOut'))}>
            <LogOut aria-hidden /> {translate('shell.signOut')}
          </MenuItem>
        </Menu>
      )}
    </>
  )
}
