import type { UndeclaredRename } from '../../compiler/declare-rename.ts'
import type { Problem, SourcePosition } from '../../compiler/problem.ts'
import { handlersOf } from '../../model/engine-handlers.ts'
import type { Bilingual, Model } from '../../model/model.ts'
import type { Loss, ShownLoss } from '../storage/apply.ts'
import { accessLoss } from '../storage/change.ts'
import type { ConcernedRow } from '../storage/concerned-rows.ts'

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
  /** Renames that the cause may be. */
  readonly renames?: readonly UndeclaredRename[]
}

/** A loss that waits, with its first rows; of a seed, with what becomes of each. */
export interface WaitingLoss extends ShownLoss {
  readonly mark?: 'breaks-rows' | 'data-losing' | 'migration'
  readonly resource?: string
  readonly rows?: readonly (ConcernedRow & { readonly change?: string })[]
  readonly at?: SourcePosition
  readonly cure?: Bilingual
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

/** Where descriptors cause a loss, and the renames that it may be. */
type LossCause = Pick<ServedProblem, 'at' | 'renames'>

/** A lossy change of tables, which waits for confirmation. */
export function waiting(
  { loss, count, mark, what }: Pick<Loss, 'loss' | 'count' | 'mark' | 'what'>,
  severity: ServedProblem['severity'],
  { at, renames = [] }: LossCause = {},
): ServedProblem {
  const [renamed, correct] = [renamedHint(renames), correctable.test(loss)]
  const moved = loss.startsWith('drop:') ? movedHint : { zh: '', en: '' }
  const them = count === 1 ? 'row' : 'rows'
  const [zh, en] = loss === accessLoss ? ['', 'It'] : [`影响 ${count} 条数据，`, `It affects ${count} ${them} and`]
  return {
    code: `plan.${mark}`,
    severity,
    ...(at && { at }),
    message: what,
    loss: { loss, count },
    hint: {
      zh: `${renamed.zh}${zh}未执行：请${correct ? '先改正这些数据，或' : ''}在“配置变更”页面确认，或执行 npm run plan -- --apply --allow ${loss}。${moved.zh}`,
      en: `${renamed.en}${en} was not applied: ${correct ? `correct the ${them} first, or ` : ''}confirm it on the page "Descriptors", or with npm run plan -- --apply --allow ${loss}.${moved.en}`,
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

/** The cure of renames that are not declared. */
function renamedHint(renames: readonly UndeclaredRename[]): Bilingual {
  if (renames.length === 0) return { zh: '', en: '' }
  const ofEach = [...new Set(renames.map(({ from }) => from))].map(from => ({
    from,
    parts: renames.filter(one => one.from === from).map(partOf),
  }))
  const zh = ofEach.map(({ from, parts }) => `在 ${parts.join(' 或 ')} 中写 renamedFrom: ${from}`)
  const en = ofEach.map(({ from, parts }) => `renamedFrom: ${from} in ${parts.join(' or ')}`)
  return {
    zh: `如果只是改名，请${zh.join('，')}。`,
    en: `If it was only renamed, write ${en.join(', ')}. `,
  }
}

/** A renamed part by its new name. */
const partOf = (rename: UndeclaredRename): string =>
  ('dictionary' in rename ? [rename.dictionary, rename.entry] : [rename.resource, rename.field])
    .filter(name => name !== undefined)
    .join('.')

/** Descriptors that are not applied while processes of an older engine are live. */
export const heldBack = (language: number, older: number): ServedProblem => ({
  code: 'revision.held',
  severity: 'warning',
  message: {
    zh: `配置尚未生效：还有 ${older} 个旧版引擎的进程，不能读取第 ${language} 版配置语言。`,
    en: `The descriptors are not applied yet: ${older} live ${older === 1 ? 'process' : 'processes'} of an older engine cannot read version ${language} of the descriptor language.`,
  },
  hint: {
    zh: '停止或升级这些进程后会自动生效。',
    en: 'They are applied when these processes are stopped or upgraded.',
  },
})

/** Whether a problem is a change of tables that waits, while the descriptors are served all the same. */
export const isWaiting = ({ loss, severity }: ServedProblem): boolean => severity === 'warning' && loss !== undefined

/** Handlers in TypeScript by resource, named by `handler` of a transition, an action or a query. */
export type HandlerNames = Readonly<Record<string, readonly string[]>>

/** Transitions, actions and queries without a handler: they are refused, all else is served. */
export function missingHandlers(model: Model, handlers: HandlerNames): ServedProblem[] {
  return Object.values(model.resources).flatMap(resource =>
    handlersOf(resource)
      .filter(run => !handlers[resource.name]?.includes(run))
      .map(run => ({
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
