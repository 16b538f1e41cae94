import { parameterText, parameterValues } from '../fields/parameter-value.ts'
import { placeholderFaults } from '../fields/placeholder-faults.ts'
import { isDictionary } from '../fields/traits.ts'
import { addedName, isAddedName, mayBeAdded } from '../model/added-entries.ts'
import { storedCode } from '../model/code-ids.ts'
import { digest } from '../model/digest.ts'
import { resourceWithId } from '../model/ids.ts'
import type {
  Dictionary,
  DictionaryEntry,
  Menu,
  MenuGroup,
  Message,
  Model,
  Parameter,
  WebPage,
} from '../model/model.ts'
import { type DictionaryColour, dataScopes, dictionaryColours } from '../model/model.ts'
import { codesOf, codesOfPages } from '../model/names.ts'
import { perModel } from '../model/per-model.ts'

/**
 * What administrators edit of the descriptors, by kind. Keys, codes, paths, the order of states and what an entry means
 * are not among it. `title.en` of a dictionary may be null: the Chinese title applies.
 */
export const overlayProperties = {
  dictionary: ['title.zh', 'title.en', 'colour', 'order', 'sealed'],
  /** The last five are those of added groups (`under`, `top`), links (`link`, `window`) and second places (`of`). */
  menu: ['title.zh', 'title.en', 'icon', 'order', 'hidden', 'under', 'of', 'link', 'top', 'window'],
  parameter: ['value', 'remark'],
  message: ['title.zh', 'title.en', 'text.zh', 'text.en', 'enabled'],
  /** The title, the data scope, and of each permission code whether the role has it: `allow.<code>`. */
  role: ['title.zh', 'dataScope', 'allow.*'],
  /** A day that differs from its weekday: `holiday` or `workday`. The descriptors contain none. */
  calendar: ['kind'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type OverlayKind = keyof typeof overlayProperties

/** An edited property. */
export interface Overlay {
  readonly kind: OverlayKind
  /**
   * A dictionary (`letter_state`), an entry (`letter_state/1`), a part of the menu (`group/work`, `resource/letter`,
   * `page/home`, an added `place/letters`), a parameter (`order.limit`), a message (`letterReminder`), a role by its alias or a day.
   */
  readonly path: string
  readonly property: string
  readonly value: unknown
  /** The value of the descriptors when it was edited; null of an added entry. */
  readonly replaced: unknown
}

/** Values by property. */
export type Properties = Readonly<Record<string, unknown>>

/** Values by property, by kind and path. */
type Values = ReadonlyMap<string, Properties>

interface Layers {
  readonly described: Model
  /** The effective values of the tenant that are edited, and those of the platform alone. */
  readonly own: Values
  readonly platform: Values
}

const layers = new WeakMap<Model, Layers>()
const none: Values = new Map()

const layersOf = (model: Model): Layers => layers.get(model) ?? { described: model, own: none, platform: none }

/** The Model of the descriptors from which an effective Model was made. */
export const describedModel = (model: Model): Model => layersOf(model).described

const keyOf = (kind: OverlayKind, path: string): string => `${kind} ${path}`

/** The editable properties of a part of the descriptors, with the values of the descriptors; undefined if there is none. */
export const describedProperties = (model: Model, kind: OverlayKind, path: string): Properties | undefined =>
  describedValues(describedModel(model)).get(keyOf(kind, path))

/**
 * The value that applies if a tenant's edit of a property is deleted: that of the platform's edit (`tenant`), else of the
 * descriptors. Undefined of an added entry.
 */
export function lowerValue(
  model: Model,
  level: 'platform' | 'tenant',
  { kind, path, property }: Pick<Overlay, 'kind' | 'path' | 'property'>,
): unknown {
  const { platform } = layersOf(model)
  const edited = level === 'tenant' ? platform.get(keyOf(kind, path)) : undefined
  return edited && property in edited ? edited[property] : describedProperties(model, kind, path)?.[property]
}

/** Those of the overlays that apply: their path and property exist, and the value is valid. */
export function activeOverlays(
  described: Model,
  overlays: readonly Overlay[],
  below: readonly Overlay[] = [],
): readonly Overlay[] {
  const dictionaries = new Set([...below, ...overlays].flatMap(overlay => addedDictionary(described, overlay)))
  return overlays.filter(overlay => isActive(described, overlay, dictionaries))
}

/** The code of a dictionary that an overlay adds. */
const addedDictionary = (model: Model, { kind, path, property, replaced }: Overlay): readonly string[] =>
  kind === 'dictionary' && property === 'title.zh' && replaced == null && !Object.hasOwn(model.dictionaries, path)
    ? [path]
    : []

/**
 * The effective Model of a tenant: its edits over those of the platform, over the descriptors. It is the Model of the
 * descriptors itself where no edit changes it.
 */
export function overlaid(described: Model, platform: readonly Overlay[], own: readonly Overlay[] = []): Model {
  const ofPlatform = valuesOf(activeOverlays(described, platform.filter(isOfModel)))
  const all = valuesOf(activeOverlays(described, own.filter(isOfModel), platform), ofPlatform)
  const values = changedValues(described, all)
  if (values.size === 0) return described
  const revision = `${described.revision}-${digest(textOf(values)).slice(0, 12)}`
  const model = { ...withValues(described, values), revision }
  layers.set(model, { described, own: all, platform: ofPlatform })
  return model
}

/** Edits of roles are in the rows of roles and in their grants; the Model contains the roles of the descriptors. */
const isOfModel = ({ kind }: Overlay): boolean => kind !== 'role'

/** The edited values in one order: Models with the same text are alike. */
const textOf = (values: Values): string =>
  JSON.stringify(
    [...values]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, properties]) => [key, Object.entries(properties).sort()]),
  )

