import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Choice, ChoiceBoxProps } from './choice.ts'
import { type FoundChoices, foundAmong, foundByPinyin, matchTyped, type TypedMatch } from './choice-typing.ts'
import { unreadChoice } from './choice-unread.ts'
import { focusNext, focusPastCandidates } from './next-field.ts'
import { isLetters, loadPinyin, type Pinyin } from './pinyin.ts'
import type { UnreadText } from './unread-text.ts'
import { words } from './words.ts'

/** The state of a choice box and its event handlers. */
export interface ChoiceTyping {
  readonly isOpen: boolean
  /** In the input. */
  readonly text: string
  /** The filter of the list. */
  readonly sought: string
  readonly items: readonly Choice[]
  /** The option that Enter chooses; Tab chooses it if an arrow key moved to it. */
  readonly highlighted: Choice | undefined
  /** Texts that wait for their options, in order. */
  readonly queue: readonly string[]
  readonly isAwaited: boolean
  setOpen(isOpen: boolean): void
  type(text: string): void
  choose(choice: Choice): void
  drop(choice: Choice): void
  clear(): void
  onKeyDown(event: KeyboardEvent<HTMLInputElement>): void
  onBlur(event: FocusEvent): void
}

const noTexts: readonly string[] = []

/**
 * Typing in a choice box. A text that is left before its options have arrived is stored in the value, marked as
 * awaited, and replaced by its match when they arrive; the following keys go to the next field at once.
 */
