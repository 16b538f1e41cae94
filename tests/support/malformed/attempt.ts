import type { Language, Model } from '../../../engine/model/model.ts'
import type { Known } from '../good-records.ts'
import type { Random } from '../random.ts'
import type { Header, Leaving } from '../raw-http.ts'

/** A request that is wrong in some way, ready to be sent. */
export interface Attempt {
  /** The kind of fault. */
  readonly kind: string
  readonly method: string
  readonly target: string
  readonly headers: readonly Header[]
  readonly body?: Buffer
  readonly leaving: Leaving
  /** The requested language. */
  readonly language: Language
}

/** The data that requests are made from. */
export interface Ground {
  readonly model: Model
  /** Existing rows, which may be damaged. */
  readonly known: Known
  /** Every endpoint of the server: `GET /path/:of`. */
  readonly calls: readonly string[]
  /** Access tokens: of a user with all rights, and of one with few. */
  readonly tokens: readonly [administrator: string, keeper: string]
}

/** A request before its defaults are filled in. */
export type Draft = Partial<Omit<Attempt, 'kind' | 'language'>> & { readonly target: string }
/** Creates the n-th request of a kind. */
export type Maker = (ground: Ground, random: Random, n: number) => Draft
