import type { Box } from './event.ts'

/** A rule as it applies to a camera: the settings of its template take precedence. */
export interface AppliedRule {
  readonly ruleId: string
  readonly templateId: string
  readonly modelType: string
  readonly threshold: number
  readonly coolDown: number
  readonly duration: number
  /** Days, Monday is 1, and the time of the day; without times the whole day. */
  readonly weekdays: readonly string[]
  readonly times: readonly (readonly [begin: string, end: string])[]
  /** Polygons of points from 0 to 1; none means the whole picture. */
  readonly zones: readonly (readonly (readonly [x: number, y: number])[])[]
}

/** Why a rule does not capture an event; undefined if it does. */
export function ignoredBy(
  rule: AppliedRule,
  event: {
    readonly wall: string
    readonly confidence?: number | undefined
    readonly duration?: number | undefined
    readonly boxes: readonly Box[]
  },
): 'schedule' | 'threshold' | 'duration' | 'zone' | undefined {
  const { wall, confidence, duration, boxes } = event
  if (!rule.times.every(([begin, end]) => isWithin(wall.slice(11, 19), begin, end)) || !isOnDay(rule, wall))
    return 'schedule'
  if (confidence !== undefined && confidence < rule.threshold) return 'threshold'
  if (duration !== undefined && duration < rule.duration) return 'duration'
  const isSeen = ({ x, y, w, h }: Box) => rule.zones.some(zone => contains(zone, x + w / 2, y + h / 2))
  if (rule.zones.length > 0 && boxes.length > 0 && !boxes.some(isSeen)) return 'zone'
  return undefined
}

/** After midnight, a schedule that began on the day before is that of that day. */
function isOnDay({ weekdays, times }: AppliedRule, wall: string): boolean {
  const isNight = times.some(([begin, end]) => begin > end && wall.slice(11, 19) < end)
  const day = new Date(`${wall.slice(0, 10)}T00:00:00Z`).getTime() - (isNight ? 86_400_000 : 0)
  return weekdays.length === 0 || weekdays.includes(String(new Date(day).getUTCDay() || 7))
}

const isWithin = (time: string, begin: string, end: string): boolean =>
  begin <= end ? time >= begin && time <= end : time >= begin || time <= end

/** Whether a polygon contains a point. */
function contains(zone: AppliedRule['zones'][number], x: number, y: number): boolean {
  let isInside = false
  zone.forEach(([x1, y1], index) => {
    const [x2, y2] = zone.at(index - 1) ?? [x1, y1]
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) isInside = !isInside
  })
  return isInside
}
