import type { Labelled, TypedMatch } from './choice-typing.ts'
import { type FaultCode, faultMessage } from './fault.ts'
import type { UnreadText } from './unread-text.ts'

const codes = {
  awaited: 'choice.awaited',
  unknown: 'choice.unknown',
  several: 'choice.several',
  failed: 'choice.failed',
} as const satisfies Record<string, FaultCode>

/** A typed text that chose nothing, as a form stores it, with the reason and the candidates. */
export function unreadChoice(text: string, verdict: Exclude<TypedMatch<Labelled>, { kind: 'taken' }>): UnreadText {
  const candidates = 'candidates' in verdict ? verdict.candidates : []
  const labels = candidates.map(({ label }) => label)
  const count = 'count' in verdict ? verdict.count : 0
  const words = { text, count, zh: labels.join('、'), en: labels.join(', ') }
  return {
    unread: text,
    message: faultMessage({ code: codes[verdict.kind], words }, { zh: '', en: '' }),
    candidates: candidates.map(({ id, label }) => ({ value: id, label: { zh: label, en: label } })),
    ...(verdict.kind !== 'unknown' && { [verdict.kind]: true }),
  }
}
