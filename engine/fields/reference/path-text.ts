import type { Option } from '../field-web.ts'

/** The way to a record of a tree as people read it: `宁夏 / 银川`. */
export const pathText = (path: readonly Option[]): string => path.map(({ label }) => label).join(' / ')

/** The way and the record itself: `宁夏 / 银川 / 兴庆`. */
export const wholePath = ({ path = [], label }: Option): string => [...path.map(step => step.label), label].join(' / ')
