import Button from '@mui/material/Button'
import { useQueryClient } from '@tanstack/react-query'
import { useGetOne, useNotify, useUpdate } from 'ra-core'
import { useMemo, useState } from 'react'
import type { Option } from '../../fields/field-web.ts'
import { TreeBrowser } from '../../fields/reference/tree-browser.tsx'
import type { TreeSource } from '../../fields/reference/use-tree.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { useSay } from '../i18n.ts'
import { SheetDialog } from '../state/dialog.tsx'
import { SheetBusy, SheetFault } from '../state/sheet-state.tsx'

interface MoveBranchDialogProps {
  readonly part: ResourcePart
  readonly branch: Option
  onClose(): void
}

/** Asks where a branch shall lie, and puts it there with all below it. */
export function MoveBranchDialog({ part, branch, onClose }: MoveBranchDialogProps) {
  const { resource, language, sources } = part
  const parent = resource.tree ?? ''
  const say = useSay()
  const notify = useNotify()
  const queries = useQueryClient()
  const { data: record, error } = useGetOne(resource.name, { id: branch.id })
  const [update, { isPending }] = useUpdate()
  /** Where it is to lie: null is the top, undefined where it lies now. */
  const [target, setTarget] = useState<Option | null>()
  const source = useMemo<TreeSource>(
    () => ({
      level: under => sources.level(fieldOfParent(part), under),
      find: search => sources.options(fieldOfParent(part), search),
    }),
    [sources, part],
  )
  const isBelowItself = target ? [target, ...(target.path ?? [])].some(({ id }) => id === branch.id) : false
  const now = record?.[parent]
  const isSame = target === undefined || (target?.id ?? null) === (now ?? null)
  const move = () => {
    const data = { [parent]: target?.id ?? null }
    void update(
      resource.name,
      { id: branch.id, data, previousData: record },
      {
        mutationMode: 'pessimistic',
        onSuccess: () => {
          void queries.invalidateQueries({ queryKey: [resource.name] })
          notify('tree.moved', { type: 'success', messageArgs: { name: branch.label } })
          onClose()
        },
        onError: problem => notify(problem instanceof Error ? problem.message : 'notice.unknown', { type: 'error' }),
      },
    )
  }
  const lies: Option[] =
    target === undefined
      ? typeof now === 'string'
        ? [{ id: now, label: '', path: branch.path ?? [] }]
        : []
      : target
        ? [target]
        : []
  return (
    <SheetDialog
      title={say('tree.moveTitle', { name: branch.label })}
      help={say('tree.moveHelp')}
      width={480}
      isBusy={isPending}
      onClose={onClose}
      foot={close => (
        <>
          {isBelowItself && (
            <span role="alert" className="tree-move-fault">
              {say('tree.moveBelowItself')}
            </span>
          )}
          <Button variant="outlined" color="inherit" onClick={close}>
            {say('list.cancel')}
          </Button>
          <Button
            variant="contained"
            color="primary"
            loading={isPending}
            disabled={isSame || isBelowItself || !record}
            onClick={move}
          >
            {say('tree.moveHere')}
          </Button>
        </>
      )}
    >
      {error ? (
        <SheetFault error={error} />
      ) : record ? (
        <div className="tree-move">
          <TreeBrowser
            source={source}
            language={language}
            label={resource.title[language]}
            chosen={lies}
            isMany={false}
            whole={say('tree.top')}
            onWhole={() => setTarget(null)}
            onToggle={setTarget}
          />
        </div>
      ) : (
        <SheetBusy />
      )}
    </SheetDialog>
  )
}

function fieldOfParent({ resource }: ResourcePart) {
  const field = resource.fields.find(one => one.name === resource.tree)
  if (!field) throw new Error(`"${resource.name}" is no tree.`)
  return field
}
