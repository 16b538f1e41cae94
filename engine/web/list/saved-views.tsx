import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { Bookmark, BookmarkPlus, Check, Flag, FlagOff, Link2, Pencil, Save, Trash2, Users } from 'lucide-react'
import { useListContext, useNotify } from 'ra-core'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { copyText } from '../components/copy-text.ts'
import { type SavedView, useViewChanges } from '../data/list-views.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { useTranslation } from '../words/i18n.ts'
import { listAddress } from './list-address.ts'
import { useExactTotal } from './list-total.ts'
import { useListView } from './list-view.tsx'
import type { Search } from './view-search.ts'
import './saved-views.css'

const ViewDialog = lazy(() => import('./view-dialog.tsx').then(module => ({ default: module.ViewDialog })))

/** The saved views of a list as pills, and their menu. */
export function SavedViews({ part }: { part: ResourcePart }) {
  return (
    <div className="saved-views row gap-4 grow">
      <ViewPills />
      <ViewMenu part={part} />
    </div>
  )
}

/** The saved views as pills; nothing if there are none. */
export function ViewPills({ isPhone = false }: { isPhone?: boolean }) {
  const translate = useTranslation()
  const { views, active, open } = useListView()
  const { filterValues } = useListContext()
  const { text } = useExactTotal()
  useDroppedNotice()
  const isAll = active === undefined && Object.keys(filterValues).length === 0
  if (views.length === 0) return null
  return (
    <nav
      aria-label={translate('views.label')}
      className="saved-views-pills flex gap-2 num min-0 x-scroll no-bar"
      data-phone={isPhone || undefined}
    >
      <button
        className="gap-6 fixed px-10 round-6 ring-in max-w-200 h-28 hovers"
        type="button"
        aria-current={isAll}
        onClick={() => open(undefined)}
      >
        {translate('views.all')}
        {isAll && text && <small className="size-12 regular muted">{text}</small>}
      </button>
      {views.map(view => (
        <button
          className="gap-6 fixed px-10 round-6 ring-in max-w-200 h-28 hovers"
          key={view.id}
          type="button"
          aria-current={active?.id === view.id}
          title={view.mine ? view.name : `${view.name} · ${translate('views.sharedBy', { owner: view.owner })}`}
          onClick={() => open(view)}
        >
          <span>{view.name}</span>
          {active?.id === view.id && text && <small className="size-12 regular muted">{text}</small>}
        </button>
      ))}
    </nav>
  )
}

type Asked = { readonly kind: 'save' } | { readonly kind: 'edit' | 'delete'; readonly view: SavedView }

