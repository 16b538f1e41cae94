import { expect } from 'vitest'
import type { Answer } from './server.ts'

/** Expects a call to be refused, with a text in each language as the message or as that of a field. */
export async function refusedInBoth(
  call: (language: string) => Promise<Answer>,
  status: number,
  zh: string,
  en: string,
): Promise<void> {
  for (const [language, text] of Object.entries({ zh, en })) {
    const answer = await call(language)
    expect(answer.status).toBe(status)
    expect([answer.body.msg, ...Object.values(answer.body.errors ?? {})]).toContain(text)
  }
}
