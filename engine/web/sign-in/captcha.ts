import { useQuery } from '@tanstack/react-query'
import { useEngine } from '../data/engine-context.ts'

/** A captcha. Without a picture none is required. */
export interface Captcha {
  readonly key: string
  readonly image: string
  /** Users sign in to one of several tenants. */
  readonly hasTenants: boolean
  /** Visitors may ask for an account. */
  readonly mayRegister: boolean
  /** Other systems that sign users in. */
  readonly providers: readonly { readonly code: string; readonly name: string }[]
}

const none: Captcha = { key: '', image: '', hasTenants: false, mayRegister: false, providers: [] }

/** The captcha of the sign-in page, and a function that requests another one. */
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
