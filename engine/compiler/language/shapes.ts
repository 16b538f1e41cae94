import type { JsonSchema } from '../../model/model.ts'
import { fieldShapes } from './field.ts'
import { sharedShapes } from './shared.ts'

/** The shapes that the schemas refer to, by name. */
export const shapes: Record<string, JsonSchema> = { ...sharedShapes, ...fieldShapes() }
