import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { ArchiveRestore, CheckSquare, Download, History, Play, Table2, Upload } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Step } from '../../model/model.ts'
import { DisabledReason } from '../components/disabled-reason.tsx'
import { addressOf } from '../data/addresses.ts'
import { operationsAddress } from '../data/operations.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { mayImport } from '../import/importable.ts'
import { hasBin } from '../list/list-head.ts'
import { useListView } from '../list/list-view.tsx'
import { useListKinds } from '../list/use-list-kind.ts'
import { useCollectionSteps } from '../transitions/use-steps.tsx'
import { useTranslation } from '../words/i18n.ts'
import { partWords } from '../words/part-words.ts'

const ExportDialog = lazy(() => import('../export/export-dialog.tsx').then(found => ({ default: found.ExportDialog })))

interface PhoneMenuProps {
  readonly part: ResourcePart
  readonly anchor: HTMLElement
  readonly hasRows: boolean
  /** Starts the selection mode; absent if there are no rows or no operation for them. */
  readonly onChoose: (() => void) | undefined
  /** Runs an action on the resource as a whole. */
  onTake(step: Step): void
  onClose(): void
}

/** The actions of a list that have buttons in its header on a wide screen. */
export function PhoneMenu({ part, anchor, hasRows, onChoose, onTake, onClose }: PhoneMenuProps) {
  const translate = useTranslation(partWords)
  const navigate = useNavigate()
  const [isExporting, setExporting] = useState(false)
  const { resource, may, language } = part
  const { open, barred } = useCollectionSteps(part)
  const { kind: chosen, setKind } = useListView()
  const [kind] = chosen?.split('?') ?? []
  const kinds = useListKinds(resource)
  const isKind = kinds.some(([name]) => name === kind)
  const show = (next: string | null) => {
    onClose()
    setKind(next)
  }
  if (isExporting) {
    return (
      <Suspense>
        <ExportDialog part={part} onClose={onClose} />
      </Suspense>
    )
  }
  return (
    <Menu
      anchorEl={anchor}
      open
      onClose={onClose}
      slotProps={{ paper: { className: 'menu' } }}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
    >
      {kinds.map(
        ([name, { title, icon: Icon }]) =>
          name !== kind &&
          !part.bin && (
            <MenuItem key={name} onClick={() => show(name)}>
              <Icon aria-hidden /> {title[language]}
            </MenuItem>
          ),
      )}
      {isKind && (
        <MenuItem onClick={() => show(null)}>
          <Table2 aria-hidden /> {translate('list.rows')}
        </MenuItem>
      )}
      {onChoose && (
        <MenuItem
          onClick={() => {
            onClose()
            onChoose()
          }}
        >
          <CheckSquare aria-hidden /> {translate('list.select')}
        </MenuItem>
      )}
      {open.map(step => (
        <MenuItem key={step.name} onClick={() => onTake(step)}>
          <Play aria-hidden /> {step.title[language]}
        </MenuItem>
      ))}
      {barred.map(({ step, why }) => (
        <MenuItem key={step.name} disabled>
          <Play aria-hidden /> {step.title[language]} <DisabledReason text={why} />
        </MenuItem>
      ))}
      {mayImport(part) && (
        <MenuItem onClick={() => navigate(addressOf(resource, 'import'))}>
          <Upload aria-hidden /> {translate('importing.open')}
        </MenuItem>
      )}
      {may.includes('export') && hasRows && (
        <MenuItem onClick={() => setExporting(true)}>
          <Download aria-hidden /> {translate('exporting.open')}
        </MenuItem>
      )}
      <MenuItem onClick={() => navigate(operationsAddress(resource.name))}>
        <History aria-hidden /> {translate('operations.title')}
      </MenuItem>
      {hasBin(part) && (
        <MenuItem onClick={() => navigate(addressOf(resource, 'bin'))}>
          <ArchiveRestore aria-hidden /> {translate('bin.open')}
        </MenuItem>
      )}
    </Menu>
  )
}
