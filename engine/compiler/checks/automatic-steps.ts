import type { Step } from '../../model/model.ts'
import { isAutomatic, isTimed, stepsOf } from '../../model/steps.ts'
import type { CheckContext } from '../check-context.ts'
import { at, entriesOf } from '../tree.ts'

/** Keys that concern the user of a step. */
const keysOfUsers = ['input', 'edit', 'rules', 'message', 'http', 'primary', 'on', 'returns', 'outside'] as const

/** Checks that a step that no user makes has no key that concerns its user. */
export function checkAutomaticSteps({ views, report }: CheckContext): void {
  for (const { draft, resource } of views) {
    const transitions = entriesOf(at(at(draft.root, 'lifecycle'), 'transitions'))
    for (const { key: name, value } of [...transitions, ...entriesOf(at(draft.root, 'actions'))]) {
      const step = stepsOf(resource).find(one => one.name === name)
      if (!step || !isAutomatic(step)) continue
      for (const { key, keyStart } of entriesOf(value))
        if (keysOfUsers.some(one => one === key))
          report(draft, keyStart, 'step.automatic', { name: key, by: causeOf(step) })
      const auto = at(value, 'auto')
      const isUnfit = step.if === undefined || step.after !== undefined || resource.partOf !== undefined
      if (auto && isUnfit) report(draft, auto.start, 'step.auto')
    }
  }
}

/** The key without which users would run the step. */
export const causeOf = (step: Pick<Step, 'after'>): string => (isTimed(step) ? 'after' : 'auto')
