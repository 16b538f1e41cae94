import { brandKeys, colourKeys, signInKeys } from '../../engine/compiler/kinds/app.ts'
import { bindKeys } from '../../engine/compiler/language/binds.ts'
import {
  createEffectKeys,
  linesEffectKeys,
  sendEffectKeys,
  updateEffectKeys,
} from '../../engine/compiler/language/effects.ts'
import { describableTypes, fieldKeys } from '../../engine/compiler/language/field.ts'
import type { Keys } from '../../engine/compiler/language/key.ts'
import {
  actionKeys,
  editKeys,
  lifecycleKeys,
  opensKeys,
  transitionKeys,
} from '../../engine/compiler/language/lifecycle.ts'
import { queryKeys } from '../../engine/compiler/language/queries.ts'
import {
  accessKeys,
  allowIfKeys,
  dialectKeys,
  formGroupKeys,
  listKeys,
  menuKeys,
  resourceKeys,
  uniqueKeys,
} from '../../engine/compiler/language/resource.ts'
import { ruleKeys } from '../../engine/compiler/language/rule.ts'
import { emptyModel } from '../../engine/model/empty-model.ts'

export type Plain = { readonly [key: string]: unknown }

const title = { zh: '甲', en: 'A' }
const others = { zh: '乙', en: 'B' }
const text = { type: 'text', title }

/** The resource under test, as far as all kinds of resource have it. */
const thing = {
  title,
  fields: {
    name: text,
    note: text,
    phone: { type: 'phone', title },
    day: { type: 'date', title, index: true },
    until: { type: 'date', title },
    amount: { type: 'money', title },
    state: { type: 'dictionary', of: 'phase', title },
    stage: { type: 'dictionary', of: 'phase', title },
    otherId: { type: 'reference', of: 'other' },
    nextId: { type: 'reference', of: 'other' },
    firmId: { type: 'reference', of: 'firm' },
    parentId: { type: 'reference', of: 'thing' },
    items: { type: 'children', of: 'thingItem', title },
    pieces: { type: 'children', of: 'thingPiece', title },
  },
}

const ofLines = Object.entries(thing.fields).filter(([name]) => name !== 'items' && name !== 'pieces')
const line = { name: text, count: { type: 'integer', title } }

/** Kinds of resource, by the keys that make them. */
export const kinds: Readonly<Record<string, Plain>> = {
  plain: thing,
  owner: { ...thing, owner: 'id' },
  owned: { ...thing, owner: 'firmId' },
  lines: {
    title,
    partOf: 'masterId',
    fields: { ...Object.fromEntries(ofLines), masterId: { type: 'reference', of: 'master', required: true } },
  },
  tree: { ...thing, tree: 'parentId' },
  shared: { ...thing, shared: true },
  platform: { ...thing, shared: true, platform: true },
  readOnly: { ...thing, readOnly: true },
}

const other = {
  title,
  fields: {
    name: text,
    note: text,
    day: { type: 'date', title, index: true },
    thingId: { type: 'reference', of: 'thing', index: true },
    formerId: { type: 'reference', of: 'thing' },
    state: { type: 'dictionary', of: 'phase', title },
    rank: { type: 'dictionary', of: 'rank' },
    parts: { type: 'children', of: 'otherPart', title },
  },
  lifecycle: {
    field: 'state',
    initial: 'open',
    final: ['shut', 'gone'],
    transitions: {
      go: { from: 'open', to: 'shut', edit: ['name', 'note'], title },
      lose: { from: 'open', to: 'gone', title },
    },
  },
}

