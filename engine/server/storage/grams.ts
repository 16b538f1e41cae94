/** Function that cuts a text into its one- and two-character parts, lower-cased: the keys of Chinese search. */
export const gramsFunction = 'engine_grams'

/** Function that cuts what is searched for into the fewest parts that tell: pairs, or the single character. */
export const soughtGramsFunction = 'engine_sought_grams'

/** A function of the database that indexes or queries call. */
export interface SqlFunction {
  readonly name: string
  readonly language: 'sql' | 'plpgsql'
  readonly body: string
}

// An index asks for every row's parts: a loop answers five times as fast as a query would. Parts may come twice.
const partsOf = (text: string) => `
declare
  parts text[] := '{}';
  before text;
  one text;
begin
  foreach one in array string_to_array(lower(${text}), null) loop
    parts := parts || one;
    if before is not null then
      parts := parts || (before || one);
    end if;
    before := one;
  end loop;
  return parts;
end `

/** Function that cuts the initials of a stored pinyin key into the same parts: `QX`, `X` of `~qing1清~xi1溪`. */
export const initialGramsFunction = 'engine_initial_grams'

const initialsOfKey = `regexp_replace($1, '~([a-z])[a-z]*[0-9].', '\\1', 'g')`

const soughtParts =
  ` select coalesce(array_agg(distinct substr(lower($1), place, size)), '{}') ` +
  `from greatest(1, least(2, length($1))) as size, generate_series(1, length($1) - size + 1) as place `

/** The engine's functions: immutable, so that an index can stand on them. One that cuts otherwise takes a new name. */
export const functions: readonly SqlFunction[] = [
  { name: gramsFunction, language: 'plpgsql', body: partsOf('$1') },
  { name: initialGramsFunction, language: 'plpgsql', body: partsOf(initialsOfKey) },
  { name: soughtGramsFunction, language: 'sql', body: soughtParts },
]

export const createFunction = ({ name, language, body }: SqlFunction): string =>
  `create or replace function "${name}"(text) returns text[] language ${language} immutable strict parallel safe as $function$${body}$function$`
