import { Button } from '@mui/material'
import { FileUp } from 'lucide-react'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import type { ListedImport } from '../../model/import-view.ts'
import { useTranslation } from '../words/i18n.ts'
import { importWords } from '../words/import-words.ts'
import { ImportProgress } from './import-progress.tsx'
import { counted } from './importable.ts'
import type { Import } from './use-import.ts'

interface StepFileProps {
  readonly importing: Import
  readonly children?: ReactNode
  onFile(file: File): Promise<void>
  onOpen(id: string): void
}

/** File selection by button or drag and drop, and the unfinished imports of the user. */
export function StepFile({ importing, children, onFile, onOpen }: StepFileProps) {
  const translate = useTranslation(importWords)
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const { running, listed } = importing
  const open = listed.filter(({ state }) => state !== 'written')
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file) void onFile(file)
  }
  return (
    <div className="sheet-scroll import-file pt-8 pb-24 px-24 pt-8-phone pb-16-phone px-16-phone">
      {children}
      {running ? (
        <ImportProgress importing={importing} running={running} />
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: the button is the accessible alternative
        <div
          className="import-drop row gap-8 column text-center round-10"
          data-over={isOver}
          onDragOver={event => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          <span className="centered muted hovered mb-8 square-44 round-12" aria-hidden="true">
            <FileUp />
          </span>
          <h2>{translate('importing.dropTitle')}</h2>
          <p className="muted text-13 mb-8 max-w-640">{translate('importing.dropHelp')}</p>
          <Button variant="contained" color="primary" onClick={() => input.current?.click()}>
            {translate('importing.choose')}
          </Button>
          <input
            ref={input}
            type="file"
            hidden
            accept=".csv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            aria-label={translate('importing.choose')}
            onChange={event => {
              const [file] = event.target.files ?? []
              if (file) void onFile(file)
              event.target.value = ''
            }}
          />
        </div>
      )}
      {open.length > 0 && !running && (
        <section className="my-24" aria-label={translate('importing.begun')}>
          <h2>{translate('importing.begun')}</h2>
          <ul className="mt-4">
            {open.map(one => (
              <Begun key={one.id} one={one} importing={importing} onOpen={onOpen} />
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

interface BegunProps {
  readonly one: ListedImport
  readonly importing: Import
  onOpen(id: string): void
}

function Begun({ one, importing, onOpen }: BegunProps) {
  const translate = useTranslation(importWords)
  const { id, file, at, expires, rows, state, isBusy } = one
  const states = { taken: 'importing.isTaken', checked: 'importing.isChecked', writing: 'importing.isWriting' } as const
  return (
    <li className="divided row gap-12 tap-44 wrap-phone py-8-phone px-0-phone">
      <span className="medium whole-line-phone! truncate">{file}</span>
      <span className="muted size-13 whole-line-phone! num grow">
        {translate(state === 'written' ? 'importing.isChecked' : states[state])} ·{' '}
        {translate('importing.rows', counted(rows))} · {at.slice(5, 16)} ·{' '}
        {translate('importing.expires', { at: expires })}
      </span>
      <Button variant="text" size="small" onClick={() => onOpen(id)}>
        {translate('importing.goOn')}
      </Button>
      {!isBusy && (
        <Button variant="text" size="small" color="inherit" onClick={() => void importing.drop(id)}>
          {translate('importing.giveUp')}
        </Button>
      )}
    </li>
  )
}