/** The other files of the app. */
export const files = (kind: string): Readonly<Record<string, unknown>> => ({
  'app.yaml': { language: 2, title, owner: kind === 'owner' ? 'thing' : 'firm' },
  'roles.yaml': { clerk: { title }, boss: { title } },
  'messages/hello.yaml': { title, of: 'thing', text: { zh: '甲', en: 'A' }, to: { all: ['phone'], some: ['phone'] } },
  'messages/bye.yaml': { title, of: 'thing', text: { zh: '乙', en: 'B' }, to: { all: ['phone'], some: ['phone'] } },
  'menus.yaml': { field: { title, icon: 'map', order: 10 } },
  'mixins/extra.yaml': { fields: { extra: text } },
  'dictionaries/phase.yaml': {
    title,
    entries: {
      open: { key: '1', title },
      shut: { key: '2', title: others },
      gone: { key: '3', title: { zh: '丙', en: 'C' } },
    },
  },
  'resources/a/pool.yaml': {
    title,
    fields: Object.fromEntries(
      [...describableTypes.keys()]
        .filter(type => type !== 'children' && type !== 'related')
        .map(type => [`${type}Value`, { type, title, ...typeUses[type]?.base }]),
    ),
  },
  'dictionaries/rank.yaml': { title, entries: { open: { key: '1', title } } },
  'resources/a/firm.yaml': { title, owner: kind === 'owner' ? undefined : 'id', fields: { name: text } },
  'resources/a/other.yaml': other,
  'resources/a/twin.yaml': { ...other, fields: { ...other.fields, parts: undefined } },
  'resources/a/otherPart.yaml': {
    title,
    partOf: 'otherId',
    fields: { otherId: { type: 'reference', of: 'other' }, name: text },
  },
  ...(kind === 'lines'
    ? { 'resources/a/master.yaml': { title, fields: { name: text, lines: { type: 'children', of: 'thing', title } } } }
    : {
        'resources/a/thingItem.yaml': {
          title,
          partOf: 'thingId',
          fields: { thingId: { type: 'reference', of: 'thing' }, ...line },
        },
        'resources/a/thingPiece.yaml': {
          title,
          partOf: 'thingId',
          fields: { thingId: { type: 'reference', of: 'thing' }, ...line },
        },
      }),
})

const transition = { from: 'open', to: 'shut', title }
const transitions = {
  close: transition,
  end: transition,
  lose: { from: 'open', to: 'gone', title },
  back: { from: 'gone', to: 'open', title },
}
const lifecycle = { field: 'state', initial: 'open', final: ['shut', 'gone'], transitions }
const effect = { of: 'other', with: { name: 'name' } }
const sendUses = { message: 'bye', to: ['some'], text: 'name', if: 'name != null', preview: 'look' }
const withStep = (step: Plain) => ({ actions: { poke: { title, ...step } } })
const probe = { summary: { type: 'text', title } }

/** A map of keys: where it is in the descriptor, what must be there before, and a use of each key. */
export interface Section {
  readonly name: string
  readonly keys: Keys
  readonly path: readonly (string | number)[]
  readonly base: Plain
  readonly uses: Plain
  /** The file of the keys, where it is not that of the resource. */
  readonly file?: string
  /** Kinds of resource on which what is there before is refused. */
  readonly except?: readonly string[]
  /** The section with the rows of docs/words.md, where the keys take effect as there. */
  readonly like?: string
}

const stepUses = {
  title: others,
  if: 'name != null',
  message: others,
  rules: [
    {
      rule: 'input.summary != name',
      message: title,
      valid: { 'input.summary': 'a', name: 'b' },
      invalid: { 'input.summary': 'a', name: 'a' },
    },
  ],
  input: { ...probe },
  edit: ['note'],
  set: { note: 'name' },
  handler: 'poke',
  outside: 'before',
  needs: 'sms',
  http: 'PUT',
  primary: true,
  after: 'day',
  auto: true,
  renamedFrom: 'former',
  updates: { record: 'otherId', with: { name: 'name' } },
  creates: effect,
  sends: { message: 'hello' },
}
/** What a key of a step requires with it. */
const stepBase = (key: string): Plain =>
  ({
    message: { if: 'name != null' },
    auto: { if: 'name != null' },
    rules: { input: probe },
    outside: { handler: 'poke' },
  })[key] ?? {}

