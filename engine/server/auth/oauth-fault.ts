import type { Bilingual } from '../../model/model.ts'

/** An error of the token endpoint, in the form that OAuth defines. */
export class OauthFault extends Error {
  readonly code: OauthCode
  readonly say: Bilingual

  constructor(code: OauthCode, say: Bilingual) {
    super(say.en)
    this.name = 'OauthFault'
    this.code = code
    this.say = say
  }
}

export type OauthCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'access_denied'
