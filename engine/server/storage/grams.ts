/** Function that cuts a text into its one- and two-character parts, lower-cased: the keys of Chinese search. */
export const gramsFunction = 'engine_grams'

/** Function that cuts what is searched for into the fewest parts that tell: pairs, or the single character. */
export const soughtGramsFunction = 'engine_sought_grams'

/** A function of the database that indexes or queries call. */
export interface SqlFunction {
  readonly name: string
  readonly body: string
}

const parts = (sizes: string) =>
  ` select coalesce(array_agg(distinct substr(lower($1), place, size)), '{}') ` +
  `from (values ${sizes}) as sizes (size), generate_series(1, length($1) - size + 1) as place `

/** The engine's functions: immutable, so that an index can stand on them. One that cuts otherwise takes a new name. */
export const functions: readonly SqlFunction[] = [
  { name: gramsFunction, body: parts('(1), (2)') },
  { name: soughtGramsFunction, body: parts('(greatest(1, least(2, length($1))))') },
]

export const createFunction = ({ name, body }: SqlFunction): string =>
  `create or replace function "${name}"(text) returns text[] language sql immutable strict parallel safe as $function$${body}$function$`
