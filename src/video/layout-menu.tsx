import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Bookmark, BookmarkPlus, Trash2, Users } from 'lucide-react'
import { useNotify } from 'ra-core'
import { useState } from 'react'
import { useModelIndex } from '../../engine/web/data/resource-part.ts'
import type { CameraLayout } from '../../generated/types.ts'
import { useClient } from '../client.ts'
import { TextDialog } from './text-dialog.tsx'
import { MenuButton } from './tile-tools.tsx'
import { useVideoWords } from './video-words.ts'

interface LayoutMenuProps {
  /** The parameters of what is shown. */
  readonly address: string
  readonly name: string | undefined
  onOpen(address: string, name: string): void
}

const queryKey = ['video', 'layouts']

/** Opens, saves and deletes layouts: the user's own ones, and those that others share. */
export function LayoutMenu({ address, name, onOpen }: LayoutMenuProps) {
  const words = useVideoWords()
  const client = useClient()
  const queries = useQueryClient()
  const notify = useNotify()
  const me = useModelIndex()?.me
  const [isSaving, setSaving] = useState(false)
  const { data } = useQuery({ queryKey, queryFn: () => client.cameraLayout.mine(), retry: false })
  if (!data) return null
  const mayShare = me?.ownerIds.length === 0 || me?.sourceType?.startsWith('SCHOOL') === true
  const isMine = (one: CameraLayout) => one.createUser === me?.userId
  const changed = () => queries.invalidateQueries({ queryKey })
  const save = async (layoutName: string, isShared: boolean) => {
    const kept = data.find(one => one.layoutName === layoutName && isMine(one))
    const values = { layoutName, address, ...(isShared && { isShared }) }
    await (kept ? client.cameraLayout.update({ id: kept.id, ...values }) : client.cameraLayout.save(values))
    await changed()
    onOpen(address, layoutName)
    setSaving(false)
  }
  return (
    <>
      <MenuButton icon={<Bookmark />} title={words('layouts')} text={name}>
        {close => [
          data.length === 0 && (
            <MenuItem key="none" disabled>
              {words('noLayouts')}
            </MenuItem>
          ),
          ...data.map(one => (
            <MenuItem
              key={one.id}
              selected={one.layoutName === name}
              onClick={close(() => onOpen(one.address, one.layoutName))}
            >
              {one.isShared ? <Users aria-label={words('sharedBy')} /> : <Bookmark aria-hidden />}
              <span className="grow">{one.layoutName}</span>
              {isMine(one) && (
                <IconButton
                  size="small"
                  aria-label={`${words('remove')} ${one.layoutName}`}
                  onClick={event => {
                    event.stopPropagation()
                    client.cameraLayout
                      .remove([one.id])
                      .then(changed, (error: Error) => notify(error.message, { type: 'error' }))
                  }}
                >
                  <Trash2 />
                </IconButton>
              )}
            </MenuItem>
          )),
          <MenuItem key="save" onClick={close(() => setSaving(true))}>
            <BookmarkPlus aria-hidden /> {words('saveLayout')}
          </MenuItem>,
        ]}
      </MenuButton>
      {isSaving && (
        <TextDialog
          title={words('saveLayout')}
          label={words('layoutName')}
          max={50}
          check={mayShare ? { label: words('shared'), isOn: false } : undefined}
          action={words('save')}
          onSubmit={save}
          onClose={() => setSaving(false)}
        />
      )}
    </>
  )
}