export function useChoiceTyping(
  props: ChoiceBoxProps,
  begins: boolean,
  isInside: (target: Node | null) => boolean,
): ChoiceTyping {
  const { chosen, isMany, search, offer, unread, language } = props
  const [one] = isMany ? [] : chosen
  const [typed, showTyped] = useState<string>()
  // Moving the focus by a key fires the blur before the next render.
  const typing = useRef({ text: typed, replacesKept: false })
  const missed = useRef<UnreadText>(undefined)
  const [isOpen, setOpenState] = useState(begins)
  const [moved, setMoved] = useState<string>()
  const [queued, setQueue] = useState<readonly string[]>(() => (isMany ? queueOf(unread) : noTexts))
  const queue = unread?.awaited ? queued : noTexts
  /** The stored text, shown in the input until another is typed. */
  const unreadText = isMany && unread?.awaited ? undefined : unread?.unread
  // Nothing resembles a text without candidates: the opened list contains all options.
  const isUnlike = unread?.candidates.length === 0 && !unread.awaited && !unread.failed
  const soughtText = isUnlike ? undefined : unreadText
  const sought = (typed ?? soughtText ?? '').trim()
  const pinyin = usePinyin(search ? '' : sought)
  const { items, first } = listed()
  const movedTo = items.find(({ id }) => id === moved)
  const highlighted = movedTo ?? first
  const latest = useRef<{ props: ChoiceBoxProps; queue: readonly string[] }>({ props, queue })
  latest.current = { props, queue }

  function at(text: string): FoundChoices<Choice> | 'failed' | undefined {
    if (search) return search.at(text)
    const found = foundAmong(props.options, text, pinyin)
    return found.choices.length > 0 || !isLetters(text) || pinyin ? found : undefined
  }

  function listed(): { readonly items: readonly Choice[]; readonly first: Choice | undefined } {
    const offered = offer ? [offer] : []
    if (sought === '' && props.browse) return { items: [], first: undefined }
    if (sought === '') return { items: [...props.options, ...offered], first: undefined }
    const found = at(sought)
    if (found === 'failed') return { items: offered, first: undefined }
    if (!found && typed === undefined && unread)
      return { items: [...candidatesOf(unread), ...offered], first: undefined }
    if (!found) return { items: [...(search ? props.options : []), ...offered], first: undefined }
    if (found.choices.length > 0)
      return { items: [...found.choices, ...offered], first: typed === undefined ? undefined : found.choices[0] }
    return { items: [...found.near.map(asCandidate), ...offered], first: undefined }
  }

  function asCandidate(choice: Choice): Choice {
    return { ...choice, head: words.near[language] }
  }

  function candidatesOf({ candidates }: UnreadText): readonly Choice[] {
    return candidates.map(({ value, label }) => asCandidate({ id: String(value), label: label[language] }))
  }

  const setOpen = (next: boolean) => {
    setOpenState(next)
    setMoved(undefined)
    if (next !== isOpen) search?.onOpen(next)
    if (!next) search?.onSearch('')
    else if (soughtText !== undefined && typed === undefined) search?.onSearch(soughtText)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a box that begins open reports it once
  useEffect(() => {
    if (begins) search?.onOpen(true)
  }, [])

  const setTyped = (text: string | undefined) => {
    const replacesKept = typing.current.text === undefined ? unreadText !== undefined : typing.current.replacesKept
    typing.current = { text, replacesKept }
    showTyped(text)
  }
  const type = (text: string) => {
    setTyped(text)
    setMoved(undefined)
    search?.onSearch(text)
    if (!isOpen) search?.onOpen(true)
    setOpenState(true)
  }

  /** Writes the chosen values, and in a box with several values the texts that chose nothing. */
  const write = (next: readonly Choice[], texts: readonly string[], other?: UnreadText) => {
    const { props } = latest.current
    latest.current.queue = texts
    setQueue(texts)
    const left = joined(missed.current, other)
    missed.current = texts.length > 0 ? left : undefined
    const chosen = next.map(({ id }) => id)
    const text = [...(left ? [left.unread] : []), ...texts].join('、')
    if (texts.length > 0) props.onUnread({ ...unreadChoice(text, { kind: 'awaited' }), chosen })
    else if (left) props.onUnread({ ...left, unread: text, chosen })
    else props.onChange(next)
  }
  const put = (text: string, verdict: TypedMatch<Choice>) => {
    const { props, queue } = latest.current
    if (!props.isMany) {
      if (verdict.kind === 'taken') props.onChange([verdict.choice])
      else props.onUnread(unreadChoice(text, verdict))
    } else if (verdict.kind === 'taken') write(withOne(props.chosen, verdict.choice), queue, remainingText())
    else if (verdict.kind === 'awaited') write(props.chosen, [...queue, text], remainingText())
    else write(props.chosen, queue, joined(remainingText(), unreadChoice(text, verdict)))
  }
  /** A text that was found unknown while the next one was being typed. */
  const remainingText = () => (unreadText !== undefined && !typing.current.replacesKept ? unread : undefined)

  const head = isMany ? queue[0] : unread?.awaited ? unread : undefined
  const isReady = search?.isReady ?? true
  // biome-ignore lint/correctness/useExhaustiveDependencies: it writes to the latest state
  useEffect(() => {
    if (!head || !isReady) return
    let isCurrent = true
    const text = typeof head === 'string' ? head : head.unread
    const arrive = (found: FoundChoices<Choice> | 'failed') => {
      if (!isCurrent) return
      const { props, queue } = latest.current
      const verdict = matchTyped(text, found)
      if (!props.isMany) {
        if (verdict.kind === 'taken') props.onChange([verdict.choice])
        else props.onUnread(unreadChoice(text, verdict))
      } else if (verdict.kind === 'taken') write(withOne(props.chosen, verdict.choice), queue.slice(1))
      else if (verdict.kind !== 'awaited') write(props.chosen, queue.slice(1), unreadChoice(text, verdict))
    }
    const { search, options } = latest.current.props
    const finding = search ? search.find(text) : foundByPinyin(options, text)
    finding.then(arrive, () => arrive('failed'))
    return () => {
      isCurrent = false
    }
  }, [head, isReady])

  // Failed requests are repeated once the connection is restored.
  const failed = unread?.failed
  useEffect(() => {
    if (!failed || !unread) return
    const again = () => latest.current.props.onUnread(awaitedAgain(unread))
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [unread, failed])

  const choose = (choice: Choice) => {
    const text = typing.current.text?.trim() ?? ''
    setTyped(undefined)
    setMoved(undefined)
    search?.onSearch('')
    if (choice.id === offer?.id) {
      setOpen(false)
      props.onOffer?.(text)
    } else if (!isMany) {
      setOpen(false)
      props.onChange([choice])
    } else if (text === '' && chosen.some(({ id }) => id === choice.id)) drop(choice)
    else write(withOne(chosen, choice), queue, text === '' ? undefined : remainingText())
  }
  const drop = (choice: Choice) =>
    write(
      chosen.filter(({ id }) => id !== choice.id),
      queue,
      unreadText === undefined ? undefined : unread,
    )

  /** Decides on the typed text, if any. Keys choose the option that an arrow key moved to, Enter the highlighted one. */
  const settle = (by: 'enter' | 'key' | 'away') => {
    const text = typing.current.text?.trim()
    setOpen(false)
    if (by !== 'away' && movedTo) return choose(movedTo)
    typing.current.text = undefined
    showTyped(undefined)
    if (text === undefined) return
    const confirmed = by === 'enter' && isOpen && first ? ({ kind: 'taken', choice: first } as const) : undefined
    if (text !== '' && (text !== one?.label || unread)) put(text, confirmed ?? matchTyped(text, at(text)))
    else if (text === '' && isMany && unread) write(chosen, queue)
    else if (text === '' && !isMany && (one || unread)) props.onChange([])
  }
  const restore = () => {
    setTyped(undefined)
    setOpen(false)
    setQueue(noTexts)
    if (!unread) return
    if (isMany) props.onChange(chosen)
    else props.onRestore?.()
  }
  const move = (step: number) => {
    if (!isOpen) setOpen(true)
    if (items.length === 0) return
    const from = highlighted ?? (isOpen ? undefined : items.find(({ id }) => id === one?.id))
    const index = from ? items.indexOf(from) + (isOpen ? step : 0) : step > 0 ? 0 : items.length - 1
    setMoved(items[Math.abs(step) === 1 ? (index + items.length) % items.length : clamped(index, items.length)]?.id)
  }

  const onEnter = (event: KeyboardEvent<HTMLInputElement>) => {
    const staysForMore = isMany && typed?.trim() !== ''
    // A form that this submits waits for pending look-ups.
    const isLookedUp = isMany && unread?.awaited !== undefined
    if (typed === undefined && !movedTo && (!unread || isLookedUp)) return setOpen(false)
    event.preventDefault()
    if (typed === undefined && !movedTo && failed && unread) props.onUnread(awaitedAgain(unread))
    if (isMany && typed === undefined && movedTo) return choose(movedTo)
    const isOffer = movedTo !== undefined && movedTo.id === offer?.id
    settle('enter')
    if (!staysForMore && !isOffer) focusNext(event.currentTarget)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, ctrlKey, metaKey, altKey, nativeEvent } = event
    if (nativeEvent.isComposing || nativeEvent.keyCode === 229) return
    if (ctrlKey || metaKey) {
      // Saving by keyboard includes the text typed so far.
      if (key.toLowerCase() !== 's') return
      // A highlight alone is not in the box, so it is not saved.
      if (typed === undefined) setOpen(false)
      else settle('key')
      return
    }
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page }
    if (Object.hasOwn(steps, key)) {
      event.preventDefault()
      if (altKey && isOpen && key === 'ArrowUp') setOpen(false)
      else move(steps[key as keyof typeof steps])
    } else if (key === 'Enter') onEnter(event)
    else if (key === 'Tab') {
      const isWritten = (typing.current.text ?? '') !== ''
      settle('key')
      if (isWritten && !event.shiftKey && focusPastCandidates(event.currentTarget)) event.preventDefault()
    } else if (key === 'Escape' && (isOpen || typed !== undefined || unread)) {
      event.preventDefault()
      event.stopPropagation()
      restore()
    } else if (key === 'Backspace' && isMany && event.currentTarget.value === '') {
      const last = chosen.at(-1)
      if (queue.length > 0) write(chosen, queue.slice(0, -1))
      else if (last) drop(last)
    }
  }

  return {
    isOpen,
    text: typed ?? unreadText ?? one?.label ?? '',
    sought,
    items,
    highlighted,
    queue,
    isAwaited: unread?.awaited !== undefined,
    setOpen,
    type,
    choose,
    drop,
    clear() {
      setTyped(undefined)
      setQueue(noTexts)
      props.onChange([])
    },
    onKeyDown,
    onBlur(event) {
      // The window lost the focus and will return it to the same element.
      if (isInside(event.relatedTarget) || isInside(document.activeElement)) return
      settle('away')
      props.onBlur?.()
    },
  }
}

