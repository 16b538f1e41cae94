import Button from '@mui/material/Button'
import { Undo2 } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import type { OperationView } from '../../model/operation-view.ts'
import { useUndoCounts } from '../data/operations.ts'
import { useResourcePart } from '../data/resource-part.ts'
import { useRefetch } from '../data/use-refetch.ts'
import { figure } from '../words/figure.ts'
import { useLocalized, useTranslation } from '../words/i18n.ts'
import { workWords } from '../words/work-words.ts'

const WorkDialog = lazy(() => import('../bulk/work-dialog.tsx').then(found => ({ default: found.WorkDialog })))

interface UndoButtonProps {
  readonly operation: OperationView
  /** The label, where "undo" would be ambiguous. */
  readonly label?: string
  readonly isQuiet?: boolean
  readonly className?: string
  /** Called once all of the operation is undone. */
  onUndone?(): void
}

/** Undoes an operation after a confirmation; without the right, the button is disabled and shows why. */
export function UndoButton({ operation, label, isQuiet = false, className, onUndone }: UndoButtonProps) {
  const translate = useTranslation(workWords)
  const { undo } = operation
  const [isAsking, setAsking] = useState(false)
  if (undo === 'running' || undo === 'undone' || undo === 'never') return null
  const why = undo === 'possible' ? '' : translate(`operations.${undo}`)
  return (
    <>
      <span data-hint={why}>
        <Button
          size="small"
          className={className}
          variant={isQuiet ? 'text' : 'outlined'}
          color="inherit"
          startIcon={<Undo2 />}
          aria-description={why}
          disabled={undo !== 'possible' || isAsking}
          onClick={() => setAsking(true)}
        >
          {label ?? translate('bulk.undo')}
        </Button>
      </span>
      {isAsking && (
        <Suspense>
          <Undo
            operation={operation}
            onClose={isUndone => {
              setAsking(false)
              if (isUndone) onUndone?.()
            }}
          />
        </Suspense>
      )}
    </>
  )
}

interface UndoProps {
  readonly operation: OperationView
  onClose(isUndone: boolean): void
}

/** Names the numbers of records that are reverted and left out; without them if they cannot be read. */
function Undo({ operation, onClose }: UndoProps) {
  const translate = useTranslation(workWords)
  const localized = useLocalized()
  const { id, kind, resource, done, messages, title } = operation
  const own = localized(title)
  const what = kind === 'undo' ? translate('operations.undoOf', { what: own }) : own
  const { data: part } = useResourcePart(resource)
  const refresh = useRefetch()
  const isUndone = useRef(false)
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
    <WorkDialog
      part={part}
      work={{
        title: translate('operations.undoOf', { what }),
        selected: { ids: [] },
        bulkOperation: { kind: 'undo', operation: id },
      }}
      text={texts.join('')}
      confirm={translate('operations.undoYes', numbers(reverted))}
      isBusy={isLoading}
      isHeld={counts?.reverted === 0 && !capped}
      onEnd={result => {
        isUndone.current = result !== undefined && result.failed.length + result.left === 0
        refresh()
      }}
      onClose={() => onClose(isUndone.current)}
      onCancel={() => onClose(false)}
    />
  )
}
