import { StateGlyph } from '../components/state-glyph.tsx'
import { useTranslation } from '../words/i18n.ts'
import type { WordKey } from '../words/words.ts'

/** The steps of an import. */
export type ImportStep = 'file' | 'columns' | 'check' | 'write'

const steps: readonly (readonly [ImportStep, WordKey])[] = [
  ['file', 'importing.stepFile'],
  ['columns', 'importing.stepColumns'],
  ['check', 'importing.stepCheck'],
  ['write', 'importing.stepWrite'],
]
const past = { kind: 'done', share: 1, colour: 'green' } as const

/** A progress line of the steps. */
export function StepsLine({ at }: { at: ImportStep }) {
  const translate = useTranslation()
  const now = steps.findIndex(([step]) => step === at)
  return (
    <ol className="import-steps row quiet text-13">
      {steps.map(([step, title], index) => (
        <li
          key={step}
          className={index < now ? 'past' : index === now ? 'now' : 'ahead'}
          aria-current={index === now ? 'step' : undefined}
        >
          {index < now ? (
            <StateGlyph shape={past} />
          ) : (
            <span className="import-step-number centered muted size-12 medium">{index + 1}</span>
          )}
          <span className="import-step-title">{translate(title)}</span>
        </li>
      ))}
    </ol>
  )
}
