import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQueryClient } from '@tanstack/react-query'
import { ArchiveRestore, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useListContext } from 'ra-core'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { isTransition } from '../../model/steps.ts'
import { bulkFields } from '../../record/bulk-fields.ts'
import { useMenu } from '../components/use-menu.ts'
import type { BulkRequest, BulkResult, BulkWork } from '../data/bulk.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { useRefetch } from '../data/use-refetch.ts'
import { useRemoval } from '../data/use-removal.tsx'
import { ExportButton } from '../export/export-button.tsx'
import type { Selection } from '../list/selection.ts'
import { displayOf } from '../record/display-of.ts'
import { useEvaluationContext } from '../record/evaluation-context.ts'
import { StepGlyph } from '../transitions/step-glyph.tsx'
import { useTranslation } from '../words/i18n.ts'
import { partWords } from '../words/part-words.ts'
import { workWords } from '../words/work-words.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import { RemoveMany, RestoreMany } from './remove-many.tsx'
import { type Barred, barredFrom, type OfferedStep, stepsForMany } from './selected-steps.ts'
import { StepForMany } from './step-for-many.tsx'

const BulkEditDialog = lazy(() => import('./bulk-edit-dialog.tsx').then(found => ({ default: found.BulkEditDialog })))

interface BulkOperationsProps {
  readonly part: ResourcePart
  readonly selection: Selection
  /** How many are selected, as text. */
  readonly count: string
}

type Asked = { readonly kind: 'remove' | 'restore' | 'edit' } | { readonly kind: 'step'; readonly offered: OfferedStep }

/** The operations on selected rows, by what they allow and the user's permissions. */
export function BulkOperations({ part, selection, count }: BulkOperationsProps) {
  const { resource, may, language } = part
  const translate = useTranslation(partWords, workWords)
  const [asked, setAsked] = useState<Asked>()
  const [work, setWork] = useState<BulkWork>()
  const { offered, records, areAll, barred } = useOffered(part, selection)
  const ended = useEnded(part, selection, work)
  const removal = useRemoval(resource.name)
  const room = useRoomForSteps()
  const { data: shown = [] } = useListContext()
  const isMany = selection.isAll || selection.ids.length > shown.length
  const close = () => setAsked(undefined)
  const begin = (title: string, bulkOperation: BulkRequest) => {
    close()
    setWork({ title, selected: selection.selected, bulkOperation })
  }
  const remove = async () => {
    if (selection.isAll || selection.ids.length > 1) return begin(translate('list.delete'), { kind: 'remove' })
    await removal.remove(selection.ids, records[0] && displayOf(part, records[0]), selection.clear)
    close()
  }
  const restore = async () => {
    if (selection.isAll || selection.ids.length > 1) return setAsked({ kind: 'restore' })
    if (await removal.restore(selection.ids)) selection.clear()
  }
  const mayEdit = may.includes('edit') && bulkFields(resource).length > 0
  const hasLine = part.bin || offered.length > 0 || mayEdit || may.includes('delete') || may.includes('export')
  /** Why none of the selected records allows it, where all of them are loaded. */
  const whyNone = ({ count, why }: Barred) => (areAll && count === records.length ? why : undefined)
  const skips = ({ count }: Barred, step: string) =>
    count > 0 ? translate('bulk.stepSkips', { smart_count: count, step }) : ''
  return (
    <>
      {hasLine && <span className="list-bar-line edge" />}
      {offered.slice(0, room).map(one => (
        <Button
          key={one.step.name}
          variant="text"
          size="small"
          startIcon={<StepGlyph part={part} step={one.step} />}
          onClick={() => setAsked({ kind: 'step', offered: one })}
        >
          {one.step.title[language]}
        </Button>
      ))}
      {offered.length > room && (
        <MoreSteps part={part} steps={offered.slice(room)} onPick={one => setAsked({ kind: 'step', offered: one })} />
      )}
      {mayEdit && (
        <span data-hint={whyNone(barred.edit)}>
          <Button
            variant="text"
            size="small"
            startIcon={<Pencil />}
            aria-description={whyNone(barred.edit)}
            disabled={whyNone(barred.edit) !== undefined}
            onClick={() => setAsked({ kind: 'edit' })}
          >
            {translate('bulk.edit')}
          </Button>
        </span>
      )}
      <ExportButton part={part} isQuiet {...(!selection.isAll && { ids: selection.ids })} />
      {may.includes('delete') && (
        <span data-hint={whyNone(barred.delete)}>
          <Button
            variant="text"
            size="small"
            color="error"
            startIcon={<Trash2 />}
            aria-description={whyNone(barred.delete)}
            disabled={whyNone(barred.delete) !== undefined}
            onClick={() => setAsked({ kind: 'remove' })}
          >
            {translate('list.delete')}
          </Button>
        </span>
      )}
      {part.bin && (
        <Button variant="text" size="small" startIcon={<ArchiveRestore />} onClick={() => void restore()}>
          {translate('bin.restore')}
        </Button>
      )}
      <span className="room" />
      {asked?.kind === 'restore' && (
        <RestoreMany
          part={part}
          selected={selection.selected}
          isMany={isMany}
          count={count}
          onConfirm={() => begin(translate('bin.restore'), { kind: 'restore' })}
          onClose={close}
        />
      )}
      {asked?.kind === 'remove' && (
        <RemoveMany
          part={part}
          selected={selection.selected}
          isMany={isMany}
          count={count}
          note={skips(barred.delete, translate('list.delete'))}
          isBusy={removal.isBusy}
          onConfirm={() => void remove()}
          onClose={close}
        />
      )}
      {asked?.kind === 'edit' && (
        <Suspense>
          <BulkEditDialog
            part={part}
            count={count}
            note={skips(barred.edit, translate('bulk.edit'))}
            selected={selection.selected}
            isMany={isMany}
            onClose={close}
            onSubmit={values => begin(translate('bulk.edit'), { kind: 'update', values })}
          />
        </Suspense>
      )}
      {asked?.kind === 'step' && (
        <StepForMany
          part={part}
          offered={asked.offered}
          count={count}
          record={!selection.isAll && selection.ids.length === 1 ? records[0] : undefined}
          records={records}
          selected={selection.selected}
          isMany={isMany}
          onClose={close}
          onSubmit={input => {
            const { step } = asked.offered
            begin(step.title[language], { kind: isTransition(step) ? 'transition' : 'action', name: step.name, input })
          }}
        />
      )}
      {work && (
        <BulkDialog
          part={part}
          work={work}
          onEnd={ended.take}
          onClose={keep => {
            setWork(undefined)
            ended.settle(keep)
          }}
        />
      )}
    </>
  )
}

