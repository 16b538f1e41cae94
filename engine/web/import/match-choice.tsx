import { Checkbox, FormControlLabel, MenuItem, Radio, RadioGroup, TextField } from '@mui/material'
import { useId } from 'react'
import type { Chosen, ImportView, Match } from '../../model/import-view.ts'
import type { Language } from '../../model/model.ts'
import { useTranslation } from '../words/i18n.ts'
import { importWords } from '../words/import-words.ts'

interface MatchChoiceProps {
  readonly view: ImportView
  readonly columns: Chosen
  readonly match: Match | null
  readonly language: Language
  readonly isDisabled: boolean
  onChange(match: Match | null): void
}

const modes = [
  { mode: 'add', title: 'importing.modeAdd', adds: true, changes: false },
  { mode: 'both', title: 'importing.modeBoth', adds: true, changes: true },
  { mode: 'update', title: 'importing.modeUpdate', adds: false, changes: true },
] as const

/** Chooses whether rows may change existing records, and the column that matches them. */
export function MatchChoice({ view, columns, match, language, isDisabled, onChange }: MatchChoiceProps) {
  const translate = useTranslation(importWords)
  const id = useId()
  const finders = findersOf(view, columns)
  const [first] = finders
  if (!view.mayUpdate) return null
  const open = modes.filter(({ adds, changes }) => (!adds || view.mayAdd) && (!changes || view.mayUpdate))
  const choose = (mode: string) => {
    if (mode === 'add' || !first) onChange(null)
    else onChange({ ...match, by: match?.by ?? first.name, mode: mode === 'update' ? 'update' : 'both' })
  }
  return (
    <div className="import-match row wrap muted text-13 pb-12 inset gap-y-4 gap-x-16">
      <span id={id}>{translate('importing.mode')}</span>
      <RadioGroup row aria-labelledby={id} value={match?.mode ?? 'add'} onChange={(_event, chosen) => choose(chosen)}>
        {open.map(({ mode, title }) => (
          <FormControlLabel
            key={mode}
            value={mode}
            disabled={isDisabled || (mode !== 'add' && !first)}
            control={<Radio />}
            label={translate(title)}
          />
        ))}
      </RadioGroup>
      {match && (
        <TextField
          className="min-w-200!"
          select
          fullWidth={false}
          label={translate('importing.matchBy')}
          value={finders.some(({ name }) => name === match.by) ? match.by : ''}
          disabled={isDisabled}
          onChange={event => onChange({ ...match, by: event.target.value })}
        >
          {finders.map(({ name, title }) => (
            <MenuItem key={name} value={name}>
              {title[language]}
            </MenuItem>
          ))}
        </TextField>
      )}
      {match && (
        <FormControlLabel
          disabled={isDisabled}
          control={<Checkbox checked={match.emptyClears ?? false} />}
          onChange={(_event, emptyClears) => onChange({ ...match, emptyClears })}
          label={translate('importing.emptyClears')}
        />
      )}
      <p className="quiet text-13 whole-line">
        {match
          ? translate(match.emptyClears ? 'importing.matchHelpClears' : 'importing.matchHelp')
          : translate(first ? 'importing.addHelp' : 'importing.noFinder')}
        {match && view.lines.length > 0 && ` ${translate('importing.matchHelpLines')}`}
      </p>
    </div>
  )
}

/** How rows are matched: as selected; for updates only, initially by the first suitable column. */
export function matchNow(view: ImportView, columns: Chosen, chosen: Match | null): Match | null {
  if (chosen || view.mayAdd) return chosen
  const [first] = findersOf(view, columns)
  return first ? { by: first.name, mode: 'update' } : null
}

/** The columns by which rows can be matched, those with unique numbers first. */
export function findersOf({ targets }: Pick<ImportView, 'targets'>, columns: Chosen) {
  const chosen = Object.values(columns)
  const found = targets.filter(({ name, finds }) => finds && chosen.includes(name))
  return [...found.filter(({ isKey }) => isKey && found.length > 0), ...found.filter(({ isKey }) => !isKey)]
}
