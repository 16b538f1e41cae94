import { Button, MenuItem, TextField } from '@mui/material'
import { type ReactNode, useState } from 'react'
import type { Chosen, ImportView } from '../../model/import-view.ts'
import type { Field } from '../../model/model.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { useSay } from '../i18n.ts'
import { ImportProgress } from './import-progress.tsx'
import { importableFields, many, missingFields } from './importable.ts'
import type { Import } from './use-import.ts'

interface StepColumnsProps {
  readonly part: ResourcePart
  readonly view: ImportView
  readonly importing: Import
  readonly children: ReactNode
  /** Reads another sheet of the same file; absent where the file is not at hand any more. */
  onSheet?(sheet: string): void
  onChecked(): void
}

/** Says which column of the file fills which field, and lets the rows be checked. */
export function StepColumns({ part, view, importing, children, onSheet, onChecked }: StepColumnsProps) {
  const { resource, language } = part
  const say = useSay()
  const fields = importableFields(resource)
  const [columns, setColumns] = useState<Chosen>(() => knownColumns(fields, view.columns))
  const { running } = importing
  const missing = missingFields(fields, columns)
  const choose = (index: number, name: string) => {
    // A field is filled by one column: the one that had it gives it up.
    const others = Object.entries(columns).filter(([at, field]) => at !== String(index) && field !== name)
    setColumns(Object.fromEntries(name === '' ? others : [...others, [String(index), name]]))
  }
  const check = async () => {
    const last = await importing.check({ columns })
    if (last?.import) onChecked()
  }
  return (
    <>
      <div className="sheet-scroll import-columns">
        <div className="import-note">
          <FileFacts view={{ ...view, columns }} />
          {view.sheets.length > 1 && (
            <TextField
              select
              fullWidth={false}
              value={view.sheet ?? ''}
              disabled={!onSheet || running !== undefined}
              slotProps={{ htmlInput: { 'aria-label': say('importing.sheet') } }}
              onChange={event => onSheet?.(event.target.value)}
            >
              {view.sheets.map(sheet => (
                <MenuItem key={sheet} value={sheet}>
                  {sheet}
                </MenuItem>
              ))}
            </TextField>
          )}
        </div>
        {missing.length > 0 && (
          <p className="import-missing" role="status">
            {say('importing.missing', { titles: titlesOf(missing, language) })}
          </p>
        )}
        <table className="import-table">
          <thead>
            <tr>
              <th className="import-column-name">{say('importing.column')}</th>
              <th>{say('importing.sample')}</th>
              <th className="import-column-field">{say('importing.field')}</th>
            </tr>
          </thead>
          <tbody>
            {view.head.map((source, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place; heads may be the same
              <tr key={index}>
                <td>{source || say('importing.noHead', { number: index + 1 })}</td>
                <td className="import-sample">{sampleOf(view, index)}</td>
                <td>
                  <TextField
                    select
                    value={columns[index] ?? ''}
                    disabled={running !== undefined}
                    slotProps={{
                      select: { native: true },
                      htmlInput: { 'aria-label': say('importing.fieldOf', { column: source || String(index + 1) }) },
                    }}
                    onChange={event => choose(index, event.target.value)}
                  >
                    <option value="">{say('importing.notImported')}</option>
                    {fields.map(field => (
                      <option key={field.name} value={field.name}>
                        {field.title[language]}
                        {field.required ? ' *' : ''}
                      </option>
                    ))}
                  </TextField>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {view.isBusy && !running && <p className="import-note">{say('importing.busy')}</p>}
        {running && <ImportProgress importing={importing} running={running} />}
      </div>
      <footer className="sheet-foot">
        <Button
          variant="contained"
          color="primary"
          loading={running !== undefined}
          disabled={missing.length > 0 || Object.keys(columns).length === 0}
          onClick={() => void check()}
        >
          {say('importing.check')}
        </Button>
        {children}
        <span className="import-foot-note">{say('importing.nothingYet')}</span>
      </footer>
    </>
  )
}

/** The file in a line: its name, how it is written, how many rows. */
export function FileFacts({ view }: { view: ImportView }) {
  const say = useSay()
  const kind = view.encoding === 'xlsx' ? 'Excel' : `CSV ${view.encoding.toUpperCase()}`
  const matched = Object.keys(view.columns).length
  return (
    <span>
      {[
        view.file,
        kind,
        ...(view.sheet === null ? [] : [view.sheet]),
        say('importing.rows', many(view.rows)),
        say('importing.matched', { matched, total: view.head.length }),
      ].join(' · ')}
    </span>
  )
}

/** What was chosen, without fields that are gone since. */
const knownColumns = (fields: readonly Field[], columns: Chosen): Chosen =>
  Object.fromEntries(Object.entries(columns).filter(([, name]) => fields.some(field => field.name === name)))

const sampleOf = ({ sample }: ImportView, index: number): string =>
  sample
    .map(({ cells }) => cells[index]?.trim() ?? '')
    .filter(text => text !== '')
    .slice(0, 3)
    .join(' / ') || '—'

const titlesOf = (fields: readonly Field[], language: 'zh' | 'en'): string =>
  fields.map(field => field.title[language]).join(language === 'zh' ? '、' : ', ')