/** Updates the list and the selection once the operation has ended. */
function useEnded({ resource }: ResourcePart, selection: Selection, work: BulkWork | undefined) {
  const refresh = useRefetch()
  const removal = useRemoval(resource.name)
  // Not shown, and empty after full success.
  const ended = useRef<BulkResult>(undefined)
  return {
    take(result: BulkResult | undefined) {
      ended.current = result
      refresh()
    },
    settle(keep: readonly string[] | undefined) {
      const result = ended.current
      // The undo is offered after the errors were read: it is shown for eight seconds.
      if (result && work?.bulkOperation.kind === 'remove') removal.notifyDeleted(result.done, result)
      if (keep) selection.select(keep)
      else if (result?.left === 0 && result.end === 'whole') selection.clear()
      else if (work && 'ids' in work.selected) {
        const through = new Set(result?.done)
        selection.select(work.selected.ids.filter(id => !through.has(id)))
      }
    },
  }
}

/** The steps that the selection allows, by its loaded records. */
function useOffered(part: ResourcePart, { isAll, ids }: Selection) {
  const { data = [], total } = useListContext()
  const queries = useQueryClient()
  const context = useEvaluationContext()
  const chosen = isAll ? undefined : ids.join()
  return useMemo(() => {
    const here = new Map<string, Row>(data.map(row => [String(row.id), row]))
    const seen = (id: string) => here.get(id) ?? queries.getQueryData<Row>([part.resource.name, 'getOne', { id }])
    const wanted = chosen?.split(',')
    const records: readonly Row[] = wanted ? wanted.map(seen).filter(row => row !== undefined) : [...here.values()]
    const areAll = records.length === (wanted?.length ?? total)
    const barred = {
      edit: barredFrom(part, 'edit', records, context()),
      delete: barredFrom(part, 'delete', records, context()),
    }
    return { records, areAll, barred, offered: stepsForMany(part, records, areAll, context()) }
  }, [part, chosen, data, total, queries, context])
}

type Row = Readonly<Record<string, unknown>>

/** How many steps the bar shows; the rest is behind a button. */
function useRoomForSteps(): number {
  const { breakpoints } = useTheme()
  const isWide = useMediaQuery(breakpoints.up('lg'))
  const isMiddle = useMediaQuery(breakpoints.up('md'))
  return isWide ? 3 : isMiddle ? 1 : 0
}

interface MoreStepsProps {
  readonly part: ResourcePart
  readonly steps: readonly OfferedStep[]
  onPick(step: OfferedStep): void
}

function MoreSteps({ part, steps, onPick }: MoreStepsProps) {
  const translate = useTranslation(partWords, workWords)
  const { opener, menu, choose } = useMenu()
  return (
    <>
      <IconButton size="small" aria-label={translate('bulk.more')} {...opener}>
        <Ellipsis />
      </IconButton>
      {menu.open && (
        <Menu {...menu}>
          {steps.map(one => (
            <MenuItem key={one.step.name} onClick={choose(() => onPick(one))}>
              <StepGlyph part={part} step={one.step} /> {one.step.title[part.language]}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  )
}
