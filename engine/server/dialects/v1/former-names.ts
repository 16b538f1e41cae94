import type { FastifyRequest } from 'fastify'
import type { Resource } from '../../../model/model.ts'
import { formerName, type NameChanges, noNameChanges, partChangesOf, presentName } from '../../../model/name-changes.ts'
import { apiPath } from '../../../model/names.ts'
import { inputsOfStep } from '../../../model/steps.ts'
import { presentKeys, presentValues } from '../../../record/present-values.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import { Refusal, refuse } from '../../errors/refuse.ts'
import type { DialectParts } from '../../http/dialect.ts'
import { type FoundCall, findCall, v1CallsOf } from './v1-calls.ts'

/** The header with the revision of the Model whose names a request uses. */
export const revisionHeader = 'model-revision'

/**
 * What became of the names of a request: none changed without the header. Undefined if the revision is not kept any
 * more.
 */
export function changesSince(
  { namesBetween }: Pick<DialectParts, 'namesBetween'>,
  { model }: RequestContext,
  { headers }: FastifyRequest,
): NameChanges | undefined {
  const revision = headers[revisionHeader]
  if (typeof revision !== 'string' || revision === model.revision) return noNameChanges
  return namesBetween(revision, model.revision)
}

/** The endpoint at a path that may have former names of a resource, a step or a bind. */
export function presentCall(
  { model }: RequestContext,
  changes: NameChanges,
  method: string,
  path: readonly string[],
): FoundCall | readonly string[] {
  const calls = v1CallsOf(model)
  const [, , , dialect, former = '', ...rest] = path
  const resource =
    changes === noNameChanges || dialect !== 'v1' ? undefined : presentResource(model.resources, changes, former)
  if (!resource) return findCall(calls, method, path)
  const head = apiPath(resource).split('/')
  const found = findCall(calls, method, [...head, ...rest])
  if ('call' in found) return found
  const { steps, binds } = partChangesOf(changes, former)
  const [name = '', ...others] = rest
  const present = presentName({ ...binds, ...steps }, name)
  return present === null ? found : findCall(calls, method, [...head, present, ...others])
}

const presentResource = (
  resources: Readonly<Record<string, Resource>>,
  { resources: renames }: NameChanges,
  former: string,
) => {
  const name = presentName(renames, former)
  return name !== null && Object.hasOwn(resources, name) ? resources[name] : undefined
}

/** The input of a call by present names, with the context in which a retry has the content that was sent. */
export function presentInput(
  ctx: RequestContext,
  { call: { resource, operation } }: FoundCall,
  changes: NameChanges,
  input: unknown,
): { readonly ctx: RequestContext; readonly input: unknown } {
  if (changes === noNameChanges) return { ctx, input }
  const former = formerName(changes.resources, resource.name)
  const names = new Map<unknown, unknown>([[resource.name, former]])
  const { steps, binds } = partChangesOf(changes, former)
  if ('name' in operation) names.set(operation.name, formerName({ ...binds, ...steps }, operation.name))
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return { ctx: ctx.sentBy(names), input }
  const inputs = 'name' in operation ? inputsOfStep(resource, operation.name) : []
  // Names of the step's own input are no fields of the record.
  const own = Object.entries(input).flatMap(([name, value]) => {
    const field = inputs.find(one => one.name === name)
    return field ? [[name, presentKeys(field, changes, value)] as const] : []
  })
  const others = Object.entries(input).filter(entry => !own.some(([name]) => name === entry[0]))
  const { values, removed } = presentValues(ctx.model, resource, changes, Object.fromEntries(others))
  if (Object.keys(removed).length > 0) throw removedNames(Object.keys(removed))
  const present = { ...values, ...Object.fromEntries(own) }
  names.set(present, input)
  return { ctx: ctx.sentBy(names), input: present }
}

/** Refuses a request to a resource that was removed since its revision, by its name. */
export function assureNotRemoved({ resources }: NameChanges, [, , , dialect, former = '']: readonly string[]): void {
  if (dialect === 'v1' && presentName(resources, former) === null) throw removedNames([former])
}

/** Names that were removed since the revision of the request. */
const removedNames = (names: readonly string[]) =>
  new Refusal(
    'name-removed',
    400,
    { zh: `配置已变更，以下名称已删除：${names.join('、')}`, en: `Removed from the descriptors: ${names.join(', ')}` },
    {
      errors: Object.fromEntries(names.map(name => [name, { zh: '该字段已删除', en: 'This field was removed' }])),
      reason: 'name-removed',
    },
  )

/** A revision that is not kept any more: its names may have another meaning now. */
export const unknownRevision = () =>
  refuse.conflict('model-revision', {
    zh: '页面所用的配置版本已过期，请刷新页面后再保存',
    en: 'The revision of this request is no longer stored. Reload the page, then save again.',
  })
