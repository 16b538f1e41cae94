import { MenuItem, TextField } from '@mui/material'
import { useState } from 'react'
import type { CellOptions } from '../../model/import-view.ts'
import { useTranslation } from '../words/i18n.ts'
import { importWords } from '../words/import-words.ts'

interface CellOptionsProps {
  readonly options: CellOptions
  readonly isDisabled: boolean
  onChange(options: CellOptions): void
}

const choices = [
  { name: 'dayOrder', title: 'importing.dayOrder', values: ['day-first', 'month-first'] },
  { name: 'decimal', title: 'importing.decimal', values: ['point', 'comma'] },
  { name: 'percent', title: 'importing.percent', values: ['fraction', 'number'] },
] as const

const texts = [
  { name: 'empty', title: 'importing.emptyTexts', example: 'NULL  \\N  n/a' },
  { name: 'separators', title: 'importing.separators', example: ';  |' },
  { name: 'yes', title: 'importing.yesTexts', example: 'J' },
  { name: 'no', title: 'importing.noTexts', example: 'N' },
] as const

/** Chooses how cells are read that other systems write differently. */
export function CellOptionsChoice({ options, isDisabled, onChange }: CellOptionsProps) {
  const translate = useTranslation(importWords)
  // It is not closed when the last choice is cleared.
  const [isOpen] = useState([...choices, ...texts].some(({ name }) => options[name] !== undefined))
  const put = (name: keyof CellOptions, value: string | readonly string[] | undefined) => {
    const { [name]: _former, ...others } = options
    onChange(value === undefined ? others : { ...others, [name]: value })
  }
  return (
    <details className="text-13 pb-12 inset" open={isOpen}>
      <summary className="muted fit-content min-h-24">{translate('importing.options')}</summary>
      <div className="import-options-fields grid gap-16">
        {choices.map(({ name, title, values }) => (
          <TextField
            key={name}
            select
            fullWidth={false}
            label={translate(title)}
            value={options[name] ?? ''}
            disabled={isDisabled}
            slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
            onChange={event => put(name, event.target.value || undefined)}
          >
            <MenuItem value="">{translate('importing.notChosen')}</MenuItem>
            {values.map(value => (
              <MenuItem key={value} value={value}>
                {translate(`importing.option-${value}`)}
              </MenuItem>
            ))}
          </TextField>
        ))}
        {texts.map(({ name, title, example }) => (
          <TextsField
            key={name}
            title={translate(title)}
            example={example}
            texts={options[name] ?? []}
            isDisabled={isDisabled}
            onChange={next => put(name, next.length > 0 ? next : undefined)}
          />
        ))}
      </div>
      <p className="quiet text-13 mt-10">{translate('importing.optionsHelp')}</p>
    </details>
  )
}

interface TextsFieldProps {
  readonly title: string
  readonly example: string
  readonly texts: readonly string[]
  readonly isDisabled: boolean
  onChange(texts: readonly string[]): void
}

/** Several texts, separated by spaces. */
function TextsField({ title, example, texts, isDisabled, onChange }: TextsFieldProps) {
  const [text, setText] = useState(texts.join(' '))
  return (
    <TextField
      fullWidth={false}
      label={title}
      placeholder={example}
      value={text}
      disabled={isDisabled}
      slotProps={{ inputLabel: { shrink: true } }}
      onChange={event => {
        setText(event.target.value)
        onChange(event.target.value.split(/\s+/).filter(Boolean))
      }}
    />
  )
}
