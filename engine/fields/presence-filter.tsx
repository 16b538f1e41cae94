import { ChoiceBox } from './choice-box.tsx'
import type { FilterProps } from './field-web.ts'
import { withQuery } from './query.ts'
import { words } from './words.ts'

/** Above a list: whether there is a value at all, for types whose values are not compared. */
export function PresenceFilter({ id, field, language, query, onChange }: FilterProps) {
  const choices = [
    { id: `${field.name}_notnull`, label: words.given[language] },
    { id: `${field.name}_null`, label: words.missing[language] },
  ]
  return (
    <ChoiceBox
      id={id}
      language={language}
      options={choices}
      chosen={choices.filter(choice => query[choice.id] !== undefined)}
      isMany={false}
      placeholder={words.all[language]}
      onChange={([chosen]) =>
        onChange(
          withQuery(query, Object.fromEntries(choices.map(({ id }) => [id, id === chosen?.id ? '1' : undefined]))),
        )
      }
    />
  )
}
