import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Bookmark, BookmarkPlus, ChevronDown, Trash2, Users } from 'lucide-react'
import { useNotify } from 'ra-core'
import { type FormEvent, useState } from 'react'
import { SheetDialog } from '../../engine/web/components/dialog.tsx'
import { useModelIndex, useResourcePart } from '../../engine/web/data/resource-part.ts'
import { useShell } from '../../engine/web/frame/shell-context.ts'
import type { CameraLayout } from '../../generated/types.ts'
import { useClient } from '../client.ts'
import { useVideoWords } from './video-words.ts'
import { type WallLayout, wallSizeOf } from './wall-layout.ts'

interface LayoutMenuProps {
  readonly layout: WallLayout
  /** Seconds between two groups; 0 without rotation. */
  readonly seconds: number
  readonly name: string | undefined
  onOpen(layout: WallLayout, seconds: number, name: string): void
}

const queryKey = ['video', 'layouts']

/** Opens, saves and deletes layouts: the user's own ones, and those that others share. */
export function LayoutMenu({ layout, seconds, name, onOpen }: LayoutMenuProps) {
  const words = useVideoWords()
  const client = useClient()
  const queries = useQueryClient()
  const notify = useNotify()
  const { isPhone } = useShell()
  const me = useModelIndex()?.me.userId
  const { data: part } = useResourcePart('cameraLayout')
  const [anchor, setAnchor] = useState<HTMLElement>()
  const [isSaving, setSaving] = useState(false)
  const { data = [] } = useQuery({ queryKey, queryFn: () => client.cameraLayout.list(), enabled: part !== undefined })
  if (!part) return null
  const shown = data.filter(({ isShared, createUser }) => isShared || createUser === me)
  const open = (one: CameraLayout) => {
    setAnchor(undefined)
    const cameras = one.tiles['cameras']
    onOpen(
      { size: wallSizeOf(one.tileCount), tiles: Array.isArray(cameras) ? cameras.map(String) : [] },
      one.seconds ?? 0,
      one.layoutName,
    )
  }
  const remove = (id: string) =>
    client.cameraLayout.remove([id]).then(
      () => queries.invalidateQueries({ queryKey }),
      (error: Error) => notify(error.message, { type: 'error' }),
    )
  return (
    <>
      <Button
        startIcon={<Bookmark />}
        endIcon={!isPhone && <ChevronDown />}
        aria-haspopup="menu"
        {...(isPhone && { 'aria-label': words('layouts') })}
        onClick={event => setAnchor(event.currentTarget)}
      >
        {!isPhone && <span className="truncate">{name ?? words('layouts')}</span>}
      </Button>
      {anchor && (
        <Menu anchorEl={anchor} open onClose={() => setAnchor(undefined)} slotProps={{ paper: { className: 'menu' } }}>
          {shown.length === 0 && <MenuItem disabled>{words('noLayouts')}</MenuItem>}
          {shown.map(one => (
            <MenuItem key={one.id} selected={one.layoutName === name} onClick={() => open(one)}>
              {one.isShared ? <Users aria-label={words('sharedBy')} /> : <Bookmark aria-hidden />}
              <span className="grow">{one.layoutName}</span>
              {one.createUser === me && (
                <IconButton
                  size="small"
                  aria-label={`${words('remove')} ${one.layoutName}`}
                  onClick={event => {
                    event.stopPropagation()
                    void remove(one.id)
                  }}
                >
                  <Trash2 />
                </IconButton>
              )}
            </MenuItem>
          ))}
          {part.may.includes('add') && (
            <MenuItem
              onClick={() => {
                setAnchor(undefined)
                setSaving(true)
              }}
            >
              <BookmarkPlus aria-hidden /> {words('saveLayout')}
            </MenuItem>
          )}
        </Menu>
      )}
      {isSaving && (
        <SaveDialog
          mayShare={part.resource.fields.find(field => field.name === 'isShared')?.readOnly !== true}
          onClose={() => setSaving(false)}
          save={async (layoutName, isShared) => {
            const kept = shown.find(one => one.layoutName === layoutName && one.createUser === me)
            const values = {
              layoutName,
              tileCount: layout.size,
              tiles: { cameras: layout.tiles },
              seconds: seconds || null,
              ...(isShared && { isShared }),
            }
            await (kept ? client.cameraLayout.update({ id: kept.id, ...values }) : client.cameraLayout.save(values))
            await queries.invalidateQueries({ queryKey })
            onOpen(layout, seconds, layoutName)
            setSaving(false)
          }}
        />
      )}
    </>
  )
}

interface SaveDialogProps {
  readonly mayShare: boolean
  save(name: string, isShared: boolean): Promise<void>
  onClose(): void
}

function SaveDialog({ mayShare, save, onClose }: SaveDialogProps) {
  const words = useVideoWords()
  const notify = useNotify()
  const [name, setName] = useState('')
  const [isShared, setShared] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    await save(name.trim(), isShared).catch((error: Error) => {
      setBusy(false)
      notify(error.message, { type: 'error' })
    })
  }
  return (
    <SheetDialog
      title={words('saveLayout')}
      width={480}
      onClose={onClose}
      foot={close => (
        <>
          <Button onClick={close}>{words('back')}</Button>
          <Button
            type="submit"
            form="save-layout"
            variant="contained"
            color="primary"
            disabled={isBusy || name.trim() === ''}
          >
            {words('save')}
          </Button>
        </>
      )}
    >
      <form id="save-layout" className="stack gap-8" onSubmit={event => void submit(event)}>
        <div className="stack text-13">
          <label htmlFor="layout-name">{words('layoutName')}</label>
          <OutlinedInput
            id="layout-name"
            value={name}
            inputProps={{ maxLength: 50 }}
            onChange={event => setName(event.target.value)}
          />
        </div>
        {mayShare && (
          <FormControlLabel
            control={<Checkbox checked={isShared} />}
            label={words('shared')}
            onChange={(_event, isOn) => setShared(isOn)}
          />
        )}
      </form>
    </SheetDialog>
  )
}
