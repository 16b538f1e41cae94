import type { Bilingual } from '../../model/model.ts'

/** An error of the token endpoint, in the form that OAuth defines. */
export class OauthFault extends Error {
  readonly code: OauthCode
  readonly text: Bilingual

  constructor(code: OauthCode, text: Bilingual) {
    super(text.en)
    this.name = 'OauthFault'
    this.code = code
    this.text = text
  }
}

export type OauthCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'access_denied'
