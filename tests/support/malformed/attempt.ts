import type { Language, Model } from '../../../engine/model/model.ts'
import type { Known } from '../good-records.ts'
import type { Random } from '../random.ts'
import type { Header, Leaving } from '../raw-http.ts'

/** One request that is wrong in some way, ready to be sent as it is. */
export interface Attempt {
  /** What is wrong with it. */
  readonly kind: string
  readonly method: string
  readonly target: string
  readonly headers: readonly Header[]
  readonly body?: Buffer
  readonly leaving: Leaving
  /** The language that it asks for. */
  readonly language: Language
}

/** What requests are made from. */
export interface Ground {
  readonly model: Model
  /** Rows that are there and may be spoilt. */
  readonly known: Known
  /** Every call that the server knows: `GET /path/:of`. */
  readonly calls: readonly string[]
  /** Tokens of those who ask: one who may do everything, one who may do little. */
  readonly tokens: readonly [administrator: string, keeper: string]
}

/** An attempt before what goes without saying is put in. */
export type Draft = Partial<Omit<Attempt, 'kind' | 'language'>> & { readonly target: string }
/** Makes the n-th request of a kind. */
export type Maker = (ground: Ground, random: Random, n: number) => Draft
