import { typeOf } from '../../fields/index.ts'
import { textOption } from '../../fields/options.ts'
import { isDictionary, referredResource } from '../../fields/traits.ts'
import type { Dictionary, Field, Lifecycle, Model, Resource, Step } from '../../model/model.ts'
import { fieldOf, readForTimeLeft, timeRemaining } from '../../model/system-fields.ts'
import { expressionOf, stepScopeOf } from '../../record/expressions.ts'
import { meFieldsRead } from '../../rules/me.ts'
import { accessTo } from '../auth/access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import { readableAllowIf } from '../store/allow-if.ts'

/**
 * One resource's part of the Model for an actor: the resource and its lines without hidden fields, a stub of each
 * resource that they refer to, and the dictionaries that they use.
 */
export function partOf(ctx: RequestContext, resource: Resource): Model {
  const { model } = ctx
  const whole = withLines(model, resource).map(one =>
    withoutHidden(ctx, withoutOtherRecords(model, one), accessTo(ctx, one, 'view').hidden),
  )
  const resources = new Map(whole.map(one => [one.name, one]))
  for (const one of whole) {
    for (const field of one.fields) {
      const referred = referredResource(field, model)
      if (referred && !resources.has(referred.name)) {
        resources.set(referred.name, stub(referred, field, accessTo(ctx, referred, 'view').hidden))
      }
    }
  }
  const me = meFieldsRead(model, [...resources.values()])
  return {
    ...model,
    menus: [],
    pages: [],
    parameters: [],
    resources: Object.fromEntries(resources),
    dictionaries: dictionariesOf(model, [...resources.values()], Object.values(me)),
    me,
  }
}

function withLines(model: Model, resource: Resource): Resource[] {
  const lines = resource.fields.flatMap(field => {
    const name = typeOf(field).lines?.(field)
    const line = name === undefined ? undefined : model.resources[name]
    return line ? [line] : []
  })
  return [resource, ...lines]
}

/** What is needed to choose a record of a resource: its display fields, its tree, and the fields that `where` reads. */
function stub(resource: Resource, by: Field, hidden: ReadonlySet<string>): Resource {
  const read = [...(textOption(by, 'where') ?? '').matchAll(/\bit\.(\w+)/g)].map(match => match[1])
  const fieldNames = new Set([resource.display, resource.tree, ...read])
  const { lifecycle: _lifecycle, help: _help, menu: _menu, ...rest } = resource
  return {
    ...rest,
    fields: resource.fields.filter(
      ({ name }) => fieldNames.has(name) && !(name === resource.display && hidden.has(name)),
    ),
    rules: [],
    list: { columns: [], search: [] },
    form: [],
    actions: [],
    queries: [],
    access: [],
  }
}

function withoutHidden(ctx: RequestContext, resource: Resource, hidden: ReadonlySet<string>): Resource {
  // Row permissions of roles and queries are only needed in the server.
  const closed = { ...resource, queries: [], access: [] }
  if (hidden.size === 0) return closed
  const shown = (name: string) =>
    !hidden.has(name) && (name !== timeRemaining.name || !readForTimeLeft(resource).some(read => hidden.has(read)))
  return {
    ...closed,
    ...(resource.allowIf && { allowIf: readableAllowIf(ctx, resource, shown) }),
    fields: resource.fields.filter(({ name }) => shown(name)),
    rules: resource.rules.filter(({ reads }) => reads.every(shown)),
    ...(resource.lifecycle && { lifecycle: shownLifecycle(resource.lifecycle, shown) }),
    list: { columns: resource.list.columns.filter(shown), search: resource.list.search.filter(shown) },
    form: resource.form.map(group => ({ ...group, fields: group.fields.filter(shown) })),
    display: shown(resource.display) ? resource.display : (fieldOf(resource, 'id')?.name ?? resource.display),
  }
}

/** Without the conditions of steps that read other records: the server evaluates them when a step is made. */
function withoutOtherRecords(model: Model, resource: Resource): Resource {
  const opened = <One extends Step>(step: One): One => {
    const { if: condition, ...rest } = step
    const reads = condition !== undefined && expressionOf(model, resource, condition, stepScopeOf(step)).otherRecord
    return reads ? (rest as unknown as One) : step
  }
  const { lifecycle } = resource
  return {
    ...resource,
    ...(lifecycle && { lifecycle: { ...lifecycle, transitions: lifecycle.transitions.map(opened) } }),
    actions: resource.actions.map(opened),
  }
}

/** A lifecycle without its hidden day fields; undefined if its state is hidden. */
function shownLifecycle(lifecycle: Lifecycle, shown: (name: string) => boolean): Lifecycle {
  return { ...lifecycle, dues: shown(lifecycle.field) ? lifecycle.dues.filter(({ field }) => shown(field)) : [] }
}

function dictionariesOf(
  model: Model,
  resources: readonly Resource[],
  more: readonly Field[],
): Readonly<Record<string, Dictionary>> {
  const inputFields = resources.flatMap(({ lifecycle, actions }) =>
    [...(lifecycle?.transitions ?? []), ...actions].flatMap(({ input }) => input),
  )
  const fields = [...resources.flatMap(resource => resource.fields), ...inputFields, ...more]
  const codes = fields.flatMap(field => (isDictionary(field) ? (textOption(field, 'of') ?? []) : []))
  return Object.fromEntries(
    [...new Set(codes)].flatMap(code => {
      const dictionary = model.dictionaries[code]
      return dictionary ? [[code, dictionary]] : []
    }),
  )
}
