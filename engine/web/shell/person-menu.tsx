import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { ChevronDown, History, Keyboard, KeyRound, LayoutDashboard, LogOut } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useModelIndex } from '../data/resource-part.ts'
import { initialsOf } from '../frame/initials.ts'
import { useShell } from '../frame/shell-context.ts'
import { useSay } from '../words/i18n.ts'

/** Who is signed in, and what concerns that person alone. */
export function PersonMenu() {
  const say = useSay()
  const me = useModelIndex()?.me
  const navigate = useNavigate()
  const { open, isPhone } = useShell()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  if (!me) return null
  const name = me.name || me.account
  const choose = (then: () => void) => () => {
    setAnchor(null)
    then()
  }
  return (
    <>
      <Button
        variant="text"
        className="person"
        aria-haspopup="menu"
        title={say('shell.person', { name })}
        onClick={event => setAnchor(event.currentTarget)}
      >
        <span className="avatar" aria-hidden="true">
          {initialsOf(name)}
        </span>
        <span className="person-name">{name}</span>
        <ChevronDown aria-hidden />
      </Button>
      {anchor && (
        <Menu anchorEl={anchor} open onClose={() => setAnchor(null)} slotProps={{ paper: { className: 'menu' } }}>
          <MenuItem onClick={choose(() => navigate('/'))}>
            <LayoutDashboard aria-hidden /> {say('shell.home')}
          </MenuItem>
          <MenuItem onClick={choose(() => navigate('/operations'))}>
            <History aria-hidden /> {say('operations.title')}
          </MenuItem>
          <MenuItem onClick={choose(() => open('password'))}>
            <KeyRound aria-hidden /> {say('shell.password')}
          </MenuItem>
          {!isPhone && (
            <MenuItem onClick={choose(() => open('shortcuts'))}>
              <Keyboard aria-hidden /> {say('shortcuts.title')}
            </MenuItem>
          )}
          <Divider />
          <MenuItem onClick={choose(() => open('signOut'))}>
            <LogOut aria-hidden /> {say('shell.signOut')}
          </MenuItem>
        </Menu>
      )}
    </>
  )
}
