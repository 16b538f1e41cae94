import { hasUnread, isAwaiting } from '../../fields/unread-text.ts'
import { withUploaded } from '../../fields/uploads.ts'
import type { Resource } from '../../model/model.ts'
import { isSameValue } from '../../record/merge-record.ts'
import { type FormDefaults, noDefaults, withOpenDefaults } from './followed-defaults.ts'
import type { RecordCheck } from './record-check.ts'
import type { RecordError } from './record-error.ts'
import { type CarriedInput, carriedInput, type FormModel, type RemovedInput } from './removed-input.ts'
import { withoutStaleNames } from './written-value.ts'

type Values = Readonly<Record<string, unknown>>

/** The source of a prefilled value: the record entered before, or the last choice of the user. */
export type PrefillSource = 'previous' | 'recent'
export type PrefillSources = Readonly<Record<string, PrefillSource>>

/**
 * A record while it is edited. A component reads its part and is notified of every change, so that a key
 * stroke renders one field and not the form.
 */
export interface FormState {
  /** What was read, or what a new record began with; rules run for what differs from it. */
  initial(): Values
  values(): Values
  /** Writes one field, and what is computed from it. */
  set(name: string, value: unknown): void
  /** Replaces a finished upload by its address, wherever its value is by now. */
  arrive(place: string, link: string): void
  /**
   * Starts again: nothing was submitted, nothing was touched. `prefillSources` names values that the user did not
   * enter.
   */
  begin(initial: Values, values?: Values, prefillSources?: PrefillSources): void
  /** Where the value of a field is from, while it is unchanged; undefined where the user or the descriptor gave it. */
  prefillSourceOf(name: string): PrefillSource | undefined
  /**
   * Starts the next record while this one is being saved. Several saves may be pending; each is followed by `markSaved`
   * in order, or by one `restoreRefused`.
   */
  advance(next: Values, prefillSources?: PrefillSources): void
  /** Whether records before this one are still being saved. */
  isSavingEarlier(): boolean
  /** Whether queued input returns when the next record begins. */
  hasNext(): boolean
  /** Marks the oldest record that is being saved as stored. Input in the next record stays. */
  markSaved(): void
  /**
   * Shows the oldest record again, which could not be saved, and calls back with its first error. Input made after it is
   * queued for the next records.
   */
  restoreRefused(): void
  /**
   * Replaces texts of the oldest record that is being saved, or of the current one, by what was looked up for them.
   * Returns its values and errors.
   */
  settleTexts(found: Values): { readonly values: Values; readonly errors: readonly RecordError[] }
  /** A field lost the focus: from now on it shows its errors, if it was changed. */
  leave(name: string): void
  /**
   * Save was pressed: lines into which nothing was entered are removed, and from now on every field shows its errors.
   * Returns the current errors.
   */
  attempt(): readonly RecordError[]
  /** Sets the server's errors, by field (`lines.2.price` for a line's); each remains until its field changes. */
  setServerErrors(errors: Readonly<Record<string, string>>): void
  /** Calls back with the first error of a record that was not saved. */
  onRefused(listener: (first: RecordError) => void): () => void
  /** The errors of one field, lines included; the same list until they change. */
  errorsOf(name: string): readonly RecordError[]
  /** The warnings of one field, lines included, also while it is typed; the same list until they change. */
  warningsOf(name: string): readonly RecordError[]
  /** All errors after an attempt; empty when all are corrected. */
  errors(): readonly RecordError[]
  /** Whether a field's `when` is true. */
  isShown(name: string): boolean
  /** Whether the record differs from its initial values, or earlier records are unsaved. */
  isDirty(): boolean
  /** Replaces the Model or the language; input stays, that of renamed fields by their present names. */
  follow(resource: Resource, check: RecordCheck): void
  /** Input that a change of the Model has removed the place of, until `dismissRemoved`; the same list until it changes. */
  removed(): readonly RemovedInput[]
  dismissRemoved(): void
  watch(listener: () => void): () => void
}

/** Debounce of the checks while typing, in milliseconds. */
const checkDelay = 120
const none: readonly RecordError[] = []