/** The menu of the saved views and of the current one. */
export function ViewMenu({ part, isPhone = false }: { part: ResourcePart; isPhone?: boolean }) {
  const translate = useTranslation()
  const notify = useNotify()
  const { views, active, opened, start, open } = useListView()
  const { filterValues, sort } = useListContext()
  const { update, remove, begin } = useViewChanges(part.resource.name)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [asked, setAsked] = useState<Asked>()
  const search: Search = { query: filterValues, sort: { field: sort.field, descending: sort.order === 'DESC' } }
  const fail = (error: Error) => notify(error.message, { type: 'error' })
  const close = (then?: () => void) => () => {
    setAnchor(null)
    then?.()
  }
  const at = active ?? opened
  const isChanged = at !== undefined && active === undefined
  const copy = async (view: SavedView | undefined) => {
    const sorted = view?.sort ?? part.resource.sort
    const address = listAddress(part.resource, view ? { query: view.query, sort: sorted } : search)
    const isCopied = await copyText(new URL(address, window.location.href).href)
    notify(isCopied ? 'views.copied' : 'detail.linkNotCopied', { type: isCopied ? 'success' : 'warning' })
  }
  return (
    <>
      {isPhone ? (
        <IconButton
          className="saved-views-menu fixed"
          aria-label={translate('views.menu')}
          aria-haspopup="menu"
          onClick={event => setAnchor(event.currentTarget)}
        >
          <Bookmark size={20} />
        </IconButton>
      ) : (
        <Button
          variant="text"
          size="small"
          className="saved-views-menu fixed"
          aria-haspopup="menu"
          startIcon={<Bookmark />}
          onClick={event => setAnchor(event.currentTarget)}
        >
          {translate('views.menu')}
        </Button>
      )}
      {anchor && (
        <Menu anchorEl={anchor} open onClose={close()} slotProps={{ paper: { className: 'menu saved-views-list' } }}>
          <MenuItem onClick={close(() => setAsked({ kind: 'save' }))}>
            <BookmarkPlus aria-hidden /> {translate('views.save')}
          </MenuItem>
          <MenuItem onClick={close(() => void copy(undefined))}>
            <Link2 aria-hidden /> {translate('views.copy')}
          </MenuItem>
          {views.length === 0 && (
            <li role="none" className="text-12 quiet pt-6 pb-10 px-12">
              {translate('views.noneHelp')}
            </li>
          )}
          {at && [
            <li key="title" role="none" className="text-12 flex spread gap-8 quiet medium pt-10 pb-4 px-12">
              {at.name}
              {isChanged && <small className="size-12 regular amber">{translate('views.changed')}</small>}
            </li>,
            isChanged && at.editable && (
              <MenuItem
                key="change"
                onClick={close(() =>
                  update.mutate(
                    { id: at.id, query: search.query, sort: search.sort },
                    { onSuccess: () => notify('views.saved', { type: 'success' }), onError: fail },
                  ),
                )}
              >
                <Save aria-hidden /> {translate('views.change')}
              </MenuItem>
            ),
            <MenuItem
              key="start"
              onClick={close(() => begin.mutate(start === at.id ? null : at.id, { onError: fail }))}
            >
              {start === at.id ? <FlagOff aria-hidden /> : <Flag aria-hidden />}{' '}
              {translate(start === at.id ? 'views.noStart' : 'views.start')}
            </MenuItem>,
            at.editable && (
              <MenuItem key="edit" onClick={close(() => setAsked({ kind: 'edit', view: at }))}>
                <Pencil aria-hidden /> {translate('views.rename')}
              </MenuItem>
            ),
            at.editable && (
              <MenuItem key="delete" onClick={close(() => setAsked({ kind: 'delete', view: at }))}>
                <Trash2 aria-hidden /> {translate('views.delete')}
              </MenuItem>
            ),
          ]}
          {views.length > 0 && (
            <li role="none" className="text-12 flex spread gap-8 quiet medium pt-10 pb-4 px-12">
              {translate('views.label')}
            </li>
          )}
          {views.map(view => (
            <MenuItem key={view.id} selected={active?.id === view.id} onClick={close(() => open(view))}>
              {active?.id === view.id ? <Check aria-hidden /> : <span className="menu-gap" />}
              <span className="saved-views-name clip ellipsis">{view.name}</span>
              {start === view.id && <Flag aria-label={translate('views.isStart')} className="saved-views-mark" />}
              {view.roles.length > 0 && (
                <Users
                  className="saved-views-mark"
                  aria-label={
                    view.mine ? translate('views.shared') : translate('views.sharedBy', { owner: view.owner })
                  }
                />
              )}
            </MenuItem>
          ))}
        </Menu>
      )}
      {asked && asked.kind !== 'delete' && (
        <Suspense>
          <ViewDialog
            part={part}
            search={search}
            {...(asked.kind === 'edit' && { view: asked.view })}
            onClose={() => setAsked(undefined)}
          />
        </Suspense>
      )}
      {asked?.kind === 'delete' && (
        <ConfirmDialog
          title={translate('list.deleteTitle')}
          text={translate('views.deleteSure', { name: asked.view.name })}
          confirm={translate('views.delete')}
          isDestructive
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate(asked.view.id, { onError: fail, onSettled: () => setAsked(undefined) })}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}

/** Notifies once of a view that was opened without some of its parts. */
function useDroppedNotice(): void {
  const notify = useNotify()
  const { active } = useListView()
  const notified = useRef(new Set<string>())
  useEffect(() => {
    if (!active || active.dropped === 0 || notified.current.has(active.id)) return
    notified.current.add(active.id)
    notify('views.dropped', {
      type: 'warning',
      messageArgs: { name: active.name, smart_count: active.dropped },
      autoHideDuration: 8000,
    })
  }, [active, notify])
}
