import { late } from '../lazy-component.tsx'

/** The calendar of one day, loaded when a box is first used. */
export const dayPane = late(async () => (await import('./day-pane.tsx')).DayPane)

/** The calendar of a range of days. */
export const rangePane = late(async () => (await import('./range-pane.tsx')).RangePane)
