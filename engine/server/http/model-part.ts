import { typeOf } from '../../fields/index.ts'
import { ofOption, textOption } from '../../fields/options.ts'
import { isBound, isDictionary, isPermissions, referredResource } from '../../fields/traits.ts'
import type { Bilingual, Dictionary, Field, Lifecycle, Model, Resource, Step } from '../../model/model.ts'
import { resourceOf } from '../../model/names.ts'
import { parameterResource } from '../../model/parameter-rows.ts'
import { permissionsOf } from '../../model/permissions.ts'
import { allInputsOf, returnsOf, stepsOf } from '../../model/steps.ts'
import { fieldOf, readForTimeRemaining, timeRemaining } from '../../model/system-fields.ts'
import { expressionOf } from '../../record/expressions.ts'
import { guardOf, withoutGuard } from '../../record/step-guard.ts'
import { targetReads } from '../../record/target-reads.ts'
import { meFieldsRead } from '../../rules/me.ts'
import { parametersRead } from '../../rules/parameter.ts'
import { calendarRead } from '../../rules/workdays.ts'
import { type Access, accessTo, mayEnter, mayUnmask } from '../auth/access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import { readableAllowIf } from '../store/aspects/locks.ts'
import { viewable } from './model-index.ts'

/**
 * One resource's part of the Model for an actor: the resource and its lines without hidden fields, a stub of each
 * resource that they refer to, and the dictionaries that they use. The access is that to view, unless another one is given.
 */
export function partOf(
  ctx: RequestContext,
  resource: Resource,
  accessOf = (one: Resource): Access => accessTo(ctx, one, 'view'),
): Model {
  const { model } = ctx
  const whole = withLines(model, resource).map(one =>
    withTitledNames(withoutHidden(ctx, withoutReserved(ctx, withoutOtherRecords(model, one)), accessOf(one))),
  )
  const resources = new Map(whole.map(one => [one.name, one]))
  for (const one of whole) {
    for (const field of [...one.fields, ...stepFields(one)]) {
      const referred = isBound(field) ? model.resources[ofOption(field)] : referredResource(field, model)
      if (referred && !resources.has(referred.name)) {
        resources.set(
          referred.name,
          stub(referred, field, readFrom(model, whole, referred), accessTo(ctx, referred, 'view').hidden),
        )
      }
    }
  }
  const me = meFieldsRead(model, [...resources.values()])
  const { brand: _brand, calendar: _calendar, parts: _parts, processes: _processes, tables: _tables, ...rest } = model
  const calendar = calendarRead(model, whole)
  return {
    ...rest,
    menus: [],
    pages: [],
    messages: {},
    charts: {},
    boards: {},
    roles: [],
    parameters: resource.name === parameterResource ? model.parameters : parametersRead(model, whole),
    resources: Object.fromEntries(resources),
    ...(resource.fields.some(isPermissions) && { permissions: permissionsOf(model) }),
    dictionaries: {
      ...dictionariesOf(model, [...resources.values()], Object.values(me)),
      ...(resource.name in titledNames && titlesOf(ctx)),
    },
    me,
    ...(calendar && { calendar }),
  }
}

/** Texts that contain the name of a resource, or of a step after that of its resource and a point. */
const titledNames: Readonly<Record<string, Readonly<Record<string, 'resources' | 'steps'>>>> = {
  sysOperation: { resource: 'resources', step: 'steps' },
  sysAudit: { ofResource: 'resources' },
  sysSearch: { ofResource: 'resources' },
  msgSendLog: { sourceResource: 'resources' },
}

/** Such a text is a choice among the titles. */
const withTitledNames = (resource: Resource): Resource => {
  const named = titledNames[resource.name]
  if (!named) return resource
  return {
    ...resource,
    fields: resource.fields.map(field =>
      named[field.name] ? { ...field, type: 'dictionary', options: { of: named[field.name], many: false } } : field,
    ),
  }
}

/** The titles of the resources that the actor may view, and of their steps; a name without one is shown itself. */
function titlesOf(ctx: RequestContext): Readonly<Record<string, Dictionary>> {
  const entry = (name: string, title: Bilingual) => ({ name, key: name, title, sealed: false })
  const resources = viewable(ctx)
  const steps = resources.flatMap(resource =>
    [...stepsOf(resource), ...resource.binds].map(({ name, title }) => entry(`${resource.name}.${name}`, title)),
  )
  const title = { zh: '名称', en: 'Names' }
  return {
    resources: { code: 'resources', title, entries: resources.map(({ name, titles }) => entry(name, titles)) },
    steps: { code: 'steps', title, entries: steps },
  }
}

/** What steps enter and return. */
const stepFields = (resource: Resource): readonly Field[] => [
  ...allInputsOf(resource),
  ...stepsOf(resource).flatMap(step => returnsOf(step) ?? []),
]

function withLines(model: Model, resource: Resource): Resource[] {
  const lines = resource.fields.flatMap(field => {
    const name = typeOf(field).lines?.(field)
    const line = name === undefined ? undefined : model.resources[name]
    return line ? [line] : []
  })
  return [resource, ...lines]
}

/** The fields of a resource that expressions of others read through references. */
const readFrom = (model: Model, resources: readonly Resource[], { name: target }: Resource): ReadonlySet<string> =>
  new Set(
    resources.flatMap(({ name }) =>
      targetReads(model, resourceOf(model, name)).flatMap(read => (read.target === target ? [read.name] : [])),
    ),
  )

