/** One descriptor file as text. */
export interface Source {
  /** Relative to its root: `resources/ent/entInfo.yaml`. */
  readonly file: string
  readonly text: string
  /** The root of the file; an app's file replaces the engine's file of the same name. */
  readonly origin: 'app' | 'base'
}
