import type { Bilingual } from '../../model/model.ts'

/** An error of the token endpoint, in the form that OAuth defines. */
export class OauthFault extends Error {
  readonly code: OauthCode
  readonly text: Bilingual
  readonly more: OauthMore

  constructor(code: OauthCode, text: Bilingual, more: OauthMore = {}) {
    super(text.en)
    this.name = 'OauthFault'
    this.code = code
    this.text = text
    this.more = more
  }
}

interface OauthMore {
  /** Seconds after which the same request may be sent again: the answer is 429. */
  readonly retryAfter?: number
  /** With which a code is sent, where the account has a second factor. */
  readonly ticket?: string
  /** With which an account is asked for, where a user of a provider has none. */
  readonly oauthId?: string
}

export type OauthCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'access_denied'
  | 'second_factor_required'
