import Button from '@mui/material/Button'
import { useNavigate } from 'react-router'
import { attemptedOf } from '../data/request-fault.ts'
import { useRoutes } from '../data/use-routes.ts'
import { useTranslation } from '../words/i18n.ts'

interface WhyButtonProps {
  /** The fault, or the text of its notice; or what the user attempts without a request. */
  readonly refusal: unknown
  onOpen?(): void
}

/** Leads from a refusal to its explanation; nothing where it names no resource. */
export function WhyButton({ refusal, onOpen }: WhyButtonProps) {
  const translate = useTranslation()
  const navigate = useNavigate()
  const why = useRoutes().page('why')
  const attempted = attemptedOf(refusal)
  if (!attempted || !why) return null
  const open = () => {
    onOpen?.()
    navigate(`${why}?${new URLSearchParams(attempted)}`)
  }
  return (
    <Button variant="text" color="inherit" onClick={open}>
      {translate('state.why')}
    </Button>
  )
}