function valuesOf(overlays: readonly Overlay[], below: Values = none): Values {
  const values = new Map<string, Properties>(below)
  for (const { kind, path, property, value } of overlays) {
    const key = keyOf(kind, path)
    values.set(key, { ...values.get(key), [property]: value })
  }
  return values
}

function changedValues(described: Model, values: Values): Values {
  const known = describedValues(described)
  const changed = new Map<string, Properties>()
  for (const [key, properties] of values) {
    const before = known.get(key)
    const different = Object.entries(properties).filter(([name, value]) => !before || before[name] !== value)
    // An added entry exists by its title, a day of the calendar by its kind.
    if (different.length > 0 && (before || 'title.zh' in properties || 'kind' in properties))
      changed.set(key, Object.fromEntries(different))
  }
  return changed
}

const described = perModel<Values>()

/** The editable properties of everything in the descriptors. */
const describedValues = (model: Model): Values => described(model, '', () => new Map(partsOf(model)))

function* partsOf(model: Model): Generator<[string, Properties]> {
  const states = dictionariesOfStates(model)
  let number = 0
  for (const { code, title, entries } of Object.values(model.dictionaries)) {
    const root = keyOf('dictionary', code)
    yield [root, { 'title.zh': title.zh, 'title.en': title.en, order: ++number }]
    for (const [index, { key, title, colour, sealed }] of entries.entries()) {
      const shown = { 'title.zh': title.zh, 'title.en': title.en, colour: colour ?? null }
      yield [`${root}/${key}`, states.has(code) ? shown : { ...shown, order: index + 1, sealed }]
    }
  }
  for (const group of model.menus) yield [keyOf('menu', `group/${group.key}`), menuProperties(group.title, group)]
  for (const { name, id = name, titles, menu } of Object.values(model.resources))
    if (menu) yield [keyOf('menu', `resource/${id}`), menuProperties(titles, menu)]
  for (const { key, title, menu } of model.pages)
    if (menu) yield [keyOf('menu', `page/${key}`), menuProperties(title, menu)]
  for (const parameter of model.parameters)
    yield [keyOf('parameter', parameter.key), { value: parameterText(parameter), remark: parameter.remark ?? null }]
  for (const { code, title, text } of Object.values(model.messages)) {
    const texts = { 'title.zh': title.zh, 'title.en': title.en, 'text.zh': text.zh, 'text.en': text.en }
    yield [keyOf('message', code), { ...texts, enabled: true }]
  }
  if (model.roles.length === 0) return
  const none = Object.fromEntries(allCodes(model).map(code => [grantProperty(storedCode(model, code)), false]))
  for (const { alias, title, dataScope, codes } of model.roles) {
    const granted = Object.fromEntries(codes.map(code => [grantProperty(storedCode(model, code)), true]))
    yield [keyOf('role', alias), { 'title.zh': title.zh, dataScope, ...none, ...granted }]
  }
}

