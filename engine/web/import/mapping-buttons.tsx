import { Alert, Button } from '@mui/material'
import { FileDown, FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import type { CellOptions, Chosen, MappingChoice, Match } from '../../model/import-view.ts'
import { listSeparator } from '../../model/list-separator.ts'
import { useLanguage, useTranslation } from '../words/i18n.ts'
import { importWords } from '../words/import-words.ts'
import type { Import } from './use-import.ts'

interface MappingButtonsProps {
  readonly importing: Import
  readonly columns: Chosen
  readonly match: Match | null
  readonly options: CellOptions
  readonly isDisabled: boolean
  onChoose(choice: MappingChoice): void
}

/** Saves the choices of an import as a mapping file, and applies such a file. */
export function MappingButtons({ importing, columns, match, options, isDisabled, onChoose }: MappingButtonsProps) {
  const translate = useTranslation(importWords)
  const language = useLanguage()
  const input = useRef<HTMLInputElement>(null)
  const [unused, setUnused] = useState<readonly string[]>([])
  const apply = async (file: File) => {
    const choice = await importing.readMapping(file)
    if (!choice) return
    setUnused(choice.unused)
    onChoose(choice)
  }
  return (
    <>
      <div className="flex wrap gap-8 pb-12 inset">
        <Button size="small" startIcon={<FileUp />} disabled={isDisabled} onClick={() => input.current?.click()}>
          {translate('importing.useMapping')}
        </Button>
        <Button
          size="small"
          startIcon={<FileDown />}
          disabled={isDisabled || Object.keys(columns).length === 0}
          onClick={() => void importing.saveMapping({ columns, match, options })}
        >
          {translate('importing.saveMapping')}
        </Button>
        <input
          ref={input}
          type="file"
          accept=".yaml,.yml"
          hidden
          aria-label={translate('importing.useMapping')}
          onChange={event => {
            const [file] = event.target.files ?? []
            // The same file can be chosen again after a correction.
            event.target.value = ''
            if (file) void apply(file)
          }}
        />
      </div>
      {unused.length > 0 && (
        <Alert severity="warning" className="mx-24! mb-12! mx-16-phone!" onClose={() => setUnused([])}>
          {translate('importing.unusedMapping', { columns: unused.join(listSeparator(language)) })}
        </Alert>
      )}
    </>
  )
}
