import { ChoiceBox } from './choice-box.tsx'
import { useChoiceCondition } from './choice-condition.tsx'
import type { FilterProps } from './field-web.ts'
import { withQuery } from './query.ts'
import { words } from './words.ts'

/** The filter for types whose values are not compared: whether there is a value. */
export function PresenceFilter(props: FilterProps) {
  const { field, language, query } = props
  const choices = [
    { id: `${field.name}_notnull`, label: words.given[language] },
    { id: `${field.name}_null`, label: words.missing[language] },
  ]
  const condition = useChoiceCondition(props, false, chosen =>
    withQuery(query, Object.fromEntries(choices.map(({ id }) => [id, chosen.includes(id) ? '1' : undefined]))),
  )
  const chosen = choices.filter(choice => query[choice.id] !== undefined)
  return condition.frame(<ChoiceBox {...condition.box} options={choices} chosen={chosen} />)
}
