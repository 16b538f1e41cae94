import { type MouseEvent, useState } from 'react'

/** A menu that its button opens and that each choice closes. */
export function useMenu() {
  const [anchorEl, setAnchor] = useState<HTMLElement | null>(null)
  const open = anchorEl !== null
  const onClose = () => setAnchor(null)
  return {
    /** Properties of the button. */
    opener: {
      'aria-haspopup': 'menu',
      'aria-expanded': open,
      onClick: (event: MouseEvent<HTMLElement>) => setAnchor(event.currentTarget),
    },
    menu: { anchorEl, open, onClose, slotProps: { paper: { className: 'menu' } } },
    choose: (then: () => void) => () => {
      onClose()
      then()
    },
  } as const
}
