import type { Bilingual, Language } from '../../model/model.ts'

/** What every call answers: the platform's one envelope. */
export interface Envelope {
  readonly code: number
  readonly success: boolean
  readonly data: unknown
  readonly msg: string
  /** What is wrong with each field, for a form to show. */
  readonly errors?: Readonly<Record<string, string>>
  /** Of a 401: why the session is over, for programs. */
  readonly reason?: string
}

/** The envelope of a success. */
export function done(data: unknown, language: Language): Envelope {
  return { code: 200, success: true, data, msg: successes[language] }
}

/** The envelope of a success that says what was done. */
export function said(message: Bilingual, language: Language): Envelope {
  return { code: 200, success: true, data: {}, msg: message[language] }
}

const successes: Bilingual = { zh: '操作成功', en: 'Success' }
