import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { CornerDownRight, Eye, FolderInput, Link2, Pencil, Trash2 } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Option } from '../../fields/field-web.ts'
import { addressOf } from '../data/addresses.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { useRemoval } from '../data/use-removal.tsx'
import { RecordFormDialog } from '../form/record-dialog.tsx'
import { RemoveDialog } from '../list/remove-dialog.tsx'
import { useCopyLink } from '../record/use-copy-link.ts'
import { useTranslation } from '../words/i18n.ts'
import { partWords } from '../words/part-words.ts'
import { recordWords } from '../words/record-words.ts'

const MoveBranchDialog = lazy(() =>
  import('./move-branch-dialog.tsx').then(found => ({ default: found.MoveBranchDialog })),
)

type BranchAction = 'add' | 'edit' | 'move' | 'remove'

interface BranchActions {
  /** Opens the menu of a branch. */
  open(branch: Option, anchor: HTMLElement): void
  /** Whether a branch may be moved. */
  readonly mayMove: boolean
  /** The menu and its dialogs. */
  readonly shown: ReactNode
}

/** The actions on a branch: show, edit, add below, move, delete, copy its link. */
export function useBranchActions(part: ResourcePart, onMade: (made: Option) => void): BranchActions {
  const { resource, may } = part
  const translate = useTranslation(partWords, recordWords)
  const copyLink = useCopyLink()
  const navigate = useNavigate()
  const removal = useRemoval(resource.name)
  const [menu, setMenu] = useState<{ readonly branch: Option; readonly anchor: HTMLElement }>()
  const [pending, setPending] = useState<{ readonly branch: Option; readonly what: BranchAction }>()
  const parent = resource.tree ?? ''
  const mayMove = may.includes('edit') && resource.fields.some(field => field.name === parent && !field.readOnly)
  const end = () => setPending(undefined)
  const item = (what: BranchAction, isAllowed: boolean, icon: ReactNode, title: string) =>
    isAllowed && (
      <MenuItem
        onClick={() => {
          setMenu(undefined)
          // After the menu has returned the focus, so that the dialog returns it to the same element.
          if (menu) setTimeout(() => setPending({ branch: menu.branch, what }))
        }}
      >
        {icon} {title}
      </MenuItem>
    )
  const show = (branch: Option) => addressOf(resource, 'show', branch.id)
  const shown = (
    <>
      {menu && (
        <Menu
          anchorEl={menu.anchor}
          open
          onClose={() => setMenu(undefined)}
          slotProps={{ paper: { className: 'menu' } }}
        >
          {item('add', may.includes('add'), <CornerDownRight aria-hidden />, translate('tree.addBelow'))}
          <MenuItem onClick={() => navigate(show(menu.branch))}>
            <Eye aria-hidden /> {translate('list.view')}
          </MenuItem>
          {item('edit', may.includes('edit'), <Pencil aria-hidden />, translate('list.edit'))}
          {item('move', mayMove, <FolderInput aria-hidden />, translate('tree.move'))}
          <MenuItem
            onClick={() => {
              void copyLink(resource, menu.branch.id)
              setMenu(undefined)
            }}
          >
            <Link2 aria-hidden /> {translate('detail.copyLink')}
          </MenuItem>
          {item('remove', may.includes('delete'), <Trash2 aria-hidden />, translate('list.delete'))}
        </Menu>
      )}
      {pending?.what === 'add' && (
        <RecordFormDialog
          resource={resource.name}
          presets={{ [parent]: pending.branch.id, [`${parent}Name`]: pending.branch.label }}
          onClose={end}
          onSaved={saved => {
            end()
            const { id, label, path = [] } = pending.branch
            if (saved[parent] === id) onMade({ id: saved.id, label: '', path: [...path, { id, label }] })
          }}
        />
      )}
      {pending?.what === 'edit' && (
        <RecordFormDialog resource={resource.name} id={pending.branch.id} onClose={end} onSaved={end} />
      )}
      {pending?.what === 'move' && (
        <Suspense>
          <MoveBranchDialog part={part} branch={pending.branch} onClose={end} />
        </Suspense>
      )}
      {pending?.what === 'remove' && (
        <RemoveDialog
          name={pending.branch.label}
          record={{ resource: part.resource.name, id: pending.branch.id }}
          isBusy={removal.isBusy}
          onClose={end}
          onConfirm={() => void removal.remove([pending.branch.id], pending.branch.label).then(end)}
        />
      )}
    </>
  )
  return { open: (branch, anchor) => setMenu({ branch, anchor }), mayMove, shown }
}
