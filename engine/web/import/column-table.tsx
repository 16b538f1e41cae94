import { Button, TextField } from '@mui/material'
import type { Chosen, ImportTarget, ImportView } from '../../model/import-view.ts'
import type { Language } from '../../model/model.ts'
import { useTranslation } from '../words/i18n.ts'
import { importWords } from '../words/import-words.ts'

interface ColumnTableProps {
  readonly of: Pick<ImportView, 'head' | 'sample' | 'targets' | 'proposed'>
  readonly columns: Chosen
  readonly language: Language
  readonly isDisabled: boolean
  /** The key that distinguishes lines of the table, where there are several. */
  readonly title?: string
  onChange(columns: Chosen): void
}

/** Maps each column of a sheet to a field. */
export function ColumnTable({ of, columns, language, isDisabled, title, onChange }: ColumnTableProps) {
  const translate = useTranslation(importWords)
  const choose = (index: number, name: string) => {
    // A field is assigned to one column: the previous one loses it.
    const others = Object.entries(columns).filter(([at, field]) => at !== String(index) && field !== name)
    onChange(Object.fromEntries(name === '' ? others : [...others, [String(index), name]]))
  }
  return (
    <table className="table import-table" aria-label={title}>
      <thead>
        <tr>
          <th className="import-column-name">{translate('importing.column')}</th>
          <th>{translate('importing.sample')}</th>
          <th className="w-320">{translate('importing.field')}</th>
        </tr>
      </thead>
      <tbody>
        {of.head.map((source, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified by position; headers may be equal
          <tr key={index}>
            <td>{source || translate('importing.noHead', { number: index + 1 })}</td>
            <td className="import-sample muted">
              <span className="clip" title={sampleOf(of.sample, index)}>
                {sampleOf(of.sample, index)}
              </span>
            </td>
            <td>
              <TextField
                select
                value={columns[index] ?? ''}
                disabled={isDisabled}
                slotProps={{
                  select: { native: true },
                  htmlInput: { 'aria-label': translate('importing.fieldOf', { column: source || String(index + 1) }) },
                }}
                onChange={event => choose(index, event.target.value)}
              >
                <option value="">{translate('importing.notImported')}</option>
                {of.targets.map(target => (
                  <option key={target.name} value={target.name}>
                    {titleOf(target, language, translate('importing.keyOnly'))}
                  </option>
                ))}
              </TextField>
              <Proposed
                of={of}
                columns={columns}
                index={index}
                language={language}
                isDisabled={isDisabled}
                onChoose={name => choose(index, name)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface ProposedProps extends Pick<ColumnTableProps, 'of' | 'columns' | 'language' | 'isDisabled'> {
  readonly index: number
  onChoose(name: string): void
}

/** Offers the field that the header of a column without one resembles. */
function Proposed({ of, columns, index, language, isDisabled, onChoose }: ProposedProps) {
  const translate = useTranslation(importWords)
  const target = of.targets.find(({ name }) => name === of.proposed[index])
  if (!target || columns[index] !== undefined || Object.values(columns).includes(target.name)) return null
  return (
    <Button size="small" disabled={isDisabled} onClick={() => onChoose(target.name)}>
      {translate('importing.proposedField', { title: target.title[language] })}
    </Button>
  )
}

function titleOf({ title, isRequired, isKey }: ImportTarget, language: Language, keyOnly: string): string {
  return `${title[language]}${isRequired ? ' *' : ''}${isKey ? ` ${keyOnly}` : ''}`
}

const sampleOf = (sample: ImportView['sample'], index: number): string =>
  sample
    .map(({ cells }) => cells[index]?.trim() ?? '')
    .filter(text => text !== '')
    .slice(0, 3)
    .join(' / ') || '—'
