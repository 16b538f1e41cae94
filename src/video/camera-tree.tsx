import OutlinedInput from '@mui/material/OutlinedInput'
import { ChevronDown, ChevronRight, Search } from 'lucide-react'
import { type DragEvent, type KeyboardEvent, useRef, useState } from 'react'
import { SheetDialog } from '../../engine/web/components/dialog.tsx'
import { SheetFault, SheetLoading } from '../../engine/web/components/sheet-state.tsx'
import { StatePanel } from '../../engine/web/components/state-panel.tsx'
import { useShortcut } from '../../engine/web/frame/shortcuts.ts'
import { branchesOf, type Camera, type CameraBranch, online, useCameras } from './cameras.ts'
import { useVideoWords } from './video-words.ts'

/** The type of what is dragged onto a tile: ids of cameras, parted by commas. */
export const cameraDrag = 'text/x-cameras'

interface CameraTreeProps {
  /** Ids of cameras that are marked as shown. */
  readonly chosen: readonly string[]
  /** A camera, or all of a business: by a click, by Enter, or by a drag onto a tile. */
  onChoose(cameras: readonly string[]): void
}

interface TreeRow {
  readonly key: string
  readonly ids: readonly string[]
  readonly branch: CameraBranch
  readonly camera?: Camera
}

/** Businesses with their cameras, and a search over both. */
export function CameraTree({ chosen, onChoose }: CameraTreeProps) {
  const words = useVideoWords()
  const [text, setText] = useState('')
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [active, setActive] = useState('')
  const search = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const { data, error, refetch } = useCameras(text.trim())
  useShortcut({ keys: '/', title: words('find') }, () => search.current?.focus())
  if (error) return <SheetFault error={error} title={words('cameras')} retry={() => void refetch()} />
  if (!data) return <SheetLoading />
  if (data.length === 0 && text === '')
    return <StatePanel icon={<Search />} title={words('noCameras')} help={words('noCamerasHelp')} />
  const branches = branchesOf(data, text)
  const isOpen = (id: string) => text.trim() !== '' || branches.length === 1 || open.has(id)
  const rows: readonly TreeRow[] = branches.flatMap(branch => [
    { key: branch.id, ids: branch.cameras.map(({ id }) => id), branch },
    ...(isOpen(branch.id) ? branch.cameras.map(camera => ({ key: camera.id, ids: [camera.id], branch, camera })) : []),
  ])
  const at = Math.max(
    0,
    rows.findIndex(({ key }) => key === active),
  )
  const focus = (next: number) => {
    const row = rows[Math.min(rows.length - 1, Math.max(0, next))]
    if (!row) return
    setActive(row.key)
    list.current?.querySelector<HTMLElement>(`[data-key="${row.key}"]`)?.focus()
  }
  const toggle = (id: string, isNowOpen: boolean) => {
    const next = new Set(open)
    if (isNowOpen) next.add(id)
    else next.delete(id)
    setOpen(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[at]
    if (!row) return
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => focus(at + 1),
      ArrowUp: () => focus(at - 1),
      Home: () => focus(0),
      End: () => focus(rows.length - 1),
      ArrowRight: () => (row.camera || isOpen(row.key) ? focus(at + 1) : toggle(row.key, true)),
      ArrowLeft: () =>
        row.camera ? focus(rows.findIndex(({ key }) => key === row.branch.id)) : toggle(row.key, false),
      Enter: () => onChoose(row.ids),
    }
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    event.stopPropagation()
    move()
  }
  return (
    <>
      <OutlinedInput
        inputRef={search}
        className="fixed"
        value={text}
        placeholder={words('find')}
        startAdornment={<Search aria-hidden />}
        inputProps={{ 'aria-label': words('find') }}
        onChange={event => setText(event.target.value)}
        onKeyDown={event => event.key === 'ArrowDown' && focus(0)}
      />
      {rows.length === 0 && <p className="muted text-13">{words('noMatch')}</p>}
      <ul
        ref={list}
        role="tree"
        aria-label={words('cameras')}
        className="camera-tree grow scroll"
        onKeyDown={onKeyDown}
      >
        {rows.map(({ key, ids, branch, camera }, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the tree listens to the keys
          <li
            key={key}
            role="treeitem"
            data-key={key}
            aria-level={camera ? 2 : 1}
            aria-selected={ids.every(id => chosen.includes(id))}
            {...(!camera && { 'aria-expanded': isOpen(key) })}
            tabIndex={place === at ? 0 : -1}
            className="row gap-8 tap-44-phone round-6 ring-in h-32 px-8 no-press hovers h-44-phone"
            draggable
            onFocus={() => setActive(key)}
            onDragStart={event => drag(event, ids)}
            onClick={() => (camera ? onChoose(ids) : toggle(key, !isOpen(key)))}
          >
            {camera ? (
              <Status camera={camera} />
            ) : isOpen(key) ? (
              <ChevronDown aria-hidden />
            ) : (
              <ChevronRight aria-hidden />
            )}
            <span className="grow truncate">{camera?.name ?? branch.name}</span>
            {camera ? (
              camera.cameraStatus !== online && <small className="quiet">{words('offline')}</small>
            ) : (
              <small className="quiet num">
                {branch.cameras.filter(({ cameraStatus }) => cameraStatus === online).length}/{ids.length}
              </small>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

interface CameraSheetProps extends CameraTreeProps {
  readonly title: string
  onClose(): void
}

/** The tree as a sheet, on a phone over the whole page. */
export function CameraSheet({ title, onClose, ...tree }: CameraSheetProps) {
  return (
    <SheetDialog title={title} width={480} onClose={onClose}>
      <div className="stack gap-8" style={{ height: '60vh' }}>
        <CameraTree {...tree} />
      </div>
    </SheetDialog>
  )
}

const Status = ({ camera }: { readonly camera: Camera }) => (
  <i className="camera-dot fixed circle square-8" data-online={camera.cameraStatus === online} aria-hidden />
)

function drag(event: DragEvent, ids: readonly string[]): void {
  event.dataTransfer.setData(cameraDrag, ids.join(','))
  event.dataTransfer.effectAllowed = 'copy'
}