/** The state of a form with these initial values. `settle` shows new errors, because they may shift the layout. */
export function createFormState(
  resource: Resource,
  check: RecordCheck,
  initial: Values,
  settle: (work: () => void) => void = work => work(),
  prefillSources: PrefillSources = {},
): FormState {
  const listeners = new Set<() => void>()
  const refused = new Set<(first: RecordError) => void>()
  const changed = new Set<string>()
  const touched = new Set<string>()
  let activeResource = resource
  let activeCheck = check
  let defaults = noDefaults
  /** The record with the defaults and the computed fields that follow from its values. */
  const derived = (values: Values, initial = first) => {
    const filled = activeCheck.filled(values, initial, defaults)
    defaults = filled.defaults
    return activeCheck.computed(filled.values)
  }
  /** A new record may begin with values from which others are computed: a copy, or defaults. */
  const begun = (values: Values) => {
    const next = derived(values, values)
    return values['id'] === undefined ? next : values
  }
  /** The initial values: of a stored record as it is. */
  const beginning = (values: Values) => {
    const next = begun(values)
    return next['id'] === undefined ? next : withOpenDefaults(activeCheck.model, activeResource, next)
  }
  let first = initial
  first = beginning(initial)
  let now = first
  let visible = new Set(activeCheck.visible(now, first))
  let dirty = new Set<string>()
  let activeSources = prefillSources
  let hasTried = false
  let own = none
  let serverErrors = none
  let all = none
  let byField = new Map<string, readonly RecordError[]>()
  let warnings = new Map<string, readonly RecordError[]>()
  let removed: readonly RemovedInput[] = []
  let waiting: ReturnType<typeof setTimeout> | undefined

  /** Records that are being saved while the next one is typed, the oldest first. */
  let sent: readonly SentRecord[] = []
  /** Input made after a refused record, in order. */
  let queued: readonly Values[] = []

  const notify = () => {
    for (const listener of listeners) listener()
  }
  const put = (next: Values) => {
    const entered = activeCheck.entered(next)
    for (const field of activeResource.fields) {
      const { name } = field
      if (next[name] === now[name] || field.compute !== undefined) continue
      if (isSameValue(first[name], entered[name])) dirty.delete(name)
      else dirty.add(name)
    }
    serverErrors = kept(serverErrors, ([name]) => isSameValue(now[String(name)], next[String(name)]))
    now = next
    const shown = activeCheck.visible(now, first)
    if (shown.length !== visible.size || shown.some(name => !visible.has(name))) visible = new Set(shown)
  }
  /** The errors that the fields show: all after an attempt, before it those of fields that were left. */
  const look = () => {
    clearTimeout(waiting)
    waiting = undefined
    own = hasTried
      ? activeCheck.errors(now, first)
      : touched.size > 0 || hasUnread(now)
        ? activeCheck.errors(now, first, touched)
        : none
    arrange()
  }
  const arrange = () => {
    const found = [...serverErrors, ...own]
    all = hasTried || serverErrors.length > 0 ? sameList(all, found) : none
    byField = listsByField(found, byField)
    warnings = listsByField(activeCheck.warnings(now, first), warnings)
  }
  const lookSoon = () => {
    if (!hasTried && own.length === 0 && !hasUnread(now) && !activeCheck.hasWarnings) return
    clearTimeout(waiting)
    waiting = setTimeout(() => settle(show), checkDelay)
  }
  const show = () => {
    look()
    notify()
  }
  const restart = (next: Values, values: Values, prefillSources: PrefillSources) => {
    clearTimeout(waiting)
    activeSources = prefillSources
    defaults = noDefaults
    first = beginning(next)
    now = first
    dirty = new Set()
    touched.clear()
    changed.clear()
    hasTried = false
    own = serverErrors = all = none
    byField = new Map()
    warnings = new Map()
    put(values === next ? first : begun(values))
  }

  /** Carries all input over to another Model. */
  const carry = (before: FormModel, after: FormModel) => {
    const carried = (from: Values, values: Values) => {
      const next = carriedInput(before, after, from, values, {
        isLocked: (field, stored) => activeCheck.lockOf(field, stored) !== undefined,
        isShown: activeCheck.isShown,
      })
      removed = [...removed, ...next.removed]
      return next
    }
    const { initial, values, nameOf } = carried(first, now)
    sent = sent.map(one => ({ ...one, ...renamedRecord(carried(one.first, one.now)) }))
    queued = queued.map(one => carried({}, one).values)
    for (const names of [touched, changed, dirty]) {
      const present = [...names].map(nameOf)
      names.clear()
      for (const name of present) if (name !== null) names.add(name)
    }
    serverErrors = serverErrors.flatMap(({ path: [name, ...rest], message }) => {
      const present = nameOf(String(name))
      return present === null ? [] : [{ path: [present, ...rest], message }]
    })
    first = initial
    return values
  }

  return {
    initial: () => first,
    values: () => now,
    set(name, value) {
      if (now[name] === value) return
      const before = serverErrors
      if (!isSameValue(now[name], value)) changed.add(name)
      put(derived(withoutStaleNames(activeResource, now, { ...now, [name]: value })))
      if (serverErrors !== before) arrange()
      lookSoon()
      notify()
    },
    arrive(place, link) {
      const next = withUploaded(now, place, link)
      if (next === now) return
      put(derived(next))
      lookSoon()
      notify()
    },
    prefillSourceOf: name => (isSameValue(first[name], now[name]) ? activeSources[name] : undefined),
    begin(next, values = next, prefillSources = {}) {
      restart(next, values, prefillSources)
      notify()
    },
    advance(next, prefillSources = {}) {
      const [typed = next, ...rest] = queued
      sent = [...sent, { first, now, sources: activeSources, defaults }]
      queued = rest
      restart(next, typed, prefillSources)
      notify()
    },
    isSavingEarlier: () => sent.length > 0,
    hasNext: () => queued.length > 0,
    markSaved() {
      if (sent.length === 0) dirty = new Set()
      sent = sent.slice(1)
      notify()
    },
    restoreRefused() {
      const [oldest, ...later] = sent
      if (oldest) {
        queued = [...later.map(({ now }) => now), ...(dirty.size > 0 ? [now] : []), ...queued]
        sent = []
        restart(oldest.first, oldest.now, oldest.sources)
      }
      hasTried = true
      show()
      const [first] = own
      if (first) for (const listener of refused) listener(first)
    },
    settleTexts(found) {
      const [oldest, ...later] = sent
      const settled = (values: Values) =>
        Object.fromEntries(Object.entries(found).filter(([name]) => isAwaiting({ at: values[name] })))
      if (!oldest) {
        put(derived({ ...now, ...settled(now) }))
        show()
        return { values: now, errors: activeCheck.errors(now, first) }
      }
      const typed = { ...oldest.now, ...settled(oldest.now) }
      const filled = activeCheck.filled(typed, oldest.first, oldest.defaults)
      const values = activeCheck.computed(filled.values)
      sent = [{ ...oldest, now: values }, ...later]
      const errors = activeCheck.errors(values, oldest.first)
      // The conditions of lines read the record that was computed last.
      activeCheck.computed(now)
      return { values, errors }
    },
    leave(name) {
      if (!changed.has(name) && !dirty.has(name)) return
      settle(() => {
        touched.add(name)
        show()
      })
    },
    attempt() {
      hasTried = true
      serverErrors = none
      const entered = activeCheck.entered(now)
      if (entered !== now) put(derived(entered))
      look()
      notify()
      return own
    },
    setServerErrors(errors) {
      serverErrors = Object.entries(errors).map(([path, message]) => ({
        path: path.split('.').map(part => (/^\d+$/.test(part) ? Number(part) : part)),
        message,
      }))
      arrange()
      notify()
      const [first] = serverErrors
      if (first) for (const listener of refused) listener(first)
    },
    onRefused(listener) {
      refused.add(listener)
      return () => refused.delete(listener)
    },
    errorsOf: name => byField.get(name) ?? none,
    warningsOf: name => warnings.get(name) ?? none,
    errors: () => all,
    isShown: name => visible.has(name),
    isDirty: () => sent.length > 0 || queued.length > 0 || dirty.size > 0,
    follow(resource, check) {
      if (resource === activeResource && check === activeCheck) return
      const [before, after] = [
        { resource: activeResource, model: activeCheck.model },
        { resource, model: check.model },
      ]
      activeResource = resource
      activeCheck = check
      const isOther = before.resource !== resource || before.model !== check.model
      put(derived(isOther ? carry(before, after) : now))
      visible = new Set(activeCheck.visible(now, first))
      look()
      notify()
    },
    removed: () => removed,
    dismissRemoved() {
      removed = []
      notify()
    },
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** A record that is being saved while the next one is typed. */
interface SentRecord {
  readonly first: Values
  readonly now: Values
  readonly sources: PrefillSources
  readonly defaults: FormDefaults
}

const renamedRecord = ({ initial, values }: CarriedInput) => ({ first: initial, now: values })

function kept(errors: readonly RecordError[], keep: (path: RecordError['path']) => boolean): readonly RecordError[] {
  const left = errors.filter(({ path }) => keep(path))
  return left.length === errors.length ? errors : left
}

/** Lists by the field at which they are shown; the previous ones where they are equal. */
function listsByField(
  found: readonly RecordError[],
  before: ReadonlyMap<string, readonly RecordError[]>,
): Map<string, readonly RecordError[]> {
  const next = new Map<string, RecordError[]>()
  for (const error of found) {
    const name = String(error.path[0])
    next.set(name, [...(next.get(name) ?? []), error])
  }
  return new Map([...next].map(([name, list]) => [name, sameList(before.get(name), list)]))
}

/** The previous list where the content is the same, so that nothing is rendered for it. */
function sameList(before: readonly RecordError[] | undefined, list: readonly RecordError[]): readonly RecordError[] {
  return before && JSON.stringify(before) === JSON.stringify(list) ? before : list
}
