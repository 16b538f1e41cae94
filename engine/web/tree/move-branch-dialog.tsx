import Button from '@mui/material/Button'
import { useGetOne } from 'ra-core'
import { useMemo, useState } from 'react'
import type { Option } from '../../fields/field-web.ts'
import { TreeBrowser } from '../../fields/reference/tree-browser.tsx'
import type { TreeSource } from '../../fields/reference/use-tree.ts'
import { parentFieldOf } from '../../model/tree.ts'
import { SheetDialog } from '../components/dialog.tsx'
import { SheetFault, SheetLoading } from '../components/sheet-state.tsx'
import type { ResourcePart } from '../data/resource-part.ts'
import { useTranslation } from '../words/i18n.ts'
import { partWords } from '../words/part-words.ts'
import { useBranchMove } from './use-branch-move.ts'

interface MoveBranchDialogProps {
  readonly part: ResourcePart
  readonly branch: Option
  onClose(): void
}

/** Dialog for the new parent of a branch; moves it with its descendants. */
export function MoveBranchDialog({ part, branch, onClose }: MoveBranchDialogProps) {
  const { resource, language, sources } = part
  const parent = resource.tree ?? ''
  const translate = useTranslation(partWords)
  const { data: record, error, refetch } = useGetOne(resource.name, { id: branch.id })
  const { move, isBusy } = useBranchMove(part)
  /** The chosen parent: null is the top, undefined the current one. */
  const [target, setTarget] = useState<Option | null>()
  const source = useMemo<TreeSource>(
    () => ({
      level: (under, from) => sources.level(fieldOfParent(part), under, undefined, from),
      find: search => sources.options(fieldOfParent(part), search),
    }),
    [sources, part],
  )
  const isBelowItself = target ? [target, ...(target.path ?? [])].some(({ id }) => id === branch.id) : false
  const now = record?.[parent]
  const isSame = target === undefined || (target?.id ?? null) === (now ?? null)
  const currentParent: Option[] =
    target === undefined
      ? typeof now === 'string'
        ? [{ id: now, label: '', path: branch.path ?? [] }]
        : []
      : target
        ? [target]
        : []
  return (
    <SheetDialog
      title={translate('tree.moveTitle', { name: branch.label })}
      help={translate('tree.moveHelp')}
      width={480}
      isBusy={isBusy}
      onClose={onClose}
      foot={close => (
        <>
          {isBelowItself && (
            <span role="alert" className="late size-13 grow">
              {translate('tree.moveBelowItself')}
            </span>
          )}
          <Button variant="outlined" color="inherit" onClick={close}>
            {translate('list.cancel')}
          </Button>
          <Button
            variant="contained"
            color="primary"
            loading={isBusy}
            disabled={isSame || isBelowItself || !record}
            onClick={() => void move(branch, target ?? undefined).then(isDone => isDone && onClose())}
          >
            {translate('tree.moveHere')}
          </Button>
        </>
      )}
    >
      {error ? (
        <SheetFault error={error} retry={() => void refetch()} />
      ) : record ? (
        <div className="tree-move stack">
          <TreeBrowser
            source={source}
            language={language}
            label={resource.title[language]}
            chosen={currentParent}
            isMany={false}
            whole={translate('tree.top')}
            onWhole={() => setTarget(null)}
            onToggle={setTarget}
          />
        </div>
      ) : (
        <SheetLoading />
      )}
    </SheetDialog>
  )
}

function fieldOfParent({ resource }: ResourcePart) {
  const field = parentFieldOf(resource)
  if (!field) throw new Error(`"${resource.name}" is no tree.`)
  return field
}
