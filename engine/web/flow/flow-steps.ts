import type { Language } from '../../model/model.ts'

/** One element that a process reached, as `process/model-view` and `history-flow-list` send it; no value is null. */
export interface FlowEntry {
  readonly historyActivityId: string
  /** The BPMN type in camel case: `userTask`, `sequenceFlow`; `candidate` is a task that nobody has claimed. */
  readonly historyActivityType: string
  /** Empty while it runs. */
  readonly endTime: string
  readonly historyActivityName?: string
  readonly assigneeName?: string
  readonly createTime?: string
  readonly comment?: string
}

export type FlowMark = 'line' | 'done' | 'running'

/** How each element is drawn; of several entries of an element the last one decides, so a repeated task runs again. */
export const flowMarks = (entries: readonly FlowEntry[]): ReadonlyMap<string, FlowMark> =>
  new Map(
    entries.map(({ historyActivityId, historyActivityType, endTime }) => [
      historyActivityId,
      historyActivityType === 'sequenceFlow' ? 'line' : endTime === '' ? 'running' : 'done',
    ]),
  )

/** The times at which something began or ended, in order and once each. */
export const momentsOf = (entries: readonly FlowEntry[]): readonly string[] =>
  [...new Set(entries.flatMap(({ createTime = '', endTime }) => [createTime, endTime]))]
    .filter(time => time !== '')
    .toSorted()

/** After every time: of an entry without one. */
const present = '9999'

/** The entries as they were at a time. */
export const entriesAt = (entries: readonly FlowEntry[], moment: string): readonly FlowEntry[] =>
  entries
    .filter(({ createTime = '', endTime }) => (createTime || endTime || present) <= moment)
    .map(entry => (entry.endTime > moment ? { ...entry, endTime: '' } : entry))

/** What a person reads of a process: its start and end, and what somebody does or did. */
export const flowSteps = (entries: readonly FlowEntry[]): readonly FlowEntry[] =>
  entries.filter(({ historyActivityType }) => !/sequenceFlow|gateway/i.test(historyActivityType))

const units = [
  { seconds: 86_400, zh: '天', en: 'd' },
  { seconds: 3600, zh: '小时', en: 'h' },
  { seconds: 60, zh: '分', en: 'min' },
] as const

/** The time between two wall times in its two largest units; empty for less than a minute. */
export function durationText(from: string, to: string, language: Language): string {
  let rest = Math.round((timeOf(to) - timeOf(from)) / 1000)
  const parts = units.map(unit => {
    const count = Math.floor(rest / unit.seconds)
    rest -= count * unit.seconds
    return { count, text: `${count} ${unit[language]}` }
  })
  const first = parts.findIndex(({ count }) => count > 0)
  return first === -1
    ? ''
    : parts
        .slice(first, first + 2)
        .flatMap(({ count, text }) => (count > 0 ? [text] : []))
        .join(' ')
}

const timeOf = (wall: string) => Date.parse(`${wall.replace(' ', 'T')}Z`)
