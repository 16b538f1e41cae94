import { Button, FormControlLabel, Radio, RadioGroup } from '@mui/material'
import { type ReactNode, useId, useState } from 'react'
import type { ImportView } from '../../model/import-view.ts'
import type { Language } from '../../model/model.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { figure } from '../words/figure.ts'
import { useTranslation } from '../words/i18n.ts'
import { importWords } from '../words/import-words.ts'

import { AdditionsTable, ChangesTable } from './check-tables.tsx'
import { ImportProgress } from './import-progress.tsx'
import { counted } from './importable.ts'
import { ProblemTable } from './problem-table.tsx'
import { FileFacts } from './step-columns.tsx'
import type { Import } from './use-import.ts'

interface StepCheckProps {
  readonly part: ResourcePart
  readonly view: ImportView
  readonly importing: Import
  readonly children: ReactNode
}

/** The results of the check: counts, the treatment of invalid rows, and the problems. */
export function StepCheck({ part, view, importing, children }: StepCheckProps) {
  const translate = useTranslation(importWords)
  const { counts } = view
  const { running } = importing
  const right = counts.rows - counts.wrong - counts.same
  const [choice, setChoice] = useState<'good' | 'all'>(right > 0 ? 'good' : 'all')
  const isWhole = counts.wrong === 0
  const changes = view.match !== null
  const mayWrite = right > 0 && (isWhole || choice === 'good') && !view.isStale
  const write = async () => {
    await importing.write(!isWhole && choice === 'good')
    await importing.changed()
  }
  return (
    <>
      <div className="sheet-scroll">
        <div className="flex gap-48 pt-8 pb-20 px-24 column-1200 gap-16-1200 pt-8-phone pb-16-phone px-16-phone">
          <div className="import-figures min-0 fixed-1200!">
            <CheckFigures view={view} />
            <p className="quiet text-13 mt-10">
              <FileFacts view={view} /> · {translate('importing.nothingYet')}
            </p>
          </div>
          {isWhole ? (
            <p className="flex-1 ruled-left pl-32 pt-16-1200 pb-0-1200 px-0-1200 ruled-1200 unruled-left-1200">
              {translate(wholeWords(right, changes))}
            </p>
          ) : (
            <WrongChoice
              right={right}
              changes={changes}
              value={choice}
              isDisabled={running !== undefined}
              onChange={setChoice}
            />
          )}
        </div>
        {counts.warned > 0 && <Warnings view={view} language={part.language} />}
        {running && <ImportProgress importing={importing} running={running} />}
        {view.isStale && (
          <p className="import-missing row wrap late text-13 pb-12 inset">{translate('importing.stale')}</p>
        )}
        <Found part={part} view={view} importing={importing} />
      </div>
      <footer className="sheet-foot flex items-center ruled fixed wrap-phone">
        <Button
          variant="contained"
          color="primary"
          disabled={!mayWrite || running !== undefined}
          loading={running?.what === 'write'}
          onClick={() => void write()}
        >
          {translate(changes ? 'importing.writeChanges' : 'importing.write', counted(right))}
        </Button>
        {children}
      </footer>
    </>
  )
}

/** The warnings of valid rows, which do not stop the import. */
function Warnings({ view, language }: { view: ImportView; language: Language }) {
  const translate = useTranslation(importWords)
  return (
    <div className="soon text-13 my-12 mx-24">
      <p>{translate('importing.warned', { count: figure(view.counts.warned) })}</p>
      <ul className="mt-4 pl-20">
        {view.warnings.map(({ message, rows }) => (
          <li key={message.en}>{translate('importing.warning', { text: message[language], count: figure(rows) })}</li>
        ))}
      </ul>
    </div>
  )
}

/** Tabs for problems, additions and changes, if there are several. */
function Found({ part, view, importing }: Omit<StepCheckProps, 'children'>) {
  const translate = useTranslation(importWords)
  const { rows, wrong, updates, same } = view.counts
  const added = rows - wrong - updates - same
  const tabs = [
    ...(wrong > 0 ? ([['problems', 'importing.problems', wrong]] as const) : []),
    ...(added > 0 ? ([['additions', 'importing.additions', added]] as const) : []),
    ...(updates > 0 ? ([['changes', 'importing.changes', updates]] as const) : []),
  ]
  const [chosen, setChosen] = useState<(typeof tabs)[number][0]>()
  const now = tabs.some(([tab]) => tab === chosen) ? chosen : tabs[0]?.[0]
  return (
    <>
      {tabs.length > 1 && (
        <div className="ruled flex gap-4 py-6 px-20" role="tablist" aria-label={translate('importing.stepCheck')}>
          {tabs.map(([tab, title, count]) => (
            <button
              className="tab-pill muted size-13 round-6 min-h-32 tap-44-phone px-12 hovers"
              key={tab}
              type="button"
              role="tab"
              aria-selected={tab === now}
              onClick={() => setChosen(tab)}
            >
              {translate(title)} <span className="quiet num ml-4 regular">{figure(count)}</span>
            </button>
          ))}
        </div>
      )}
      {now === 'problems' && <ProblemTable part={part} view={view} importing={importing} />}
      {now === 'additions' && <AdditionsTable part={part} view={view} version={importing.version} />}
      {now === 'changes' && <ChangesTable part={part} view={view} version={importing.version} />}
    </>
  )
}

