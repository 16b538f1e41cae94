import type { BoardWork } from '../../model/chart.ts'
import { isAutomatic, stepsOf } from '../../model/steps.ts'
import { scopeOf } from '../../rules/scope.ts'
import { faultInSql } from '../../rules/to-sql.ts'
import { isDayOrTime } from '../../rules/value.ts'
import { type CheckContext, fieldNamed, viewNamed } from '../check-context.ts'
import { compiledAt, reportFault, tablesAtCompile } from '../checks/expressions.ts'
import { choice } from '../checks/unknown-word.ts'
import type { Draft } from '../draft.ts'
import { type Keys, newKey, shared } from '../language/key.ts'
import { at, itemsOf, type Node, textOf } from '../tree.ts'

/** The keys of an entry of a tile with `work`. */
export const workKeys: Keys = {
  of: newKey({ type: 'string' }, '资源', 'The resource.', 'visit', { required: true }),
  where: newKey(
    shared('expression'),
    '哪些记录在等当前用户；me 是当前用户',
    'Which records wait for the user; `me` is the current user.',
    `"state == 'open' && createUser == me.id"`,
    { required: true },
  ),
  due: newKey(
    shared('expression'),
    '等到哪一天或什么时间，先到期的排在前面',
    'The day or time until which they wait; the earliest comes first.',
    'startDay',
    { required: true },
  ),
  step: newKey(
    shared('name'),
    '要做的步骤；没有它的权限的人看不到这些记录',
    'The step to take. Users without its code do not see the records.',
    'close',
    { required: true },
  ),
}

/** The entries of a tile with `work`. */
export const workOf = (node: Node | undefined): BoardWork[] =>
  itemsOf(node).map(entry => {
    const text = (key: string) => textOf(at(entry, key)) ?? ''
    return { of: text('of'), where: text('where'), due: text('due'), step: text('step') }
  })

/** Checks the entries of a tile with `work`: their resources, steps and expressions, which the database evaluates. */
export function checkWork(draft: Draft, node: Node | undefined, scene: CheckContext): void {
  for (const entry of itemsOf(node)) {
    const [of, where, due, step] = ['of', 'where', 'due', 'step'].map(key => at(entry, key))
    const view = viewNamed(scene, textOf(of))
    if (!view) {
      const names = scene.views.map(({ resource }) => resource.name)
      if (of) scene.report(draft, of.start, 'resource.unknown', choice(textOf(of) ?? '', names))
      continue
    }
    const steps = stepsOf(view.resource).filter(one => !isAutomatic(one))
    const names = steps.map(({ name }) => name)
    if (step && !names.includes(textOf(step) ?? ''))
      scene.report(draft, step.start, 'board.step', choice(textOf(step) ?? '', names))
    const scope = scopeOf(scene.model, view.resource, { me: true })
    for (const [text, expects] of [
      [where, 'bool'],
      [due, undefined],
    ] as const) {
      const expression = compiledAt(draft, text, scope, expects, scene)
      if (!expression || !text) continue
      const column = (name: string) => fieldNamed(view, name)?.column
      const fault = faultInSql(expression, { column, tables: tablesAtCompile(scene) })
      if (fault) reportFault(draft, text, fault, scene)
      else if (!expects && !isDayOrTime(expression.type))
        scene.report(draft, text.start, 'due.unfit', { text: expression.text })
    }
  }
}
