import type { FlowHistoryEntry } from '../../model/flow-views.ts'
import type { Language } from '../../model/model.ts'

export type FlowMark = 'line' | 'done' | 'running'

/** How each element is drawn; of several entries of an element the last one decides, so a repeated task runs again. */
export const flowMarks = (entries: readonly FlowHistoryEntry[]): ReadonlyMap<string, FlowMark> =>
  new Map(
    entries.flatMap(({ element, kind, endedAt }) => {
      if (kind === 'comment') return []
      return [[element, kind === 'sequenceFlow' ? 'line' : endedAt === undefined ? 'running' : 'done'] as const]
    }),
  )

/** The times at which something began or ended, in order and once each. */
export const momentsOf = (entries: readonly FlowHistoryEntry[]): readonly string[] =>
  [...new Set(entries.flatMap(({ startedAt, endedAt = startedAt }) => [startedAt, endedAt]))].toSorted()

/** The entries as they were at a time. */
export const entriesAt = (entries: readonly FlowHistoryEntry[], moment: string): readonly FlowHistoryEntry[] =>
  entries
    .filter(({ startedAt }) => startedAt <= moment)
    .map(({ endedAt, ...entry }) => (endedAt === undefined || endedAt > moment ? entry : { ...entry, endedAt }))

/** What a person reads of a process: its start and end, and what a user does, did or remarked. */
export const flowSteps = (entries: readonly FlowHistoryEntry[]): readonly FlowHistoryEntry[] =>
  entries.filter(({ kind }) => /^(startEvent|endEvent|userTask|comment)$/.test(kind))

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
