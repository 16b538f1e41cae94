import { ChoiceBox } from './choice-box.tsx'
import type { FilterProps } from './field-web.ts'
import { withQuery } from './query.ts'
import { ConditionFrame, useUnreadCondition } from './unread-condition.tsx'
import { words } from './words.ts'

/** The filter for types whose values are not compared: whether there is a value. */
export function PresenceFilter({ id, field, language, query, onChange }: FilterProps) {
  const choices = [
    { id: `${field.name}_notnull`, label: words.given[language] },
    { id: `${field.name}_null`, label: words.missing[language] },
  ]
  const condition = useUnreadCondition({ field, language, query, onChange })
  const queryOf = (chosen: string | undefined) =>
    withQuery(query, Object.fromEntries(choices.map(({ id }) => [id, id === chosen ? '1' : undefined])))
  return (
    <ConditionFrame
      {...condition}
      id={id}
      field={field}
      language={language}
      onChoose={chosen => condition.write(queryOf(String(chosen)))}
    >
      <ChoiceBox
        id={id}
        language={language}
        options={choices}
        chosen={choices.filter(choice => query[choice.id] !== undefined)}
        isMany={false}
        placeholder={words.all[language]}
        unread={condition.unread}
        fault={condition.fault}
        invalid={condition.unread !== undefined}
        onChange={([chosen]) => condition.write(queryOf(chosen?.id))}
        onUnread={unread => condition.keep(unread, queryOf(undefined))}
        onRestore={() => condition.write(query)}
      />
    </ConditionFrame>
  )
}
