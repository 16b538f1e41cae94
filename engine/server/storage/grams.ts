import { formatCharacters } from '../../fields/unique-form.ts'

/** Function that returns the form in which texts are searched: `searchForm` of a text. */
export const searchFormFunction = 'engine_search_form'

/** Function that splits the search form of a text into its one- and two-character parts: the keys of Chinese search. */
export const gramsFunction = 'engine_search_grams'

/** Function that splits a search text into the fewest selective parts: pairs, or the single character. */
export const soughtGramsFunction = 'engine_sought_grams'

/** A database function used by indexes or queries. */
export interface SqlFunction {
  readonly name: string
  readonly language: 'sql' | 'plpgsql'
  /** The type of its argument; by default `text`. */
  readonly takes?: 'text' | 'jsonb'
  /** The type of its result; by default `text[]`. PostgreSQL inlines a text, and no strict function with a case. */
  readonly returns?: 'text'
  readonly body: string
}

// Texts that consist of these only are their own normal form: to find that takes a fifth of the time of normalize.
const unusual = '[^ -~\\u3001\\u3002\\u4E00-\\u9FFF]'

const normalForm = (operand: string, form: 'NFKC' | 'NFKD'): string =>
  `case when ${operand} ~ '${unusual}' then normalize(regexp_replace(${operand}, '[${formatCharacters}]', '', 'g'), ${form}) else ${operand} end`

/** The function's result for an operand. An index may not call a function that calls another of the schema. */
const searchFormOf = (operand: string): string => `lower((${normalForm(operand, 'NFKD')}) collate "C")`

// An index computes the parts of every row: a loop is five times as fast as a query. Parts may repeat.
const pairsAdded = `
  parts := string_to_array(whole, null);
  for place in 1..length(whole) - 1 loop
    parts := parts || substr(whole, place, 2);
  end loop;
  return parts;
end `

const partsOfText = `
declare
  whole text := ${searchFormOf('$1')};
  parts text[];
begin${pairsAdded}`

/** Function that splits the initials of a stored pinyin key into the same parts: `QX`, `X` of `~qing1清~xi1溪`. */
export const initialGramsFunction = 'engine_initial_grams'

// Lower-case letters occur only in syllables. A loop is three times as fast as a regular expression.
const partsOfInitials = `
declare
  syllables text[] := string_to_array(lower($1), '~');
  whole text := coalesce(syllables[1], '');
  parts text[];
begin
  for place in 2..cardinality(syllables) loop
    whole := whole || left(syllables[place], 1)
      || substr(ltrim(syllables[place], 'abcdefghijklmnopqrstuvwxyz'), 3);
  end loop;${pairsAdded}`

const soughtParts =
  ` select coalesce(array_agg(distinct substr(lower($1), place, size)), '{}') ` +
  `from greatest(1, least(2, length($1))) as size, generate_series(1, length($1) - size + 1) as place `

/** Function that returns the links of uploaded files in the changes of a history entry; null if there are none. */
export const filesFunction = 'engine_files'

const filesIn = `
begin
  if strpos($1::text, '"/image-api/') = 0 then
    return null;
  end if;
  return (select array_agg(link #>> '{}') from jsonb_path_query($1,
    'strict $.** ? (@.type() == "string" && @ starts with "/image-api/")') as link);
end `

/** Function that returns the form in which unique texts are compared. */
export const comparedFunction = 'engine_compared'

/** Its result for an operand. */
export const comparedText = (operand: string): string => normalForm(operand, 'NFKC')

/** The engine's functions: immutable, so that indexes can use them. A function with another result needs a new name. */
export const gramFunctions: readonly SqlFunction[] = [
  { name: gramsFunction, language: 'plpgsql', body: partsOfText },
  { name: initialGramsFunction, language: 'plpgsql', body: partsOfInitials },
  { name: soughtGramsFunction, language: 'sql', body: soughtParts },
  { name: filesFunction, language: 'plpgsql', takes: 'jsonb', body: filesIn },
  { name: comparedFunction, language: 'sql', returns: 'text', body: ` select ${comparedText('$1')} ` },
  { name: searchFormFunction, language: 'sql', returns: 'text', body: ` select ${searchFormOf('$1')} ` },
]

export const createFunction = ({ name, language, takes = 'text', returns, body }: SqlFunction): string =>
  `create or replace function "${name}"(${takes}) returns ${returns ?? 'text[]'} language ${language} immutable ${returns ? '' : 'strict '}parallel safe as $function$${body}$function$`
