import Button from '@mui/material/Button'
import { Undo2 } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import type { OperationView } from '../../model/operation-view.ts'
import type { BulkWork } from '../bulk/bulk-work.ts'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { useUndoCounts } from '../data/operations.ts'
import { useResourcePart } from '../data/resource-part.ts'
import { useRefetch } from '../data/use-refetch.ts'
import { figure } from '../words/figure.ts'
import { useTranslation } from '../words/i18n.ts'
import { useOperationTitle } from './operation-words.ts'

const BulkDialog = lazy(() => import('../bulk/bulk-dialog.tsx').then(found => ({ default: found.BulkDialog })))

interface UndoButtonProps {
  readonly operation: OperationView
  /** The label, where "undo" would be ambiguous. */
  readonly label?: string
  readonly isQuiet?: boolean
  /** Called once all of the operation is undone. */
  onUndone?(): void
}

/** Undoes an operation after a confirmation; without the right, the button is disabled and shows why. */
export function UndoButton({ operation, label, isQuiet = false, onUndone }: UndoButtonProps) {
  const translate = useTranslation()
  const { id, undo, resource } = operation
  const title = useOperationTitle(operation)
  const [isAsking, setAsking] = useState(false)
  const [work, setWork] = useState<BulkWork>()
  const isWhole = useRef(false)
  const { data: part } = useResourcePart(isAsking || work ? resource : '')
  const refresh = useRefetch()
  if (undo === 'running' || undo === 'undone' || undo === 'never') return null
  const why = undo === 'possible' ? '' : translate(`operations.${undo}`)
  const begin = () => {
    setAsking(false)
    setWork({
      title: translate('operations.undoOf', { what: title }),
      selected: { ids: [] },
      bulkOperation: { kind: 'undo', operation: id },
    })
  }
  return (
    <>
      <span data-hint={why}>
        <Button
          size="small"
          variant={isQuiet ? 'text' : 'outlined'}
          color="inherit"
          startIcon={<Undo2 />}
          aria-description={why}
          disabled={undo !== 'possible' || work !== undefined}
          onClick={() => setAsking(true)}
        >
          {label ?? translate('bulk.undo')}
        </Button>
      </span>
      {isAsking && (
        <UndoConfirmation operation={operation} what={title} onConfirm={begin} onClose={() => setAsking(false)} />
      )}
      {work && part && (
        <Suspense>
          <BulkDialog
            part={part}
            work={work}
            onEnd={result => {
              isWhole.current = result !== undefined && result.failed.length + result.left === 0
              refresh()
            }}
            onClose={() => {
              setWork(undefined)
              if (isWhole.current) onUndone?.()
            }}
          />
        </Suspense>
      )}
    </>
  )
}

interface UndoConfirmationProps {
  readonly operation: OperationView
  readonly what: string
  onConfirm(): void
  onClose(): void
}

/** The confirmation, with the numbers of records that are reverted and left out; without them if they cannot be read. */
function UndoConfirmation({ operation, what, onConfirm, onClose }: UndoConfirmationProps) {
  const translate = useTranslation()
  const { id, kind, done, messages } = operation
  const { data: counts, isLoading } = useUndoCounts(id)
  const { reverted, leftOut, capped } = counts ?? { reverted: done, leftOut: undefined, capped: false }
  const numbers = (count: number) => ({ smart_count: count, count: `${figure(count)}${capped ? '+' : ''}` })
  const left = leftOut === undefined ? 'operations.undoOthers' : leftOut > 0 ? 'operations.undoLeftOut' : undefined
  const hasEffects = kind === 'transition' || kind === 'action' || kind === 'import'
  const texts = [
    translate(kind === 'import' ? 'operations.undoSureImport' : 'operations.undoSure', { what, ...numbers(reverted) }),
    left ? translate(left, numbers(leftOut ?? 0)) : '',
    hasEffects ? translate('operations.notUndone') : '',
    hasEffects && messages > 0 ? translate('operations.messagesSent', { count: figure(messages) }) : '',
  ]
  return (
    <ConfirmDialog
      title={translate('operations.undoOf', { what })}
      text={texts.join('')}
      confirm={translate('operations.undoYes', numbers(reverted))}
      isBusy={isLoading}
      isHeld={counts?.reverted === 0 && !capped}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  )
}
