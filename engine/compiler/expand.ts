import type { Action, Field, Lifecycle, Move, Resource } from '../model/model.ts'

/** A resource as a descriptor without mixins, words and defaults. */
export function expand(resource: Resource): Record<string, unknown> {
  const { title, titles, help, menu, owner, partOf, tree, display, state, order, lifecycle, actions, access } = resource
  const { was, code, path, dialect, shared, platform, guard, readOnly, rules, list, form, allowIf, screens } = resource
  return withoutNothing({
    title,
    titles,
    help,
    menu: menu ?? false,
    screens,
    owner,
    partOf: partOf?.field,
    tree,
    display,
    state: lifecycle ? undefined : state,
    order: `${order.descending ? '-' : ''}${order.field}`,
    was,
    code,
    path,
    dialect,
    shared,
    platform,
    guard,
    readOnly,
    fields: byName(resource.fields, fieldOf),
    rules: rules.map(({ that, say }) => ({ that, say })),
    list,
    form,
    lifecycle: lifecycle && lifecycleOf(lifecycle),
    actions: byName(actions, actionOf),
    access: access.map(rule => withoutNothing({ ...rule })),
    allowIf,
  })
}

function fieldOf({ options, rule: _type, column: _column, name: _name, ...field }: Field): Record<string, unknown> {
  const { required, unique, sort, stored, readOnly, ...rest } = field
  const isGiven = field.compute !== undefined || field.copy !== undefined
  const flags = { required, unique, sort, stored, readOnly: readOnly && !isGiven }
  const setFlags = Object.fromEntries(Object.entries(flags).filter(([, value]) => value))
  const { type, copy, ...others } = rest
  return withoutNothing({ type, ...options, ...setFlags, ...others, copy: copy && `${copy.reference}.${copy.field}` })
}

function lifecycleOf({ dues: _dues, moves, ...lifecycle }: Lifecycle): Record<string, unknown> {
  return { ...lifecycle, moves: byName(moves, moveOf) }
}

function moveOf({ name: _name, ask, wire, ...move }: Move): Record<string, unknown> {
  return withoutNothing({ ...move, ask: askOf(ask), wire: `${wire.method} ${wire.path}` })
}

function actionOf({ name: _name, ask, wire, ...action }: Action): Record<string, unknown> {
  return withoutNothing({ ...action, ask: askOf(ask), wire: `${wire.method} ${wire.path}` })
}

const askOf = (ask: Action['ask']) => (ask?.kind === 'inputs' ? byName(ask.fields, fieldOf) : ask?.fields)

const byName = <T extends { readonly name: string }>(items: readonly T[], made: (item: T) => unknown) =>
  Object.fromEntries(items.map(item => [item.name, made(item)]))

/** Removes absent values, empty lists and empty maps. */
function withoutNothing(values: Record<string, unknown>): Record<string, unknown> {
  const isSet = (value: unknown) =>
    value !== undefined && !(typeof value === 'object' && value !== null && Object.keys(value).length === 0)
  return Object.fromEntries(Object.entries(values).filter(([, value]) => isSet(value)))
}
