import { lazyComponent } from '../lazy-component.tsx'

/** The calendar of one day, loaded when a box is first used. */
export const dayPane = lazyComponent(async () => (await import('./day-pane.tsx')).DayPane)

/** The calendar of a range of days. */
export const rangePane = lazyComponent(async () => (await import('./range-pane.tsx')).RangePane)
