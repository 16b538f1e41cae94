import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useEngine } from '../data/engine-context.ts'
import { indexQuery } from '../data/model-source.ts'
import { attemptedOf } from '../data/request-fault.ts'
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
  const { session } = useEngine()
  // Notices are shown outside of the context of the index.
  const { data } = useQuery({ ...indexQuery(session), enabled: false })
  const why = data?.pages.find(({ key }) => key === 'why')?.path
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
