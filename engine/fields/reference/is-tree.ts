import type { Field, Model } from '../../model/model.ts'
import { ofOption } from '../options.ts'

/** Whether a reference refers to a tree. */
export const isTree = (field: Field, model: Model): boolean => model.resources[ofOption(field)]?.tree !== undefined
