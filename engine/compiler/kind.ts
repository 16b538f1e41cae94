import type { JsonSchema, Model } from '../model/model.ts'
import type { CheckContext } from './check-context.ts'
import type { Keys } from './language/key.ts'
import type { Workspace } from './workspace.ts'

/** A kind of descriptor file: where its files are, what they contain, and which part of the Model they become. */
export interface Kind {
  /** The path of its file, or the pattern of its files: `menus.yaml`, `resources/<module>/<name>.yaml`. */
  readonly location: string
  /** What the last part of a file's name may be. Default: a lower-case letter, then letters and digits. */
  readonly fileName?: RegExp
  /** The content of a file. */
  readonly schema: JsonSchema
  /** The content of a file over those that it refines. Default: `schema`. */
  readonly whole?: JsonSchema
  /** Its tables of keys on the reference page. */
  readonly sections: readonly Section[]
  /** Checks the meaning of well-formed files. */
  readonly check?: (scene: CheckContext) => void
  /** Its part of the Model, of a kind of a part `{ parts: { …before.parts, [name]: … } }`; `before` has the parts of the kinds that precede it in the registry. */
  readonly build?: (workspace: Workspace, before: Model) => Partial<Model>
}

/** A table of keys with its heading. */
export type Section = readonly [heading: string, keys: Keys]

/** Kinds by name; the name is that of the schema's file. */
export type Kinds = Readonly<Record<string, Kind>>
