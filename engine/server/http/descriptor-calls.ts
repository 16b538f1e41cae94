import type { Bilingual } from '../../model/model.ts'
import { platformTenant } from '../auth/actor.ts'
import type { RequestContext } from '../auth/request-context.ts'
import { done } from '../errors/envelope.ts'
import { knownIn } from '../errors/known-names.ts'
import { refuse } from '../errors/refuse.ts'
import type { RevisionState } from '../live/applied.ts'
import type { LiveModel } from '../live/live-model.ts'
import { invalidMigration } from '../live/migration-problems.ts'
import { isWaiting } from '../live/served-problem.ts'
import type { ShownLoss } from '../storage/apply.ts'
import type { FoundSteps } from '../storage/steps.ts'
import type { App } from './app.ts'

interface DescriptorCallParts {
  readonly live: Pick<
    LiveModel,
    'problems' | 'described' | 'pending' | 'confirm' | 'discard' | 'revisionDifference' | 'restore'
  >
  /** The stored revision, and the processes that serve it. */
  revisionState(): Promise<RevisionState | undefined>
  /** The migrations that have not run, and what is wrong with their files. */
  migrations(): Promise<FoundSteps>
}

const path = '/api/engine'

/**
 * The state of the descriptors, for those who may edit them: the problems of the files, the revisions, and changes that
 * wait for a confirmation because they would break rows or lose data.
 */
export function descriptorCalls(app: App, parts: DescriptorCallParts): void {
  const { live, revisionState, migrations } = parts
  app.get(`${path}/problems`, async request => {
    assureEditor(request.ctx, { zh: '查看配置问题', en: 'View descriptor problems' })
    const [{ faults }, found] = [await migrations(), live.problems()]
    // A server that watches the files has found them when they were saved.
    const unseen = found.some(({ code }) => code === 'migration.invalid') ? [] : faults
    return done([...found, ...unseen.map(invalidMigration)], request.language)
  })
  app.get(`${path}/revision`, async request => {
    assureEditor(request.ctx, { zh: '查看配置版本', en: 'View the revision of the descriptors' })
    return done((await revisionState()) ?? null, request.language)
  })
  app.get<OfRevision>(`${path}/revision/:revision`, async request => {
    assureEditor(request.ctx, { zh: '查看配置版本', en: 'View the revision of the descriptors' })
    const difference = await live.revisionDifference(request.params.revision)
    if (!difference) throw refuse.notFound(revisionTitle)
    return done(difference, request.language)
  })
  app.post<OfRevision>(`${path}/revision/:revision/restore`, async request => {
    const { ctx, params } = request
    assureEditor(ctx, { zh: '恢复配置版本', en: 'Restore a revision of the descriptors' })
    const outcome = await live.restore({ ...params, discard: discarded(request.body), account: ctx.actor.account })
    return done({ outcome }, request.language)
  })
  app.get(`${path}/pending`, async request => {
    assureEditor(request.ctx, { zh: '查看待确认的配置', en: 'View pending descriptors' })
    const [pending, { steps }] = await Promise.all([live.pending(), migrations()])
    const left = live.problems().filter(isWaiting)
    return done(
      {
        pending: pending.map(({ revision, files, changed, losses }) => ({ revision, files, changed, losses })),
        left: left.flatMap(({ loss, message }) => (loss ? [{ rows: [], ...loss, what: message }] : [])),
        served: live.described().revision,
        migrations: steps.map(({ name }) => name),
      },
      request.language,
    )
  })
  app.post(`${path}/pending`, async request => {
    const { ctx } = request
    assureEditor(ctx, { zh: '确认配置变更', en: 'Confirm changes of the descriptors' })
    await live.confirm({ ...confirmed(request.body), account: ctx.actor.account })
    return done(null, request.language)
  })
  app.post<OfRevision>(`${path}/pending/:revision/discard`, async request => {
    const { ctx, params } = request
    assureEditor(ctx, { zh: '放弃配置变更', en: 'Discard changes of the descriptors' })
    await live.discard({ ...params, account: ctx.actor.account })
    return done(null, request.language)
  })
}

interface OfRevision {
  readonly Params: { readonly revision: string }
}

const revisionTitle: Bilingual = { zh: '配置版本', en: 'revision of the descriptors' }

/** The files whose unapplied texts a restore may replace. */
function discarded(given: unknown): readonly string[] {
  const { discard = [] } = knownIn(given, ['discard'])
  if (!Array.isArray(discard) || !discard.every(file => typeof file === 'string'))
    throw refuse.input({ discard: { zh: 'discard 须为文件名列表', en: 'discard must be a list of files' } })
  return discard
}

/** Refuses users who may not edit descriptors: all but the administrators of the platform. */
export function assureEditor({ actor }: RequestContext, operation: Bilingual): void {
  if (!actor.administrator || actor.tenantId !== platformTenant) throw refuse.forbidden(operation)
}

const maxLosses = 1000

function confirmed(given: unknown): { readonly revision: string; readonly allow: readonly ShownLoss[] } {
  const { revision, allow } = knownIn(given, ['revision', 'allow'])
  if (typeof revision !== 'string')
    throw refuse.input({ revision: { zh: 'revision 须为版本号', en: 'revision must be the name of a revision' } })
  const isLoss = (one: unknown) => {
    const { loss, count } = Object(one) as Readonly<Record<string, unknown>>
    return typeof loss === 'string' && Number.isInteger(count)
  }
  if (!Array.isArray(allow) || allow.length === 0 || allow.length > maxLosses || !allow.every(isLoss))
    throw refuse.input({
      allow: {
        zh: 'allow 须为列表，逐项写明 loss 与 count',
        en: 'allow must be a list of { loss, count }',
      },
    })
  return { revision, allow: allow.map(({ loss, count }) => ({ loss, count })) }
}