/** What is needed to choose a record of a resource: its display fields, its tree, and the fields that `where` reads. */
function stub(resource: Resource, by: Field, through: ReadonlySet<string>, hidden: ReadonlySet<string>): Resource {
  const read = [...(textOption(by, 'where') ?? '').matchAll(/\bit\.(\w+)/g)].map(match => match[1])
  const fieldNames = new Set([resource.display, resource.tree, ...read])
  const isReadThrough = (name: string) => through.has(name) && !hidden.has(name)
  const { lifecycle: _lifecycle, help: _help, menu: _menu, ...rest } = resource
  return {
    ...rest,
    fields: resource.fields.filter(
      ({ name }) => (fieldNames.has(name) && !(name === resource.display && hidden.has(name))) || isReadThrough(name),
    ),
    rules: [],
    list: { columns: [], search: [] },
    form: [],
    actions: [],
    queries: [],
    binds: [],
    access: [],
  }
}

function withoutHidden(ctx: RequestContext, resource: Resource, { hidden, masked, withheld }: Access): Resource {
  // Row permissions of roles and queries are only needed in the server.
  const closed = { ...resource, queries: [], access: [] }
  if (withheld.size === 0) return closed
  const shown = (name: string) =>
    !hidden.has(name) && (name !== timeRemaining.name || !readForTimeRemaining(resource).some(read => hidden.has(read)))
  // What reads a masked value is evaluated by the server only.
  const read = (name: string) => shown(name) && !masked.has(name)
  const allowIf = readableAllowIf(ctx, resource, read)
  return {
    ...closed,
    ...(allowIf && { allowIf }),
    fields: resource.fields
      .filter(({ name }) => shown(name))
      .map(field => withReadableConditions(ctx, resource, field, read))
      .map(field => (masked.has(field.name) ? asMask(ctx, resource, field) : field)),
    binds: resource.binds.filter(({ name }) => shown(name)),
    rules: resource.rules.filter(({ reads }) => reads.every(read)),
    ...(resource.lifecycle && { lifecycle: shownLifecycle(resource.lifecycle, read) }),
    list: { columns: resource.list.columns.filter(shown), search: resource.list.search.filter(read) },
    form: resource.form.map(group => ({ ...group, fields: group.fields.filter(shown) })),
    display: shown(resource.display) ? resource.display : (fieldOf(resource, 'id')?.name ?? resource.display),
  }
}

/** A masked field: a text that is entered in new records only, and checked by the server. */
const asMask = (ctx: RequestContext, resource: Resource, field: Field): Field => ({
  ...field,
  type: 'text',
  options: {},
  mask: !resource.partOf && mayUnmask(ctx, resource) ? 'revealable' : 'closed',
  ...(!field.editableBy && { readOnlyIf: 'true' }),
})

/** Fields that `editableBy` reserves for other roles are read-only for the actor. */
const withoutReserved = ({ actor }: RequestContext, resource: Resource): Resource =>
  resource.fields.every(field => mayEnter(actor, field))
    ? resource
    : {
        ...resource,
        fields: resource.fields.map(field => (mayEnter(actor, field) ? field : { ...field, readOnly: true })),
      }

/** A field without the conditions that read a hidden field: only the server evaluates them. */
function withReadableConditions(
  { model }: RequestContext,
  resource: Resource,
  { readOnlyIn, readOnlyIf, requiredIf, ...field }: Field,
  shown: (name: string) => boolean,
): Field {
  const isReadable = (text: string) => expressionOf(model, resource, text).reads.every(shown)
  return {
    ...field,
    ...(readOnlyIn && shown(resource.state ?? '') && { readOnlyIn }),
    ...(readOnlyIf !== undefined && isReadable(readOnlyIf) && { readOnlyIf }),
    ...(requiredIf !== undefined && isReadable(requiredIf) && { requiredIf }),
  }
}

/** Without the conditions of steps that read other records: the server evaluates them when a step is made. */
function withoutOtherRecords(model: Model, resource: Resource): Resource {
  const opened = <One extends Step>(step: One) =>
    guardOf(model, resource, step)?.otherRecord ? withoutGuard(step) : step
  const { lifecycle } = resource
  return {
    ...resource,
    ...(lifecycle && { lifecycle: { ...lifecycle, transitions: lifecycle.transitions.map(opened) } }),
    actions: resource.actions.map(opened),
  }
}

/** A lifecycle without dates that read hidden fields; undefined if its state is hidden. */
function shownLifecycle(lifecycle: Lifecycle, shown: (name: string) => boolean): Lifecycle {
  return {
    ...lifecycle,
    dates: shown(lifecycle.field) ? lifecycle.dates.filter(({ reads }) => reads.every(shown)) : [],
  }
}

function dictionariesOf(
  model: Model,
  resources: readonly Resource[],
  more: readonly Field[],
): Readonly<Record<string, Dictionary>> {
  const fields = [...resources.flatMap(resource => [...resource.fields, ...stepFields(resource)]), ...more]
  const codes = fields.flatMap(field => (isDictionary(field) ? (textOption(field, 'of') ?? []) : []))
  return Object.fromEntries(
    [...new Set(codes)].flatMap(code => {
      const dictionary = model.dictionaries[code]
      return dictionary ? [[code, dictionary]] : []
    }),
  )
}
