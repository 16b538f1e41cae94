import type { CheckContext } from './check-context.ts'
import { checkDictionaries } from './checks/dictionaries.ts'
import { checkExpressions } from './checks/expressions.ts'
import { checkFields } from './checks/fields.ts'
import { checkLifecycles } from './checks/lifecycles.ts'
import { checkNames } from './checks/names.ts'
import { checkPages } from './checks/pages.ts'
import { checkRelations } from './checks/relations.ts'
import { checkScreens } from './checks/screens.ts'

/** Checks the meaning of well-formed descriptors. */
export function checkMeaning(scene: CheckContext): void {
  checkNames(scene)
  checkFields(scene)
  checkScreens(scene)
  checkRelations(scene)
  checkLifecycles(scene)
  checkExpressions(scene)
  checkDictionaries(scene)
  checkPages(scene)
}
