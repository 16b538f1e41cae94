import type { Problem, SourcePosition } from '../../compiler/problem.ts'
import { handlersOf } from '../../model/engine-handlers.ts'
import type { Bilingual, Model } from '../../model/model.ts'
import { stepsOf } from '../../model/steps.ts'
import type { Loss, ShownLoss } from '../storage/apply.ts'
import { accessLoss } from '../storage/change.ts'
import type { ConcernedRow } from '../storage/concerned-rows.ts'
import { isRemovedName, renameQuestion } from '../storage/print-plan.ts'

/** A reason why the descriptors on disk are not, or not completely, served. */
export interface ServedProblem {
  readonly code: string
  readonly severity: 'error' | 'warning'
  readonly message: Bilingual
  readonly hint?: Bilingual
  /** Absent if no single line is the cause. */
  readonly at?: SourcePosition
  /** A loss that waits for confirmation. Of a warning, the descriptors are served all the same. */
  readonly loss?: WaitingLoss
}

/** A loss that waits, with its first rows; of a seed, with what becomes of each. */
export interface WaitingLoss extends ShownLoss {
  readonly mark?: 'breaks-rows' | 'data-losing'
  readonly resource?: string
  readonly rows?: readonly (ConcernedRow & { readonly change?: string })[]
  readonly hint?: Bilingual
}

/** The text of a problem for a log: position and code, then the message and the hint. */
export function printServed({ code, severity, at, message, hint }: ServedProblem): string {
  const position = at ? `${at.file}:${at.line}:${at.column} ` : ''
  const lines = [`${position}${code}${severity === 'warning' ? ' (warning)' : ''}`, `  ${message.en}`]
  return [...lines, ...(hint ? [`  ${hint.en}`] : [])].join('\n')
}

/** The line of a log about descriptors that are not applied: the first errors with their positions and cures. */
export function refusedLine(problems: readonly ServedProblem[]): string {
  const errors = problems.filter(isError)
  const [first, ...others] = errors.length > 0 ? errors : problems
  if (!first) return 'Descriptors not applied.'
  const { at, message, hint, loss } = first
  const position = at ? `${at.file}:${at.line}:${at.column} ` : ''
  const parts = [`${position}${message.en}`, ...(hint ? [hint.en] : [])]
  const more = others.length > 0 ? [`(${others.length} more on the page "Descriptors")`] : []
  return [`Descriptors ${loss ? 'wait for confirmation' : 'refused'}:`, ...parts, ...more].join(' ')
}

/** A lossy change of tables, which waits for confirmation with the file that declares it. */
export function waiting(
  { loss, count, mark, what }: Pick<Loss, 'loss' | 'count' | 'mark' | 'what'>,
  severity: ServedProblem['severity'],
  file?: string,
): ServedProblem {
  const correct = correctable.test(loss)
  const renamed = isRemovedName(loss) ? renameQuestion : { zh: '', en: '' }
  const moved = loss.startsWith('drop:') ? movedHint : { zh: '', en: '' }
  const them = count === 1 ? 'row' : 'rows'
  const [zh, en] = loss === accessLoss ? ['', 'It'] : [`影响 ${count} 条数据，`, `It affects ${count} ${them} and`]
  return {
    code: `plan.${mark}`,
    severity,
    ...(file !== undefined && { at: { file, line: 1, column: 1 } }),
    message: what,
    loss: { loss, count },
    hint: {
      zh: `${renamed.zh}${zh}未执行：请${correct ? '先改正这些数据，或' : ''}在“配置变更”页面确认，或执行 npm run plan -- --apply --allow ${loss}。${moved.zh}`,
      en: `${renamed.en && `${renamed.en} `}${en} was not applied: ${correct ? `correct the ${them} first, or ` : ''}confirm it on the page "Descriptors", or with npm run plan -- --apply --allow ${loss}.${moved.en}`,
    },
  }
}

/** A migration that was saved runs before columns are dropped. */
const movedHint: Bilingual = {
  zh: '如果要把这些值移到别处，请先在 migrations/ 中保存迁移，不要确认删除。',
  en: ' To move these values elsewhere, save a migration in migrations/ instead.',
}

/** Losses that end when the rows have values that the descriptors accept. */
const correctable = /^(constrain|retype|unique):/

/** Whether a problem is a change of tables that waits, while the descriptors are served all the same. */
export const isWaiting = ({ loss, severity }: ServedProblem): boolean => severity === 'warning' && loss !== undefined

/** Handlers in TypeScript by resource, named by `handler` of a transition, an action or a query; effects of parts under `''`. */
export type HandlerNames = Readonly<Record<string, readonly string[]>>

/** Transitions, actions and queries without a handler: they are refused, all else is served. */
export function missingHandlers(model: Model, handlers: HandlerNames): ServedProblem[] {
  return Object.values(model.resources).flatMap(resource =>
    [
      ...handlersOf(resource).filter(run => !handlers[resource.name]?.includes(run)),
      ...stepsOf(resource).flatMap(({ runs = {} }) => Object.keys(runs).filter(run => !handlers['']?.includes(run))),
    ].map(run => ({
      code: 'handler.missing',
      severity: 'warning' as const,
      message: {
        zh: `资源“${resource.name}”的“handler: ${run}”还没有处理程序，用到它的操作不能进行。`,
        en: `The handler "${run}" of the resource "${resource.name}" is missing; what needs it is refused.`,
      },
      hint: {
        zh: `在 server/actions/ 中编写，然后重新构建。`,
        en: 'Write it in server/actions/, then rebuild.',
      },
    })),
  )
}

/** Live changes that would break a handler in TypeScript: they wait for a build. */
export function brokenHandlers(before: Model, after: Model, handlers: HandlerNames): ServedProblem[] {
  return Object.keys(handlers).flatMap(name => {
    const [old, fresh] = [before.resources[name], after.resources[name]]
    if (!old) return []
    const lostFields = old.fields.filter(field => !fresh?.fields.some(one => one.name === field.name))
    const what = fresh ? lostFields.map(field => `${name}.${field.name}`) : [name]
    return what.map(one => ({
      code: 'handler.relies',
      severity: 'error' as const,
      message: {
        zh: `“${one}”有 TypeScript 处理程序依赖，运行中不能改名或删除。`,
        en: `A TypeScript handler may depend on "${one}": it cannot be renamed or removed while the server is running.`,
      },
      hint: { zh: '修改处理程序，重新构建并启动。', en: 'Change the handler, rebuild and restart.' },
    }))
  })
}

export const isError = ({ severity }: Problem | ServedProblem): boolean => severity === 'error'
