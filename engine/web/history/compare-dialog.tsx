import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import { useId, useState } from 'react'
import { SheetDialog } from '../components/dialog.tsx'
import type { ResourcePart } from '../data/resource-part.ts'
import { useEvaluationContext } from '../record/evaluation-context.ts'
import { useTranslation } from '../words/i18n.ts'
import { recordWords } from '../words/record-words.ts'
import { momentText } from './moment.ts'
import { VersionTable } from './version-table.tsx'
import type { Version } from './versions.ts'

interface CompareDialogProps {
  readonly part: ResourcePart
  /** At least two, the latest first. */
  readonly versions: readonly Version[]
  /** The version compared with the latest; by default the one before it. */
  readonly older?: number
  onRestore?(version: Version): void
  onClose(): void
}

/** Compares two versions of a record. */
export function CompareDialog({ part, versions, older, onRestore, onClose }: CompareDialogProps) {
  const translate = useTranslation(recordWords)
  const [chosen, choose] = useState({ older: older ?? versions[1]?.version ?? 0, newer: versions[0]?.version ?? 0 })
  const [isShort, setShort] = useState(true)
  // The older version is on the left, whichever was selected first.
  const [first, second] = [chosen.older, chosen.newer].sort((a, b) => a - b)
  const from = versions.find(one => one.version === first)
  const to = versions.find(one => one.version === second)
  const titleOf = useVersionTitle()
  if (!from || !to) return null
  return (
    <SheetDialog
      title={translate('versions.title')}
      width={1000}
      onClose={onClose}
      foot={close => (
        <>
          <Button size="large" onClick={close}>
            {translate('versions.close')}
          </Button>
          {onRestore && from !== versions[0] && (
            <Button size="large" variant="contained" color="primary" onClick={() => onRestore(from)}>
              {translate('versions.restoreTitle', { version: from.version })}
            </Button>
          )}
        </>
      )}
    >
      <div className="grid gap-16 pt-4 mb-8 columns-2 one-column-phone">
        <VersionChoice
          label={translate('versions.older')}
          versions={versions}
          value={chosen.older}
          onChange={next => choose({ ...chosen, older: next })}
        />
        <VersionChoice
          label={translate('versions.newer')}
          versions={versions}
          value={chosen.newer}
          onChange={next => choose({ ...chosen, newer: next })}
        />
      </div>
      <FormControlLabel
        className="versions-short"
        control={<Checkbox checked={isShort} onChange={event => setShort(event.target.checked)} />}
        label={translate('versions.onlyDifferences')}
      />
      <VersionTable
        part={part}
        from={{ title: titleOf(from), record: from.record }}
        to={{ title: titleOf(to), record: to.record }}
        isShort={isShort}
      />
    </SheetDialog>
  )
}

interface VersionChoiceProps {
  readonly label: string
  readonly versions: readonly Version[]
  readonly value: number
  onChange(version: number): void
}

function VersionChoice({ label, versions, value, onChange }: VersionChoiceProps) {
  const id = useId()
  const titleOf = useVersionTitle()
  const translate = useTranslation(recordWords)
  return (
    <div>
      <span id={id} className="muted text-13 block mb-4">
        {label}
      </span>
      <Select fullWidth labelId={id} value={value} onChange={event => onChange(Number(event.target.value))}>
        {versions.map((version, index) => (
          <MenuItem key={version.version} value={version.version}>
            {titleOf(version)}
            {index === 0 && ` · ${translate('versions.current')}`}
          </MenuItem>
        ))}
      </Select>
    </div>
  )
}

/** A version as text: its number, its author, its time. */
function useVersionTitle(): (version: Version) => string {
  const translate = useTranslation(recordWords)
  const { clock } = useEvaluationContext()()
  return ({ version, entry }) =>
    [
      translate('history.version', { version }),
      ...(entry
        ? [entry.userName ?? translate('history.system'), momentText(entry.at, clock.now, clock.zone, translate)]
        : [translate('history.before')]),
    ].join(' · ')
}
