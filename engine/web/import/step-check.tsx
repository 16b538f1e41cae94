import { Button, FormControlLabel, Radio, RadioGroup } from '@mui/material'
import { type ReactNode, useId, useState } from 'react'
import type { ImportView } from '../../model/import-view.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { useSay } from '../i18n.ts'
import { ImportProgress } from './import-progress.tsx'
import { many } from './importable.ts'
import { ProblemTable } from './problem-table.tsx'
import { FileFacts } from './step-columns.tsx'
import type { Import } from './use-import.ts'

interface StepCheckProps {
  readonly part: ResourcePart
  readonly view: ImportView
  readonly importing: Import
  readonly children: ReactNode
}

/** What the check found: figures, what is to be done with wrong rows, and each thing that is wrong. */
export function StepCheck({ part, view, importing, children }: StepCheckProps) {
  const say = useSay()
  const { counts } = view
  const { running } = importing
  const right = counts.rows - counts.wrong
  const [choice, setChoice] = useState<'good' | 'all'>(right > 0 ? 'good' : 'all')
  const isWhole = counts.wrong === 0
  const mayWrite = right > 0 && (isWhole || choice === 'good') && !view.isStale
  const write = async () => {
    await importing.write(!isWhole && choice === 'good')
    await importing.changed()
  }
  return (
    <>
      <div className="sheet-scroll">
        <div className="import-outcome">
          <div className="import-figures">
            <Figures view={view} />
            <p className="import-hint">
              <FileFacts view={view} /> · {say('importing.nothingYet')}
            </p>
          </div>
          {isWhole ? (
            <p className="import-choice">{say('importing.allRight')}</p>
          ) : (
            <WrongChoice right={right} value={choice} isDisabled={running !== undefined} onChange={setChoice} />
          )}
        </div>
        {running && <ImportProgress importing={importing} running={running} />}
        {view.isStale && <p className="import-missing">{say('importing.stale')}</p>}
        {!isWhole && <ProblemTable part={part} view={view} importing={importing} />}
      </div>
      <footer className="sheet-foot">
        <Button
          variant="contained"
          color="primary"
          disabled={!mayWrite || running !== undefined}
          loading={running?.what === 'write'}
          onClick={() => void write()}
        >
          {say('importing.write', many(right))}
        </Button>
        {children}
      </footer>
    </>
  )
}

function Figures({ view: { counts } }: { view: ImportView }) {
  const say = useSay()
  const right = counts.rows - counts.wrong
  const figures = [
    ['importing.allRows', counts.rows, 'text'],
    ['importing.right', right, 'green'],
    ['importing.mendable', counts.mendable, 'amber'],
    ['importing.wrong', counts.wrong, 'red'],
  ] as const
  const shares = [
    ['green', right],
    ['amber', counts.mendable],
    ['red', counts.wrong - counts.mendable],
  ] as const
  return (
    <>
      <dl className="import-figure-row">
        {figures.map(([title, count, colour]) => (
          <div key={title} data-colour={count > 0 ? colour : 'text'}>
            <dt>{say(title)}</dt>
            <dd>{count.toLocaleString('en')}</dd>
          </div>
        ))}
      </dl>
      <div className="import-shares" aria-hidden="true">
        {shares.map(
          ([colour, count]) => count > 0 && <span key={colour} data-colour={colour} style={{ flex: count }} />,
        )}
      </div>
    </>
  )
}

interface WrongChoiceProps {
  readonly right: number
  readonly value: 'good' | 'all'
  readonly isDisabled: boolean
  onChange(value: 'good' | 'all'): void
}

function WrongChoice({ right, value, isDisabled, onChange }: WrongChoiceProps) {
  const say = useSay()
  const id = useId()
  return (
    <div className="import-choice">
      <span id={id}>{say('importing.onWrong')}</span>
      <RadioGroup
        aria-labelledby={id}
        value={value}
        onChange={(_event, chosen) => onChange(chosen === 'good' ? 'good' : 'all')}
      >
        <FormControlLabel
          value="good"
          disabled={isDisabled || right === 0}
          control={<Radio />}
          label={say('importing.goodRows', many(right))}
        />
        <FormControlLabel value="all" disabled={isDisabled} control={<Radio />} label={say('importing.allOrNothing')} />
      </RadioGroup>
      <span className="import-hint">{say('importing.undoHelp')}</span>
    </div>
  )
}
