import type { Language } from '../../model/model.ts'
import type { ResponseEnvelope } from '../data/request-fault.ts'
import { keyOfAnswer } from '../data/session.ts'
import { browserTabs } from '../data/tab-channel.ts'

/** Why another system could not sign a user in, for the sign-in page. */
export interface SignOnFault extends Pick<ResponseEnvelope, 'ticket'> {
  readonly message: string
  /** With which the user asks for an account. */
  readonly oauthId?: string
}

let left: SignOnFault | undefined

/** What a refused sign-on left for the sign-in page, until it is left. */
export const signOnFault = (): SignOnFault | undefined => left

export const forgetSignOn = (): void => {
  left = undefined
}

const ownNames = ['sso', 'ticket', 'tenantId', 'code', 'state', 'iss', 'error', 'error_description', 'session_state']

/**
 * Signs in by what another system added to the address, and reloads the page without it. The address is cleaned before
 * anything is requested: of a refused sign-on too.
 */
export async function signOn(given: URLSearchParams, language: Language): Promise<void> {
  const { pathname, search, hash } = window.location
  const rest = new URLSearchParams(search)
  for (const name of ownNames) rest.delete(name)
  const cleaned = `${pathname}${rest.size > 0 ? `?${rest}` : ''}${hash.includes('ticket=') ? '' : hash}`
  window.history.replaceState(null, '', cleaned)
  const kind = given.get('sso')
  const path = kind ? `${encodeURIComponent(kind)}/token` : 'token'
  const values = Object.fromEntries(ownNames.flatMap(name => (given.get(name) ? [[name, given.get(name)]] : [])))
  const response = await fetch(`/api/blade-auth/oauth/${path}`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa('mingchu:')}`,
      'accept-language': language,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ ...values, ...(path === 'token' && { grant_type: 'social' }), scope: 'all' }),
  }).catch(() => undefined)
  if (response?.ok) {
    // Pages of the same user that wait for a sign-in go on.
    browserTabs().post({ kind: 'signed-in', person: keyOfAnswer(await response.json()) })
    window.location.reload()
    // The page ends.
    return new Promise(() => undefined)
  }
  const body = Object(await response?.json().catch(() => undefined))
  const isAway = !response || given.get('error') === 'temporarily_unavailable'
  const message = isAway ? away[language] : String(body.error_description ?? body.msg ?? '')
  left = { message, ...(body.ticket && { ticket: body.ticket }), ...(body.oauth_id && { oauthId: body.oauth_id }) }
}

const away = {
  zh: '身份提供方暂时无法访问，请稍后再试',
  en: 'The identity provider cannot be reached. Please try again later.',
} as const
