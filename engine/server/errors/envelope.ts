import type { Bilingual, Language } from '../../model/model.ts'
import type { Warning } from '../../model/warning.ts'

/** The response envelope of every endpoint, as on the platform. */
export interface Envelope {
  readonly code: number
  readonly success: boolean
  readonly data: unknown
  readonly msg: string
  /** Errors by field, for a form. */
  readonly errors?: Readonly<Record<string, string>>
  /** Of a 409: the warnings to acknowledge by name, in the header `Acknowledged`. */
  readonly warnings?: readonly WarningInResponse[]
  /** Of a 401, the reason why the session ended; of a 503, of a password that is due and of an import, the code; for programs. */
  readonly reason?: string
}

export interface WarningInResponse extends Omit<Warning, 'text'> {
  readonly text: string
}

/** The envelope of a success. */
export function done(data: unknown, language: Language): Envelope {
  return { code: 200, success: true, data, msg: success[language] }
}

/** The envelope of a success with a message. */
export function doneWithMessage(message: Bilingual, language: Language): Envelope {
  return { code: 200, success: true, data: {}, msg: message[language] }
}

/** The message of a response that has no other. */
export const success: Bilingual = { zh: '操作成功', en: 'Success' }
