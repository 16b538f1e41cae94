import type { Part } from '../../engine/server/part.ts'
import { ingestDialect } from './ingest.ts'

/** Events of AI boxes become captures, which the bureau reviews. */
export const review: Part = {
  name: 'review',
  dialects: [ingestDialect],
  reasons: { ingest: { zh: '智能设备上报', en: 'Event of an AI device' } },
}
