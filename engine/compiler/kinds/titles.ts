import type { Kind } from '../kind.ts'
import { mapOf, shared } from '../language/key.ts'

/** Recurring titles by name. */
export const titlesKind: Kind = { location: 'titles.yaml', schema: mapOf(shared('bilingual')), sections: [] }
