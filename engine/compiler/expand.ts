import { typeOf } from '../fields/index.ts'
import { isBound, isPermissions } from '../fields/traits.ts'
import type {
  Action,
  Bind,
  CreateEffect,
  DeclaredQuery,
  Field,
  FormGroup,
  Lifecycle,
  Order,
  Resource,
  SendEffect,
  UpdateEffect,
} from '../model/model.ts'
import { stateSince } from '../model/system-fields.ts'

/** A resource as a descriptor without mixins, words and defaults. */
export function expand(resource: Resource): Record<string, unknown> {
  const {
    title,
    titles,
    help,
    menu,
    owner,
    partOf,
    tree,
    display,
    state,
    sort,
    lifecycle,
    actions,
    queries,
    binds,
    access,
  } = resource
  const {
    renamedFrom,
    code,
    path,
    dialect,
    shared,
    platform,
    guard,
    approval,
    readOnly,
    rules,
    unique,
    list,
    form,
    allowIf,
    against,
    screens,
  } = resource
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
    sort: orderText(sort),
    renamedFrom,
    ...(!partOf && { code, path, form: form.map(group => withoutPermissions(resource, group)) }),
    dialect,
    shared,
    platform,
    guard,
    approval,
    readOnly,
    fields: byName(
      resource.fields
        .filter(field => field.name !== stateSince.name && !isBound(field) && !isPermissions(field))
        // Users cannot enter the state, which is not declared.
        .map(field => (field.name === lifecycle?.field ? { ...field, readOnly: false } : field)),
      fieldOf,
    ),
    rules: rules.map(({ reads: _reads, warning, ...rule }) => ({ ...rule, ...(warning && { level: 'warning' }) })),
    unique: unique?.map(set => withoutNothing({ ...set })),
    list,
    lifecycle: lifecycle && lifecycleOf(lifecycle),
    actions: byName(actions, stepOf),
    queries: byName(queries, queryOf),
    bind: byName(binds, bind => bindOf(resource, bind)),
    access: access.map(rule => withoutNothing({ ...rule })),
    allowIf,
    against,
  })
}

const withoutPermissions = ({ fields }: Resource, { fields: names, ...group }: FormGroup): FormGroup => ({
  ...group,
  fields: names.filter(name => !fields.some(field => field.name === name && isPermissions(field))),
})

function fieldOf(declared: Field): Record<string, unknown> {
  const {
    options,
    rule: _type,
    column: _column,
    name: _name,
    derived: _derived,
    rolledUp: _rolledUp,
    ...field
  } = declared
  const { required, requiredIf, unique, index, stored, readOnly, readOnlyIn, readOnlyIf, ...rest } = field
  const isGiven = field.compute !== undefined || field.copy !== undefined || typeOf(declared).given === true
  const locked = readOnlyIn ?? readOnlyIf ?? (readOnly && !isGiven)
  const flags = { required: requiredIf ?? required, unique, index, stored, readOnly: locked }
  const setFlags = Object.fromEntries(Object.entries(flags).filter(([, value]) => value))
  const { type, copy, ...others } = rest
  return withoutNothing({ type, ...options, ...setFlags, ...others, copy: copy && `${copy.reference}.${copy.field}` })
}

function lifecycleOf({ dates, transitions, ...lifecycle }: Lifecycle): Record<string, unknown> {
  const due = dates.flatMap(date => (date.isDeadline ? date.states.map(state => [state, date.at]) : []))
  const opens = dates.find(one => !one.isDeadline)
  return withoutNothing({
    ...lifecycle,
    due: Object.fromEntries(due),
    opens: opens && { at: opens.at, in: opens.states },
    transitions: byName(transitions, stepOf),
  })
}

function stepOf(step: Action): Record<string, unknown> {
  const { name: _name, input, edit, refined, http, creates, updates, sends, returns, ...rest } = step
  return withoutNothing({
    ...rest,
    edit: refined ? Object.fromEntries(edit.map(name => [name, refined[name] ?? {}])) : edit,
    input: byName(input, fieldOf),
    updates: updates?.map(updatesOf),
    creates: creates?.map(createsOf),
    sends: sends?.map(sendsOf),
    returns: returns && byName(returns, fieldOf),
    http: `${http.method} ${http.path}`,
  })
}

const updatesOf = ({ sort, limit, ...rest }: UpdateEffect): Record<string, unknown> =>
  withoutNothing({
    ...rest,
    ...(rest.of !== undefined && { limit }),
    sort: sort && `${sort.descending ? '-' : ''}${sort.field}`,
  })

const createsOf = ({ with: values, lines, once, ...rest }: CreateEffect): Record<string, unknown> =>
  withoutNothing({ ...rest, with: { ...values, ...lines }, once: once || undefined })

const sendsOf = ({ messages, to, ...rest }: SendEffect): Record<string, unknown> =>
  withoutNothing({ ...rest, message: messages, to: to && 'input' in to ? `input.${to.input}` : to })

function queryOf({ name: _name, input, http, sort, returns, ...query }: DeclaredQuery): Record<string, unknown> {
  return withoutNothing({
    ...query,
    input: byName(input, fieldOf),
    sort: sort && orderText(sort),
    returns: typeof returns === 'string' ? returns : byName(returns, fieldOf),
    http: `${http.method} ${http.path}`,
  })
}

function bindOf({ fields }: Resource, { name, renamedFrom, title, of, self, returns, post, get }: Bind) {
  const where = fields.find(field => field.name === name)?.options['where']
  const http = [post, get].map(({ method, path }) => `${method} ${path}`)
  return withoutNothing({ of, http, self, where, returns, title, renamedFrom })
}

const orderText = ({ field, descending, next }: Order): string =>
  `${descending ? '-' : ''}${field}${next ? `, ${orderText(next)}` : ''}`

const byName = <T extends { readonly name: string }>(items: readonly T[], made: (item: T) => unknown) =>
  Object.fromEntries(items.map(item => [item.name, made(item)]))

/** Removes absent values, empty lists and empty maps. */
function withoutNothing(values: Record<string, unknown>): Record<string, unknown> {
  const isSet = (value: unknown) =>
    value !== undefined && !(typeof value === 'object' && value !== null && Object.keys(value).length === 0)
  return Object.fromEntries(Object.entries(values).filter(([, value]) => isSet(value)))
}