const { type: _type, ...keysOfState } = fieldKeys
const { input, ...keysOfFound } = queryKeys as Keys & { readonly input: Keys[string] }

/** Each key in a map of its own, without some of them. */
const each = (keys: Keys, without: readonly string[]): [string, Keys][] =>
  Object.entries(keys).flatMap(([key, one]) => (without.includes(key) ? [] : [[key, { [key]: one }]]))

export const sections: readonly Section[] = [
  {
    name: 'app',
    file: 'app.yaml',
    keys: brandKeys,
    path: [],
    base: {},
    uses: {
      name: others,
      mark: 'mark.svg',
      slogan: others,
      signIn: { note: others },
      colours: { primary: '#1FA99A' },
    },
  },
  {
    name: 'signIn',
    file: 'app.yaml',
    keys: signInKeys,
    path: ['signIn'],
    base: { signIn: {} },
    uses: { title: others, help: others, note: others },
  },
  {
    name: 'colours',
    file: 'app.yaml',
    keys: colourKeys,
    path: ['colours'],
    base: { colours: {} },
    uses: { primary: '#1FA99A', signIn: '#12443E' },
  },
  {
    name: 'resource',
    keys: resourceKeys,
    path: [],
    base: {},
    uses: {
      title: others,
      titles: others,
      help: others,
      menu: { under: 'field' },
      screens: false,
      mixins: ['extra'],
      owner: 'firmId',
      display: 'note',
      state: 'state',
      sort: '-day',
      fields: { more: text },
      rules: [{ rule: 'amount > 0', message: title, valid: { amount: 1 }, invalid: { amount: 0 } }],
      unique: [['name', 'day']],
      list: { columns: ['note'] },
      form: [{ fields: ['note'] }],
      lifecycle,
      actions: { poke: { set: { note: 'name' }, title } },
      queries: { some: { where: 'day == today()', returns: 'list' } },
      bind: { links: { of: 'other', http: ['POST setLinks', 'GET getLinks'] } },
      access: [{ role: 'clerk', allow: ['view'], where: 'name == null', hide: ['note'] }],
      allowIf: { edit: 'name != null' },
      partOf: 'otherId',
      tree: 'parentId',
      guard: 'authority',
      shared: true,
      platform: true,
      readOnly: true,
      code: 'some',
      path: '/some/where',
      dialect: { blade: 'blade-some/thing' },
      renamedFrom: 'former',
    },
  },
  {
    name: 'menu',
    keys: menuKeys,
    path: ['menu'],
    base: { menu: {} },
    uses: { under: 'field', icon: 'gavel', order: 7 },
  },
  { name: 'list', keys: listKeys, path: ['list'], base: { list: {} }, uses: { columns: ['note'], search: ['note'] } },
  {
    name: 'form',
    keys: formGroupKeys,
    path: ['form', 0],
    base: { form: [{ fields: ['name'] }] },
    uses: { title: others, help: others, fields: ['note'] },
  },
  {
    name: 'access',
    keys: accessKeys,
    path: ['access', 0],
    base: { access: [{ role: 'clerk' }] },
    uses: { role: 'boss', allow: ['export'], where: 'name == null', dataScope: 'own', hide: ['note'], mask: ['note'] },
  },
  {
    name: 'bind',
    keys: bindKeys,
    path: ['bind', 'links'],
    base: { bind: { links: { of: 'other', http: ['POST setLinks', 'GET getLinks'] } } },
    uses: {
      of: 'twin',
      http: ['POST putLinks', 'GET readLinks'],
      self: 'thingId',
      where: 'it.name == name',
      returns: 'ids',
      title: others,
      renamedFrom: 'former',
    },
  },
  {
    name: 'unique',
    keys: uniqueKeys,
    path: ['unique', 0],
    base: { unique: [{ fields: ['name', 'day'] }] },
    uses: { fields: ['name', 'amount'], during: ['day', 'until'], where: 'amount > 0', message: others },
  },
  {
    name: 'allowIf',
    keys: allowIfKeys,
    path: ['allowIf'],
    base: { allowIf: {} },
    uses: { edit: 'name != null', delete: 'name != null' },
  },
  { name: 'dialect', keys: dialectKeys, path: ['dialect'], base: { dialect: {} }, uses: { blade: 'blade-some/thing' } },
  {
    name: 'rule',
    keys: ruleKeys,
    path: ['rules', 0],
    base: { rules: [{ rule: 'amount > 0', message: title, valid: { amount: 1 }, invalid: { amount: 0 } }] },
    uses: {
      rule: 'amount > -1 && amount > 0',
      message: others,
      level: 'warning',
      valid: { amount: 0 },
      invalid: { amount: 1 },
    },
  },
  {
    name: 'lifecycle',
    keys: lifecycleKeys,
    path: ['lifecycle'],
    base: { lifecycle },
    uses: {
      field: 'stage',
      initial: 'gone',
      final: ['shut', 'gone', 'open'],
      path: ['open', 'shut'],
      due: { open: 'day' },
      opens: { at: 'day', in: ['open'] },
      transitions: { ...transitions, drop: { from: 'open', to: 'gone', title } },
    },
  },
  {
    name: 'opens',
    keys: opensKeys,
    path: ['lifecycle', 'opens'],
    base: { lifecycle: { ...lifecycle, opens: { at: 'day', in: ['open'] } } },
    uses: { at: 'until', in: ['open', 'shut'] },
  },
  ...Object.keys(transitionKeys).map(
    (key): Section => ({
      name: 'transition',
      keys: { [key]: transitionKeys[key] } as Keys,
      path: ['lifecycle', 'transitions', 'close'],
      base: {
        lifecycle: { ...lifecycle, transitions: { ...transitions, close: { ...transition, ...stepBase(key) } } },
      },
      uses: { ...stepUses, from: ['open', 'gone'], to: 'gone' },
    }),
  ),
  ...Object.keys(actionKeys).map(
    (key): Section => ({
      name: 'action',
      keys: { [key]: actionKeys[key] } as Keys,
      path: ['actions', 'poke'],
      base: withStep(key === 'on' || key === 'returns' ? { handler: 'poke', ...stepBase(key) } : stepBase(key)),
      uses: { ...stepUses, on: 'collection', returns: { added: { type: 'integer', title } } },
    }),
  ),
  ...Object.keys(actionKeys)
    .filter(key => key !== 'on')
    .map(
      (key): Section => ({
        name: 'action on the collection',
        keys: { [key]: actionKeys[key] } as Keys,
        path: ['actions', 'poke'],
        base: withStep({
          on: 'collection',
          handler: 'push',
          ...stepBase(key),
          ...(key === 'message' && { if: 'me.id != null' }),
        }),
        uses: { ...stepUses, if: 'me.id != null', returns: { added: { type: 'integer', title } } },
      }),
    ),
  ...each(transitionKeys, ['auto']).map(
    ([key, keys]): Section => ({
      name: 'timed transition',
      like: 'transition',
      keys,
      path: ['lifecycle', 'transitions', 'close'],
      base: {
        lifecycle: {
          ...lifecycle,
          transitions: { ...transitions, close: { ...transition, after: 'until', ...stepBase(key) } },
        },
      },
      uses: { ...stepUses, from: ['open', 'gone'], to: 'gone' },
    }),
  ),
  ...each(actionKeys, ['after', 'auto']).map(
    ([key, keys]): Section => ({
      name: 'automatic action',
      like: 'action',
      keys,
      path: ['actions', 'poke'],
      base: withStep({ auto: true, if: 'note != null', ...stepBase(key) }),
      uses: { ...stepUses, on: 'collection', returns: { added: { type: 'integer', title } } },
    }),
  ),
  {
    name: 'sends of a timed step',
    like: 'sends',
    keys: sendEffectKeys,
    path: ['actions', 'poke', 'sends'],
    base: withStep({ after: 'day', sends: { message: 'hello' } }),
    uses: sendUses,
  },
  {
    name: 'state of a lifecycle',
    like: 'field',
    // Which dictionary it has, and that of one value, is a question of `lifecycle.field`.
    keys: keysOfState,
    path: ['fields', 'state'],
    base: { lifecycle },
    uses: {
      title: others,
      help: others,
      required: true,
      unique: true,
      index: true,
      default: 'open',
      keep: true,
      when: 'name != null',
      compute: 'stage',
      copy: 'poolId.dictionaryValue',
      stored: true,
      renamedFrom: 'former',
      readOnly: true,
      editableBy: ['clerk'],
      personal: 'name',
    },
    except: ['lines', 'readOnly'],
  },
  {
    name: 'edit',
    keys: editKeys,
    path: ['actions', 'poke', 'edit', 'items'],
    base: withStep({ edit: { items: {} } }),
    uses: { required: true, title: others, help: others, columns: ['name'], add: true },
  },
  {
    name: 'edit of a plain field',
    keys: editKeys,
    path: ['actions', 'poke', 'edit', 'note'],
    base: withStep({ edit: { note: {} } }),
    uses: { required: true, title: others, help: others, columns: ['name'], add: true },
  },
  {
    name: 'updates of a record',
    keys: updateEffectKeys,
    path: ['actions', 'poke', 'updates'],
    base: withStep({ updates: { record: 'otherId', with: { name: 'name' } } }),
    uses: {
      record: 'nextId',
      of: 'other',
      where: 'it.thingId == id',
      sort: 'day',
      limit: 5,
      with: { note: 'name' },
      fields: ['note'],
      transition: 'go',
    },
  },
  {
    name: 'updates of rows',
    keys: updateEffectKeys,
    path: ['actions', 'poke', 'updates'],
    base: withStep({ updates: { of: 'other', where: 'it.thingId == id', with: { name: 'name' } } }),
    uses: {
      record: 'otherId',
      of: 'twin',
      where: 'it.thingId == id && it.day == day',
      sort: 'day',
      limit: 5,
      with: { note: 'name' },
      fields: ['note'],
      transition: 'go',
    },
  },
  {
    name: 'creates',
    keys: createEffectKeys,
    path: ['actions', 'poke', 'creates'],
    base: withStep({ creates: effect }),
    uses: { of: 'twin', with: { note: 'name' }, fields: ['note'], each: 'items', if: 'name != null', once: true },
  },
  {
    name: 'lines of creates',
    keys: linesEffectKeys,
    path: ['actions', 'poke', 'creates', 'with', 'parts'],
    base: withStep({ creates: { of: 'other', with: { parts: { each: 'items', with: { name: 'it.name' } } } } }),
    uses: { each: 'pieces', where: 'it.count > 0', with: { name: 'name' } },
  },
  {
    name: 'sends',
    keys: sendEffectKeys,
    path: ['actions', 'poke', 'sends'],
    base: withStep({ sends: { message: 'hello' } }),
    uses: sendUses,
  },
  {
    name: 'query of groups',
    keys: { group: queryKeys['group'], measure: queryKeys['measure'] } as Keys,
    path: ['queries', 'some'],
    base: {
      queries: {
        some: { where: 'day == today()', returns: 'list', group: ['state'], measure: { total: 'sum(amount)' } },
      },
    },
    uses: { group: ['stage'], measure: { total: 'max(amount)' } },
  },
  {
    name: 'query of all rows',
    keys: { small: queryKeys['small'] } as Keys,
    path: ['queries', 'some'],
    base: { queries: { some: { where: 'amount == 1', returns: 'list' } } },
    uses: { small: true },
  },
  {
    name: 'query with a handler',
    keys: queryKeys,
    path: ['queries', 'some'],
    base: { queries: { some: { handler: 'read', returns: probe } } },
    uses: {
      handler: 'poke',
      returns: { ...probe, other: text },
      input: { day: { type: 'date', title } },
      where: 'day == today()',
      sort: '-day',
      columns: ['name'],
      small: true,
      group: ['state'],
      measure: { total: 'sum(amount)' },
      code: 'some_more',
      title: others,
      http: 'GET other',
    },
  },
  ...(['page', 'list', 'one', 'count'] as const).map(
    (returns): Section => ({
      name: `query of ${returns}`,
      keys: keysOfFound,
      path: ['queries', 'some'],
      base: { queries: { some: { where: 'day == today()', returns } } },
      uses: {
        where: 'day == today() && name == null',
        returns: returns === 'list' ? 'one' : 'list',
        sort: '-day',
        columns: ['name'],
        small: true,
        code: 'some_more',
        title: others,
        http: 'GET other',
        group: ['state'],
        measure: { total: 'sum(amount)' },
        handler: 'poke',
      },
    }),
  ),
  ...(['page', 'list', 'one', 'count'] as const).map(
    (returns): Section => ({
      name: `query of ${returns}`,
      keys: { input },
      path: ['queries', 'some'],
      base: { queries: { some: { where: 'day == today() && name == input.summary', returns, input: probe } } },
      uses: { input: { summary: { ...probe.summary, required: true } } },
    }),
  ),
  {
    name: 'unread input of a query',
    keys: { input },
    path: ['queries', 'some'],
    base: { queries: { some: { where: 'day == today()', returns: 'list' } } },
    uses: { input: probe },
  },
]

