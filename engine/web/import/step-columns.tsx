import { Button, MenuItem, TextField } from '@mui/material'
import { type ReactNode, useState } from 'react'
import type { Chosen, ImportTarget, ImportView, Match } from '../../model/import-view.ts'
import { listSeparator } from '../../model/list-separator.ts'
import type { Bilingual, Language } from '../../model/model.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { useTranslation } from '../words/i18n.ts'
import { importWords } from '../words/import-words.ts'
import { CellOptionsChoice } from './cell-options-choice.tsx'
import { ColumnTable } from './column-table.tsx'
import type { Sheets } from './import-calls.ts'
import { ImportProgress } from './import-progress.tsx'
import { counted, missingTargets } from './importable.ts'
import { LinesColumns } from './lines-columns.tsx'
import { MappingButtons } from './mapping-buttons.tsx'
import { findersOf, MatchChoice, matchNow } from './match-choice.tsx'
import type { Import } from './use-import.ts'

interface StepColumnsProps {
  readonly part: ResourcePart
  readonly view: ImportView
  readonly importing: Import
  readonly children: ReactNode
  /** Reads other sheets of the same file; missing where the file is no longer available. */
  onSheets?(sheets: Sheets): void
  onChecked(): void
}

/** Maps the columns of the file to fields, and starts the check of the rows. */
export function StepColumns({ part, view, importing, children, onSheets, onChecked }: StepColumnsProps) {
  const { language } = part
  const translate = useTranslation(importWords)
  const [columns, setColumns] = useState<Chosen>(() => knownColumns(view))
  const [lines, setLines] = useState<Readonly<Record<string, Chosen>>>(() =>
    Object.fromEntries(view.lines.map(one => [one.part, knownColumns(one)])),
  )
  const [chosen, setMatch] = useState<Match | null>(view.match)
  const [options, setOptions] = useState(view.options)
  const [mappings, setMappings] = useState(0)
  const match = matchNow(view, columns, chosen)
  const { running } = importing
  const isDisabled = running !== undefined
  const missing = missingOf(view, columns, lines, match)
  const isMatched = match === null ? view.mayAdd : findersOf(view, columns).some(({ name }) => name === match.by)
  const check = async () => {
    const last = await importing.check({ columns, lines, match, options })
    if (last?.import) onChecked()
  }
  const { encoding, headerRow } = view.options
  const sheetsNow = {
    ...(encoding && { encoding }),
    ...(headerRow && { headerRow }),
    ...(view.sheet !== null && { sheet: view.sheet }),
    lines: Object.fromEntries(view.lines.map(one => [one.part, one.sheet ?? ''])),
  }
  return (
    <>
      <div className="sheet-scroll">
        <div className="import-note row wrap muted text-13 pb-12 inset">
          <FileFacts view={{ ...view, columns }} />
          {view.sheets.length > 1 && (
            <TextField
              select
              fullWidth={false}
              value={view.sheet ?? ''}
              disabled={!onSheets || isDisabled}
              slotProps={{ htmlInput: { 'aria-label': translate('importing.sheet') } }}
              onChange={event => onSheets?.({ sheet: event.target.value })}
            >
              {view.sheets.map(sheet => (
                <MenuItem key={sheet} value={sheet}>
                  {sheet}
                </MenuItem>
              ))}
            </TextField>
          )}
          <TextField
            select
            fullWidth={false}
            label={translate('importing.headerRow')}
            value={view.headRow}
            disabled={!onSheets || isDisabled}
            slotProps={{ select: { native: true } }}
            onChange={event => onSheets?.({ ...sheetsNow, headerRow: Number(event.target.value) })}
          >
            {Array.from({ length: Math.max(30, view.headRow) }, (_, index) => index + 1).map(row => (
              <option key={row}>{row}</option>
            ))}
          </TextField>
        </div>
        <MatchChoice
          view={view}
          columns={columns}
          match={match}
          language={language}
          isDisabled={isDisabled}
          onChange={setMatch}
        />
        {/* Mounted again, and open if it has choices, when a mapping file was applied. */}
        <CellOptionsChoice key={mappings} options={options} isDisabled={isDisabled} onChange={setOptions} />
        <MappingButtons
          importing={importing}
          columns={columns}
          match={match}
          options={options}
          isDisabled={isDisabled}
          onChoose={choice => {
            setColumns(choice.columns)
            setMatch(choice.match)
            setOptions(choice.options)
            setMappings(mappings + 1)
          }}
        />
        {missing.length > 0 && (
          <p className="import-missing row wrap late text-13 pb-12 inset" role="status">
            {translate('importing.missing', { titles: titlesOf(missing, language) })}
          </p>
        )}
        <ColumnTable of={view} columns={columns} language={language} isDisabled={isDisabled} onChange={setColumns} />
        {view.lines.map(one => (
          <LinesColumns
            key={one.part}
            view={view}
            lines={one}
            columns={lines[one.part] ?? {}}
            language={language}
            isDisabled={isDisabled}
            {...(onSheets && {
              onSheet: (sheet: string) => onSheets({ ...sheetsNow, lines: { ...sheetsNow.lines, [one.part]: sheet } }),
            })}
            onChange={next => setLines({ ...lines, [one.part]: next })}
          />
        ))}
        {view.isBusy && !running && (
          <p className="import-note row wrap muted text-13 pb-12 inset">{translate('importing.busy')}</p>
        )}
        {running && <ImportProgress importing={importing} running={running} />}
      </div>
      <footer className="sheet-foot flex items-center ruled fixed wrap-phone">
        <Button
          variant="contained"
          color="primary"
          loading={isDisabled}
          disabled={missing.length > 0 || !isMatched || Object.keys(columns).length === 0}
          onClick={() => void check()}
        >
          {translate('importing.check')}
        </Button>
        {children}
        <span className="push hidden-phone quiet size-13">{translate('importing.nothingYet')}</span>
      </footer>
    </>
  )
}

/** The file in one line: name, encoding, number of rows. */
export function FileFacts({ view }: { view: ImportView }) {
  const translate = useTranslation(importWords)
  const kind = view.encoding === 'xlsx' ? 'Excel' : `CSV ${view.encoding.toUpperCase()}`
  const matched = Object.keys(view.columns).length
  return (
    <span>
      {[
        view.file,
        kind,
        ...(view.sheet === null ? [] : [view.sheet]),
        translate('importing.rows', counted(view.rows)),
        translate('importing.matched', { matched, total: view.head.length }),
      ].join(' · ')}
    </span>
  )
}

/** The assignments, without fields that no longer exist. */
const knownColumns = ({ targets, columns }: { readonly targets: readonly ImportTarget[]; readonly columns: Chosen }) =>
  Object.fromEntries(Object.entries(columns).filter(([, name]) => targets.some(target => target.name === name)))

/** The missing required fields; lines on a sheet always need the column that identifies their record. */
function missingOf(
  view: ImportView,
  columns: Chosen,
  lines: Readonly<Record<string, Chosen>>,
  match: Match | null,
): readonly { readonly title: Bilingual }[] {
  const ofLines = view.lines.flatMap(one => missingTargets(one.targets, lines[one.part] ?? {}))
  if (match || !view.mayAdd) return ofLines
  const isInColumns = (part: string) => Object.values(columns).some(name => name.startsWith(`${part}.`))
  const absent = view.lines.filter(one => one.isRequired && one.sheet === null && !isInColumns(one.part))
  return [...missingTargets(view.targets, columns), ...ofLines, ...absent]
}

const titlesOf = (missing: readonly { readonly title: Bilingual }[], language: Language): string =>
  missing.map(({ title }) => title[language]).join(listSeparator(language))