/** The property of a role that is true if it has a permission code, which is that of grants. */
export const grantProperty = (code: string): string => `${grantPrefix}${code}`
/** The start of the names of edited grants, before the permission code. */
export const grantPrefix = 'allow.'

const allCodes = (model: Model): string[] => [
  ...Object.values(model.resources).flatMap(codesOf),
  ...codesOfPages(model),
]

const menuProperties = (title: Message['title'], { icon, order }: Omit<Menu, 'under'>): Properties => ({
  'title.zh': title.zh,
  'title.en': title.en,
  icon,
  order,
  hidden: false,
})

/** The dictionaries of lifecycles: of their entries only titles and colours are edited. */
export const dictionariesOfStates = (model: Model): ReadonlySet<string> =>
  ofStates(
    model,
    '',
    () =>
      new Set(
        Object.values(model.resources).flatMap(({ lifecycle, fields }) => {
          const field = fields.find(({ name }) => name === lifecycle?.field)
          return field ? [String(field.options['of'])] : []
        }),
      ),
  )

const ofStates = perModel<ReadonlySet<string>>()

/** Whether an entry is the default of a field, so that it cannot be sealed. */
export const isDefaultEntry = (model: Model, code: string, key: string): boolean => {
  const name = model.dictionaries[code]?.entries.find(entry => entry.key === key)?.name
  return Object.values(model.resources).some(({ fields }) =>
    fields.some(
      field =>
        isDictionary(field) &&
        field.options['of'] === code &&
        [field.default].flat().some(value => value !== undefined && (value === key || value === name)),
    ),
  )
}

function isActive(
  model: Model,
  { kind, path, property, value, replaced }: Overlay,
  dictionaries: ReadonlySet<string>,
): boolean {
  const known = describedValues(model).get(keyOf(kind, path))
  if (kind === 'calendar') return value === 'holiday' || value === 'workday'
  const mayAdd =
    kind === 'menu'
      ? /^(group|page|place)\//.test(path)
      : kind === 'dictionary' && isAddedPath(model, path, dictionaries)
  // An edited title of an entry that the descriptors no longer contain does not add it again.
  const isAdded = mayAdd && (property !== 'title.zh' || replaced == null)
  if (!(known ? property in known : isAdded)) return false
  return isValid(model, kind, path, property, value)
}

/** The code of the dictionary and the key of the entry; of a dictionary itself, no key. */
export function entryOfPath(path: string): readonly [code: string, key: string | undefined] {
  const at = path.indexOf('/')
  return at < 0 ? [path, undefined] : [path.slice(0, at), path.slice(at + 1)]
}

function isAddedPath(model: Model, path: string, dictionaries: ReadonlySet<string>): boolean {
  const [code, key] = entryOfPath(path)
  if (dictionaries.has(code)) return key === undefined || mayBeAdded(key)
  return mayBeAdded(key ?? '') && Object.hasOwn(model.dictionaries, code) && !dictionariesOfStates(model).has(code)
}

/** A value may be from before a change of the descriptors: another type of a parameter, a field that was removed. */
function isValid(model: Model, kind: OverlayKind, path: string, property: string, value: unknown): boolean {
  if (kind === 'role' && property.startsWith(grantPrefix)) return typeof value === 'boolean'
  switch (property) {
    case 'colour':
      return value === null || dictionaryColours.some(one => one === value)
    case 'order':
      return typeof value === 'number'
    case 'sealed': {
      const [code, key = ''] = entryOfPath(path)
      return value === false || (value === true && !isDefaultEntry(model, code, key))
    }
    case 'hidden':
    case 'enabled':
    case 'top':
    case 'window':
      return typeof value === 'boolean'
    case 'value': {
      const parameter = model.parameters.find(({ key }) => key === path)
      return parameter !== undefined && !('fault' in parameterValues(String(value), parameter, model))
    }
    case 'text.zh':
    case 'text.en': {
      const of = model.resources[model.messages[path]?.of ?? '']
      return typeof value === 'string' && of !== undefined && placeholderFaults(value, of, model).length === 0
    }
    case 'dataScope':
      return dataScopes.some(scope => scope === value)
    case 'title.zh':
      return typeof value === 'string' && value !== ''
    default:
      return (
        value === null ||
        (typeof value === 'string' && (kind === 'dictionary' || property !== 'title.en' || value !== ''))
      )
  }
}