/** What a field of a type must have, a use of each of its own keys, and what one of them requires with it. */
export const typeUses: Readonly<
  Record<string, { readonly base: Plain; readonly uses: Plain; readonly needs?: Readonly<Record<string, Plain>> }>
> = {
  dictionary: { base: { of: 'phase' }, uses: { of: 'rank' } },
  reference: {
    base: { of: 'other' },
    uses: { of: 'twin', where: 'it.name == name', sort: '-day' },
    needs: { sort: { pick: 'first' } },
  },
  children: { base: { of: 'thingItem' }, uses: { of: 'thingPiece', columns: ['name'] } },
  related: {
    base: { of: 'other', by: 'thingId' },
    uses: { of: 'twin', by: 'formerId', where: 'it.name == name', sort: '-day' },
  },
  serial: { base: { pattern: 'A{0000}' }, uses: {} },
}

const values: Readonly<Record<string, readonly [value: unknown, compute: string]>> = {
  text: ['甲', 'name'],
  longtext: ['甲', 'name'],
  integer: [1, 'daysBetween(day, until)'],
  decimal: [1, 'amount'],
  money: [1, 'amount'],
  boolean: [true, 'name == null'],
  date: ['2026-01-01', 'until'],
  datetime: ['2026-01-01 00:00:00', 'createTime'],
  time: ['10:00:00', 'name'],
  dictionary: ['open', 'state'],
  reference: ['1', 'otherId'],
  json: [{ a: 1 }, 'name'],
}

const exampleOf = (type: string): unknown => {
  const field = {
    name: 'probe',
    title,
    type,
    required: false,
    unique: false,
    index: false,
    readOnly: false,
    stored: false,
    options: {},
  }
  return describableTypes.get(type)?.example(field, emptyModel, 1)
}

/** A use of each key of every field, for a type. */
export const fieldUses = (type: string): Plain => {
  const [value, compute] = values[type] ?? [exampleOf(type), 'name']
  return {
    title: others,
    help: others,
    required: true,
    unique: true,
    index: true,
    default: value,
    keep: true,
    when: 'name != null',
    compute,
    copy: `poolId.${type}Value`,
    stored: true,
    renamedFrom: 'former',
    readOnly: true,
    editableBy: ['clerk'],
    personal: 'name',
  }
}
