import { MenuItem, TextField } from '@mui/material'
import type { Chosen, ImportLinesView, ImportView } from '../../model/import-view.ts'
import type { Language } from '../../model/model.ts'
import { useTranslation } from '../words/i18n.ts'
import { importWords } from '../words/import-words.ts'
import { ColumnTable } from './column-table.tsx'
import { counted } from './importable.ts'

interface LinesColumnsProps {
  readonly view: ImportView
  readonly lines: ImportLinesView
  readonly columns: Chosen
  readonly language: Language
  readonly isDisabled: boolean
  /** Reads the lines from another sheet; missing where the file is no longer available. */
  onSheet?(sheet: string): void
  onChange(columns: Chosen): void
}

/** The lines of the records: their sheet and the assignment of its columns. */
export function LinesColumns({ view, lines, columns, language, isDisabled, onSheet, onChange }: LinesColumnsProps) {
  const translate = useTranslation(importWords)
  const title = lines.title[language]
  const others = view.sheets.filter(sheet => sheet !== view.sheet)
  return (
    <section className="mt-24" aria-label={title}>
      <div className="import-note row wrap muted text-13 pb-12 inset">
        <h2 className="ink">{title}</h2>
        {lines.sheet !== null && <span>{translate('importing.lines', counted(lines.rows))}</span>}
        {others.length > 0 && (
          <TextField
            select
            fullWidth={false}
            value={lines.sheet ?? ''}
            disabled={!onSheet || isDisabled}
            slotProps={{
              htmlInput: { 'aria-label': translate('importing.sheetOf', { title }) },
              select: { displayEmpty: true },
            }}
            onChange={event => onSheet?.(event.target.value)}
          >
            <MenuItem value="">{translate('importing.noSheet')}</MenuItem>
            {others.map(sheet => (
              <MenuItem key={sheet} value={sheet}>
                {sheet}
              </MenuItem>
            ))}
          </TextField>
        )}
      </div>
      {lines.sheet === null ? (
        <p className="quiet text-13 pb-16 inset pb-12-phone">{translate('importing.linesInColumns', { title })}</p>
      ) : (
        <ColumnTable
          of={lines}
          columns={columns}
          language={language}
          isDisabled={isDisabled}
          title={title}
          onChange={onChange}
        />
      )}
    </section>
  )
}
