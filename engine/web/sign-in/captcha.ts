import { useQuery } from '@tanstack/react-query'
import { useEngine } from '../data/engine-context.ts'

/** A captcha. Without an image none is required. */
export interface Captcha {
  readonly key: string
  readonly image: string
}

const none: Captcha = { key: '', image: '' }

/** The picture of the sign-in page, and another one on demand. */
export function useCaptcha(): { captcha: Captcha; renew(): void } {
  const { session } = useEngine()
  const { data = none, refetch } = useQuery({
    queryKey: ['auth', 'captcha'],
    queryFn: () => session.captcha(),
    gcTime: 0,
    // A picture is valid for half an hour.
    refetchInterval: 25 * 60_000,
    retry: 3,
  })
  return { captcha: data, renew: () => void refetch() }
}