/** The matching of pinyin for a component; undefined until it is needed and loaded, or where loading failed. */
function usePinyin(typed: string): Pinyin | undefined {
  const [pinyin, setPinyin] = useState<{ readonly answers: Pinyin }>()
  const isWanted = isLetters(typed)
  useEffect(() => {
    if (!isWanted) return
    let hasFailed = false
    loadPinyin().then(
      answers => hasFailed || setPinyin({ answers }),
      // Without it, boxes still match the written labels.
      () => undefined,
    )
    return () => {
      hasFailed = true
    }
  }, [isWanted])
  return pinyin?.answers
}

const page = 8

/** Joins texts that chose nothing, without candidates: a candidate of one would replace the others too. */
const joined = (one: UnreadText | undefined, other: UnreadText | undefined): UnreadText | undefined =>
  one && other
    ? { ...one, ...unreadChoice(`${one.unread}、${other.unread}`, { kind: 'unknown', candidates: [] }) }
    : (one ?? other)

const clamped = (index: number, count: number) => Math.max(0, Math.min(index, count - 1))

const withOne = (chosen: readonly Choice[], choice: Choice): readonly Choice[] =>
  chosen.some(({ id }) => id === choice.id) ? chosen : [...chosen, choice]

const queueOf = (unread: UnreadText | undefined): readonly string[] => (unread?.awaited ? [unread.unread] : noTexts)

const awaitedAgain = ({ unread, before, chosen }: UnreadText): UnreadText => ({
  ...unreadChoice(unread, { kind: 'awaited' }),
  ...(before !== undefined && { before }),
  ...(chosen && { chosen }),
})