function withValues(model: Model, values: Values): Model {
  const at = (kind: OverlayKind, path: string) => values.get(keyOf(kind, path))
  const kinds = new Set([...values.keys()].map(key => key.slice(0, key.indexOf(' '))))
  return {
    ...model,
    ...(kinds.has('dictionary') && { dictionaries: dictionariesWith(model, values) }),
    ...(kinds.has('menu') && {
      menus: [
        ...model.menus.map(group => {
          const edited = at('menu', `group/${group.key}`)
          return edited ? { ...group, title: titled(group.title, edited), ...placed(group, edited) } : group
        }),
        ...addedTo(model, values, 'group').map(
          ({ key, title, menu, top }): MenuGroup => ({ key, title, ...menu, ...(top === true && { top }) }),
        ),
      ],
      pages: [
        ...model.pages.map(page => {
          const edited = page.menu && at('menu', `page/${page.key}`)
          if (!page.menu || !edited) return page
          return { ...page, title: titled(page.title, edited), menu: { ...page.menu, ...placed(page.menu, edited) } }
        }),
        ...addedTo(model, values, 'page').map(
          ({ key, title, menu, link, window, of }): WebPage => ({
            ...{ key, title, menu, path: linkPath(key), link: String(link), tab: 'keep' },
            code: codeOfPlace(model, of),
            frame: window === true ? 'bare' : 'shell',
          }),
        ),
      ],
      places: addedTo(model, values, 'place').map(({ key, title, menu, of }) => ({ key, title, menu, of: String(of) })),
      resources: Object.fromEntries(
        Object.entries(model.resources).map(([name, resource]) => {
          const { id = name, titles, menu } = resource
          const edited = menu && at('menu', `resource/${id}`)
          if (!menu || !edited) return [name, resource]
          return [name, { ...resource, titles: titled(titles, edited), menu: { ...menu, ...placed(menu, edited) } }]
        }),
      ),
    }),
    ...(kinds.has('parameter') && {
      parameters: model.parameters.map(parameter => withParameter(model, parameter, at('parameter', parameter.key))),
    }),
    ...(kinds.has('calendar') && { calendar: calendarIn(values) }),
    ...(kinds.has('message') && {
      messages: Object.fromEntries(
        Object.entries(model.messages).map(([code, message]) => {
          const edited = at('message', code) ?? {}
          const { 'text.zh': zh = message.text.zh, 'text.en': en = message.text.en, enabled } = edited
          const own = { title: titled(message.title, edited), text: { zh: String(zh), en: String(en) } }
          return [code, { ...message, ...own, ...(enabled === false && { disabled: true as const }) }]
        }),
      ),
    }),
  }
}

/** The address of an added link. */
export const linkPath = (key: string): string => `/link/${key}`

/** The groups, links or second places that administrators added, with their properties. */
function addedTo(model: Model, values: Values, kind: 'group' | 'page' | 'place') {
  const prefix = keyOf('menu', `${kind}/`)
  const known = describedValues(model)
  const groups = new Set([...known.keys(), ...values.keys()])
  return [...values].flatMap(([at, properties]) => {
    if (!at.startsWith(prefix) || known.has(at)) return []
    const key = at.slice(prefix.length)
    // At the top level if the descriptors no longer contain the group above it.
    const isPlaced = groups.has(keyOf('menu', `group/${properties['under']}`))
    const under = isPlaced ? { under: String(properties['under']) } : {}
    const menu = { ...under, ...placed({ icon: iconOf[kind], order: 0 }, properties) }
    const { of, link, top, window } = properties
    return [{ of, link, top, window, key, title: titled({ zh: key, en: key }, properties), menu }]
  })
}

const iconOf = { group: 'folder', page: 'link', place: 'file' }

