import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { ArrowLeft, Pencil } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { shownOwnerField } from '../../model/owner.ts'
import { StateTag } from '../components/state-glyph.tsx'
import { addressOf } from '../data/addresses.ts'
import type { Stored } from '../data/delivery.ts'
import { useEngine } from '../data/engine-context.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { useRefetch } from '../data/use-refetch.ts'
import { useShell } from '../frame/shell-context.ts'
import { useShortcut } from '../frame/shortcuts.ts'
import { useRefusalReasons } from '../record/allowed.ts'
import { useTranslation } from '../words/i18n.ts'
import { partWords } from '../words/part-words.ts'
import { recordWords } from '../words/record-words.ts'
import { DetailMenu } from './detail-menu.tsx'
import { Neighbours } from './neighbours.tsx'

interface DetailHeadProps {
  readonly part: ResourcePart
  readonly record: Stored
  readonly title: string
  /** Transitions and actions, the primary one last. */
  readonly steps: ReactNode
}

/** The header of a record: back, title, position in the list, actions. */
export function DetailHead({ part, record, title, steps }: DetailHeadProps) {
  const { resource, may, language } = part
  const translate = useTranslation(partWords, recordWords)
  const navigate = useNavigate()
  const { isPhone } = useShell()
  const mayEdit = may.includes('edit')
  const whyNot = useRefusalReasons(part, record).edit
  const isBarred = whyNot !== undefined
  const edit = () => void navigate(addressOf(resource, 'edit', record.id))
  const toList = () => void navigate(addressOf(resource, 'list'))
  useShortcut({ keys: 'e', title: translate('list.edit'), when: mayEdit && !isBarred }, edit)
  useShortcut({ keys: 'u', title: translate('form.back') }, toList)
  const ownerField = shownOwnerField(resource)
  const owner = ownerField && record[`${ownerField.name}Name`]
  return (
    <header className="sheet-head detail-head row gap-12 fixed">
      <IconButton aria-label={translate('form.back')} onClick={toList}>
        <ArrowLeft size={16} />
      </IconButton>
      {/* A printed page has no tab with the resource's title. */}
      <h1 className="truncate size-18" title={title} data-kind={resource.title[language]}>
        {title}
      </h1>
      {resource.state !== undefined && <StateTag part={part} record={record} />}
      {typeof owner === 'string' && <span className="sheet-sub muted size-13 truncate">{owner}</span>}
      <ChangedRecord resource={resource.name} record={record} />
      <div className="sheet-actions row gap-8 fixed push">
        {!isPhone && <Neighbours resource={resource} record={record} size={16} />}
        <DetailMenu part={part} record={record} />
        {mayEdit && isPhone && (
          <span data-hint={whyNot}>
            <IconButton aria-label={translate('list.edit')} disabled={isBarred} onClick={edit}>
              <Pencil size={20} />
            </IconButton>
          </span>
        )}
        {mayEdit && !isPhone && (
          <span data-hint={whyNot}>
            <Button
              variant="outlined"
              color="inherit"
              startIcon={<Pencil size={16} />}
              disabled={isBarred}
              onClick={edit}
            >
              {translate('list.edit')}
            </Button>
          </span>
        )}
        {steps}
      </div>
    </header>
  )
}

const ChangedChip = lazy(() => import('../components/changed-chip.tsx').then(found => ({ default: found.ChangedChip })))

/** Reports that another user changed the record that is on the screen, and shows the change when it is pressed. */
function ChangedRecord({ resource, record }: { resource: string; record: Stored }) {
  const translate = useTranslation(partWords, recordWords)
  const { changes } = useEngine()
  const refetch = useRefetch()
  const { id, version } = record
  const [seen, setSeen] = useState(() => changes.position())
  const isChanged = useSyncExternalStore(changes.subscribe, () => changes.has(resource, id, seen))
  useEffect(() => changes.want(resource), [changes, resource])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version contains the changes so far
  useEffect(() => setSeen(changes.position()), [changes, version])
  const refresh = () => {
    setSeen(changes.position())
    refetch()
  }
  return (
    <span role="status">
      {isChanged && (
        <Suspense>
          <ChangedChip text={translate('list.changedRecord')} onPress={refresh} />
        </Suspense>
      )}
    </span>
  )
}
