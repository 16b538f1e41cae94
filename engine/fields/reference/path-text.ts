import type { Option } from '../field-web.ts'

/** The path of a record in a tree: `宁夏 / 银川`. */
export const pathText = (path: readonly Option[]): string => path.map(({ label }) => label).join(' / ')

/** The path with the record itself: `宁夏 / 银川 / 兴庆`. */
export const wholePath = ({ path = [], label }: Option): string => [...path.map(step => step.label), label].join(' / ')