/** The expected result, if there are no problems. */
const wholeWords = (right: number, changes: boolean) =>
  right === 0 ? 'importing.nothingToDo' : changes ? 'importing.allRightChanges' : 'importing.allRight'

interface WrongChoiceProps {
  readonly right: number
  readonly changes: boolean
  readonly value: 'good' | 'all'
  readonly isDisabled: boolean
  onChange(value: 'good' | 'all'): void
}

function WrongChoice({ right, changes, value, isDisabled, onChange }: WrongChoiceProps) {
  const translate = useTranslation(importWords)
  const id = useId()
  return (
    <div className="flex-1 ruled-left pl-32 pt-16-1200 pb-0-1200 px-0-1200 ruled-1200 unruled-left-1200">
      <span className="muted text-13" id={id}>
        {translate('importing.onWrong')}
      </span>
      <RadioGroup
        aria-labelledby={id}
        value={value}
        onChange={(_event, chosen) => onChange(chosen === 'good' ? 'good' : 'all')}
      >
        <FormControlLabel
          className="m-0!"
          value="good"
          disabled={isDisabled || right === 0}
          control={<Radio className="pull-8! pull-12-phone! min-w-44-phone! tap-44-phone!" />}
          label={translate('importing.goodRows', counted(right))}
        />
        <FormControlLabel
          className="m-0!"
          value="all"
          disabled={isDisabled}
          control={<Radio className="pull-8! pull-12-phone! min-w-44-phone! tap-44-phone!" />}
          label={translate('importing.allOrNothing')}
        />
      </RadioGroup>
      <span className="quiet text-13 mt-10">
        {translate(changes ? 'importing.undoHelpChanges' : 'importing.undoHelp')}
      </span>
    </div>
  )
}

/** The results of the check as counts and as shares of a bar. */
function CheckFigures({ view: { counts, match } }: { view: ImportView }) {
  const translate = useTranslation(importWords)
  const { rows, wrong, fixable, updates, same } = counts
  const right = rows - wrong
  const ofChange = [
    ...(match?.mode === 'update'
      ? []
      : ([['importing.toAdd', right - updates - same, 'dictionary-green-text']] as const)),
    ['importing.toUpdate', updates, 'dictionary-blue-text'],
    ['importing.unchanged', same, 'text-primary'],
  ] as const
  const figures = [
    ['importing.allRows', rows, 'text-primary'],
    ...(match ? ofChange : ([['importing.right', right, 'dictionary-green-text']] as const)),
    ...(match && fixable === 0 ? [] : ([['importing.fixable', fixable, 'dictionary-amber-text']] as const)),
    ['importing.wrong', wrong, 'dictionary-red-text'],
  ] as const
  const shares = [
    ['dictionary-green-mark', right - updates - same],
    ['dictionary-blue-mark', updates],
    ['edge', same],
    ['dictionary-amber-mark', fixable],
    ['dictionary-red-mark', wrong - fixable],
  ] as const
  return (
    <>
      <dl className="import-figure-row grid gap-12 columns-2-phone!">
        {figures.map(([title, count, colour]) => (
          <div key={title} className="flex justify-end column-reverse">
            <dt className="muted text-13">{translate(title)}</dt>
            <dd className="bold num size-26 line-34" style={count > 0 ? { color: `var(--mui-palette-${colour})` } : {}}>
              {figure(count)}
            </dd>
          </div>
        ))}
      </dl>
      <div className="flex gap-2 clip mt-14 h-6 round-3" aria-hidden="true">
        {shares.map(
          ([colour, count]) =>
            count > 0 && (
              <span
                className="min-w-12"
                key={colour}
                style={{ flex: count, background: `var(--mui-palette-${colour})` }}
              />
            ),
        )}
      </div>
    </>
  )
}