/** The permission code of the list or page whose right opens a link; without one, it is for every user. */
function codeOfPlace(model: Model, of: unknown): string {
  const [kind, name] = String(of ?? '').split('/')
  if (kind === 'page') return model.pages.find(({ key }) => key === name)?.code ?? 'none'
  return kind === 'resource' ? `${resourceWithId(model, String(name))?.code ?? 'none'}_view` : 'signedIn'
}

const calendarIn = (values: Values): NonNullable<Model['calendar']> => {
  const days = [...values].filter(([key]) => key.startsWith('calendar '))
  return Object.fromEntries(days.sort().map(([key, { kind }]) => [key.slice('calendar '.length), kind === 'workday']))
}

const titled = (title: Message['title'], { 'title.zh': zh = title.zh, 'title.en': en = title.en }: Properties) => ({
  zh: String(zh),
  en: String(en ?? zh),
})

const placed = (
  { icon, order }: Pick<Menu, 'icon' | 'order'>,
  { icon: otherIcon = icon, order: otherOrder = order, hidden }: Properties,
) => ({
  icon: String(otherIcon ?? ''),
  order: Number(otherOrder),
  ...(hidden === true && { hidden: true as const }),
})

function withParameter(model: Model, parameter: Parameter, edited: Properties | undefined): Parameter {
  const read = edited && 'value' in edited && parameterValues(String(edited['value']), parameter, model)
  return read && !('fault' in read) ? { ...parameter, ...read } : parameter
}

function dictionariesWith(model: Model, values: Values): Model['dictionaries'] {
  const added = new Map<string, string[]>()
  const codes: string[] = []
  const known = describedValues(model)
  for (const key of values.keys()) {
    const [code, entry] = entryOfPath(key.slice('dictionary '.length))
    if (key.startsWith('dictionary ') && entry !== undefined && !known.has(key))
      added.set(code, [...(added.get(code) ?? []), entry])
    else if (key.startsWith('dictionary ') && !known.has(key)) codes.push(code)
  }
  const dictionaries = codes.map((code): [string, Dictionary] => [
    code,
    { code, title: { zh: code, en: code }, entries: [] },
  ])
  return Object.fromEntries(
    [...Object.entries(model.dictionaries), ...dictionaries].map(([code, dictionary]) => [
      code,
      withEntries(dictionary, (added.get(code) ?? []).sort(), path => values.get(keyOf('dictionary', path))),
    ]),
  )
}

function withEntries(
  dictionary: Dictionary,
  added: readonly string[],
  at: (path: string) => Properties | undefined,
): Dictionary {
  const { code, title, entries } = dictionary
  const [root, own] = [at(code), entries.map(({ key }) => at(`${code}/${key}`))]
  if (!root && added.length === 0 && own.every(one => one === undefined)) return dictionary
  const ordered = [
    ...entries.map((entry, index) => ({ entry, edited: own[index] ?? {}, order: index + 1 })),
    ...added.map(key => ({ entry: newEntry(key), edited: at(`${code}/${key}`) ?? {}, order: 0 })),
  ].map(({ entry, edited, order }) => ({ entry: withEdits(entry, edited), order: Number(edited['order'] ?? order) }))
  return {
    ...dictionary,
    ...(root && { title: titled(title, root) }),
    entries: ordered.sort((one, other) => one.order - other.order).map(({ entry }) => entry),
  }
}

const newEntry = (key: string): DictionaryEntry => ({
  name: addedName(key),
  key,
  title: { zh: key, en: key },
  sealed: false,
})

function withEdits(entry: DictionaryEntry, edited: Properties): DictionaryEntry {
  const { colour: _, ...rest } = entry
  const { colour = entry.colour, sealed = entry.sealed, 'title.zh': zh = entry.title.zh } = edited
  // The title of an added entry in English is the Chinese one by default.
  const english = isAddedName(entry.name) ? zh : entry.title.en
  return {
    ...rest,
    title: { zh: String(zh), en: String(('title.en' in edited ? edited['title.en'] : english) ?? zh) },
    sealed: sealed === true,
    ...(typeof colour === 'string' && { colour: colour as DictionaryColour }),
  }
}
