type Value<Field> = NonNullable<Field> extends readonly (infer Item)[] ? Item : NonNullable<Field>
type Presence = 'null' | 'notnull'

/**
 * Query parameters of the fields `Name` of a record: the bare name, and the name with each ending (`name_like`). A field
 * that can only be tested for presence has no value to compare.
 */
export type Filter<Record, Name extends keyof Record & string, Ending extends string> = {
  [N in Name]?: [Exclude<Ending, Presence>] extends [never] ? true : Value<Record[N]>
} & { [N in Name as `${N}_${Exclude<Ending, Presence | 'in'>}`]?: Value<Record[N]> } & {
  [N in Name as `${N}_${Extract<Ending, 'in'>}`]?: readonly Value<Record[N]>[]
} & { [N in Name as `${N}_${Extract<Ending, Presence>}`]?: true }

/** Pages and sorting of a list. */
export interface Paging<Sort extends string> {
  /** From 1. */
  current?: number
  /** At most 200. */
  size?: number
  ascs?: Sort | readonly Sort[]
  descs?: Sort | readonly Sort[]
}
