import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import {
  ChevronLeft,
  ChevronRight,
  FolderTree,
  History,
  Maximize2,
  Minimize2,
  Move,
  Pause,
  Play,
  Plus,
  Repeat,
  Volume2,
  X,
} from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { ScreenHead } from '../../engine/web/components/screen-head.tsx'
import { Segment, Segments } from '../../engine/web/components/segments.tsx'
import { useModelIndex, useResourcePart } from '../../engine/web/data/resource-part.ts'
import { usePage } from '../../engine/web/frame/page-context.ts'
import { useShell } from '../../engine/web/frame/shell-context.ts'
import { useShownKeys } from '../../engine/web/frame/shortcuts.ts'
import { useLocalized } from '../../engine/web/words/i18n.ts'
import { CameraSheet, CameraTree, cameraDrag } from './camera-tree.tsx'
import { type Camera, offlineOf, online, useCameras, useCamerasOf } from './cameras.ts'
import { EvidenceTools } from './evidence.tsx'
import { LayoutMenu } from './layout-menu.tsx'
import { NowStrip } from './now-strip.tsx'
import { playbackAddress } from './places.ts'
import { Player, TileState, useSeconds } from './player.tsx'
import { MenuButton, Ptz, type PtzCommand, ShortcutKey, Tool, ToolBar, useMotor } from './tile-tools.tsx'
import { useVideoWords } from './video-words.ts'
import {
  addressOfLayout,
  emptyPlace,
  exchanged,
  layoutIn,
  sideOf,
  sizeFor,
  tilesOf,
  type WallLayout,
  wallGroups,
  wallSizes,
  withCameras,
} from './wall-layout.ts'

const rotations = [0, 10, 15, 30, 60] as const
const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const
const ptzKeys: Readonly<Record<string, PtzCommand>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  '+': 'zoomin',
  '=': 'zoomin',
  '-': 'zoomout',
}

/** Live pictures of many cameras. The address names the layout, so that a link and a reload show the same. */
export function CameraWall() {
  const words = useVideoWords()
  const localized = useLocalized()
  const navigate = useNavigate()
  const page = usePage()
  const { isPhone } = useShell()
  const isNarrow = useMediaQuery(useTheme().breakpoints.down('md'))
  const { data: cameras } = useCameras()
  const may = useResourcePart('entCamera').data?.may ?? []
  const { layout, seconds, name, current, change, address, open } = useWallAddress(isPhone, cameras)
  const known = useCamerasOf(layout.tiles)
  const [place, setPlace] = useState(0)
  const [isSingle, setSingle] = useState(false)
  const [isPaused, setPaused] = useState(false)
  const [isMoving, setMoving] = useState(false)
  const [sound, setSound] = useState('')
  const [isChoosing, setChoosing] = useState(false)
  const screen = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLUListElement>(null)
  const groups = wallGroups(layout)
  const [group, setGroup] = useRotation(groups, isPaused || isSingle || isMoving ? 0 : seconds)
  const tiles = tilesOf(layout, group)
  const at = Math.min(place, layout.size - 1)
  const camera = known.get(tiles[at] ?? '')
  const id = camera?.id ?? ''
  const motor = useMotor(isMoving && camera ? id : undefined)
  useWallKeys()

  const put = (ids: readonly string[], to = group * layout.size + at) => {
    change(withCameras(current(), to, ids))
    setChoosing(false)
  }
  const choose = (ids: readonly string[]) => {
    const now = current()
    const isFree = (tilesOf(now, group)[at] ?? '') === ''
    const to = isFree || isChoosing ? group * now.size + at : emptyPlace(now, group)
    setPlace(to - group * now.size)
    put(ids, to)
  }
  const select = (next: number) => {
    setPlace(next)
    grid.current?.querySelectorAll<HTMLElement>('[data-tile]')[isSingle ? 0 : next]?.focus()
  }
  const full = () => (document.fullscreenElement ? document.exitFullscreen() : screen.current?.requestFullscreen())
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const side = Math.ceil(Math.sqrt(layout.size))
    const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -side, ArrowDown: side }
    const command = isMoving && camera ? ptzKeys[event.key] : undefined
    const size = event.shiftKey ? wallSizes[Number(/^Digit([1-4])$/.exec(event.code)?.[1]) - 1] : undefined
    const step = steps[event.key]
    if (command) {
      if (!event.repeat) motor.move(command)
    } else if (size) change({ ...current(), size })
    else if (step !== undefined) select(Math.min(layout.size - 1, Math.max(0, at + step)))
    else if (event.key === 'Enter') {
      if (camera) setSingle(!isSingle)
      else if (isNarrow) setChoosing(true)
    } else if (event.key === ' ') setPaused(!isPaused)
    else if (event.key === 'Escape' && isSingle) setSingle(false)
    else if (event.key === 'Delete' && camera) put([''])
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const chosen = id === '' ? [] : [id]
  return (
    <>
      <ScreenHead title={page && localized(page.title)}>
        {isNarrow && (
          <IconButton aria-label={words('cameras')} onClick={() => setChoosing(true)}>
            <FolderTree />
          </IconButton>
        )}
        <LayoutMenu address={address} name={name} onOpen={open} />
        {!isPhone && (
          <Segments label={words('size')} isLabelHidden>
            {wallSizes.map(size => (
              <Segment key={size} isOn={layout.size === size} onChoose={() => change({ ...current(), size })}>
                {size}
              </Segment>
            ))}
          </Segments>
        )}
        <RotationMenu seconds={seconds} onChange={next => change(current(), next)} />
        {!isPhone && (
          <Button variant="contained" color="primary" startIcon={<Maximize2 />} onClick={() => void full()}>
            {words('fullScreen')}
          </Button>
        )}
      </ScreenHead>
      <ShortcutKey keys="f" title={words('fullScreen')} onUse={() => void full()} />
      {digits.map((digit, index) => (
        <ShortcutKey
          key={digit}
          keys={digit}
          title={words('select')}
          onUse={() => {
            const preset = isMoving ? motor.presets[index] : undefined
            if (preset) motor.go(preset.number)
            else if (index < layout.size) select(index)
          }}
        />
      ))}
      <div className="flex grow ruled">
        {!isNarrow && (
          <nav className="stack gap-8 fixed ruled-right w-256 p-12">
            <CameraTree chosen={chosen} onChoose={choose} />
          </nav>
        )}
        <div ref={screen} className="video-main stack grow">
          <ul
            ref={grid}
            className="video-grid grow grid gap-2 night"
            aria-label={words('wall')}
            data-size={isSingle ? 1 : layout.size}
            style={sideOf(isSingle ? 1 : layout.size)}
            onKeyDown={onKeyDown}
            onKeyUp={event => isMoving && ptzKeys[event.key] && motor.move('stop')}
          >
            {tiles.map((tile, index) => {
              if (isSingle && index !== at) return null
              return (
                <Tile
                  // biome-ignore lint/suspicious/noArrayIndexKey: the place is what it is
                  key={index}
                  place={index}
                  camera={known.get(tile)}
                  id={tile}
                  isSelected={index === at}
                  isFull={isSingle || layout.size === 1}
                  hasSound={tile !== '' && tile === sound}
                  onSelect={() => {
                    select(index)
                    if (tile === '' && isNarrow) setChoosing(true)
                  }}
                  onFull={() => setSingle(!isSingle)}
                  onPut={ids => put(ids, group * layout.size + index)}
                  onExchange={from =>
                    change(exchanged(current(), group * layout.size + from, group * layout.size + index))
                  }
                >
                  {isMoving && index === at && camera && <Ptz motor={motor} />}
                </Tile>
              )
            })}
          </ul>
          {groups > 1 && (
            <div className="row gap-8 inset text-12 relative fixed min-h-32">
              <IconButton
                size="small"
                aria-label={words('previousGroup')}
                onClick={() => setGroup((group + groups - 1) % groups)}
              >
                <ChevronLeft />
              </IconButton>
              <span className="num">{words('group', { at: group + 1, count: groups })}</span>
              <IconButton size="small" aria-label={words('nextGroup')} onClick={() => setGroup((group + 1) % groups)}>
                <ChevronRight />
              </IconButton>
              {seconds > 0 && (
                <IconButton
                  size="small"
                  aria-pressed={isPaused}
                  aria-label={words(isPaused ? 'play' : 'pause')}
                  onClick={() => setPaused(!isPaused)}
                >
                  {isPaused ? <Play /> : <Pause />}
                </IconButton>
              )}
              {seconds > 0 && !isPaused && !isSingle && (
                <i
                  key={group}
                  className="video-turn absolute full muted-ground"
                  style={{ animationDuration: `${seconds}s` }}
                />
              )}
            </div>
          )}
          <ToolBar name={camera ? `${camera.entIdName ?? ''} ${camera.name}` : words('empty')}>
            <EvidenceTools camera={camera} letterKey="l" />
            <Tool
              icon={<History />}
              keys="b"
              title={words('toPlayback')}
              isOff={!camera || !may.includes('getBackUrl')}
              onUse={() => void navigate(playbackAddress(id))}
            />
            <Tool
              icon={<Move />}
              keys="p"
              title={words('ptz')}
              isOn={isMoving}
              isOff={!camera || !may.includes('ptz')}
              onUse={() => {
                setMoving(!isMoving)
                select(at)
              }}
            />
            <Tool
              icon={<Volume2 />}
              keys="m"
              title={words('sound')}
              isOn={id !== '' && sound === id}
              isOff={!camera}
              onUse={() => setSound(sound === id ? '' : id)}
            />
            <Tool
              icon={isSingle ? <Minimize2 /> : <Maximize2 />}
              keys="enter"
              isOfTiles
              title={words(isSingle ? 'back' : 'single')}
              isOff={!camera}
              onUse={() => setSingle(!isSingle)}
            />
            <Tool isOfTiles icon={<X />} keys="delete" title={words('clear')} isOff={!camera} onUse={() => put([''])} />
          </ToolBar>
          <NowStrip />
        </div>
      </div>
      {isNarrow && isChoosing && (
        <CameraSheet title={words('cameras')} chosen={chosen} onChoose={choose} onClose={() => setChoosing(false)} />
      )}
    </>
  )
}

interface TileProps {
  readonly place: number
  /** Empty for an empty tile. */
  readonly id: string
  readonly camera: Camera | undefined
  readonly isSelected: boolean
  readonly isFull: boolean
  readonly hasSound: boolean
  onSelect(): void
  onFull(): void
  onPut(cameras: readonly string[]): void
  onExchange(from: number): void
  readonly children: React.ReactNode
}

function Tile({ place, id, camera, isSelected, isFull, hasSound, children, ...on }: TileProps) {
  const words = useVideoWords()
  const { isPhone } = useShell()
  const name = camera ? `${camera.entIdName ?? ''} ${camera.name}` : ''
  // A click on the picture selects the tile, a drag exchanges it.
  const cover = (
    <button
      type="button"
      data-tile={place}
      className="tile-cover fill"
      aria-label={words('tile', { place: place + 1, name: name || words('empty') })}
      aria-pressed={isSelected}
      tabIndex={isSelected ? 0 : -1}
      draggable={id !== ''}
      onDragStart={event => event.dataTransfer.setData('text/plain', String(place))}
      onClick={on.onSelect}
      onDoubleClick={() => id !== '' && on.onFull()}
    />
  )
  return (
    <li
      className="video-tile relative min-h-0 white"
      data-selected={isSelected}
      onDragOver={event => event.preventDefault()}
      onDrop={event => {
        event.preventDefault()
        const ids = event.dataTransfer.getData(cameraDrag)
        const from = event.dataTransfer.getData('text/plain')
        if (ids !== '') on.onPut(ids.split(','))
        else if (/^\d+$/.test(from)) on.onExchange(Number(from))
      }}
    >
      {id === '' ? (
        <>
          <TileState icon={<Plus />} title={words('empty')} help={words(isPhone ? 'emptyPhone' : 'emptyHelp')} />
          {cover}
        </>
      ) : (
        <Player
          name={name}
          watched={{ camera: id, stream: isFull ? 'main' : 'sub' }}
          hasSound={hasSound}
          canZoom={isFull}
          offline={camera && offlineOf(camera)}
        >
          {cover}
        </Player>
      )}
      {camera && (
        <p className="tile-name row gap-8 text-12 absolute no-pointer">
          <span className="grow truncate">
            <strong>{camera.entIdName}</strong> {camera.name}
          </span>
          <TileClock />
        </p>
      )}
      {children}
    </li>
  )
}

/** The time of the server's zone, as in snapshots. */
function TileClock() {
  const zone = useModelIndex()?.zone ?? 'UTC'
  return <time className="num">{new Date(useSeconds()).toLocaleTimeString('sv-SE', { timeZone: zone })}</time>
}

function RotationMenu({ seconds, onChange }: { readonly seconds: number; onChange(seconds: number): void }) {
  const words = useVideoWords()
  const title = (value: number) => (value === 0 ? words('rotationOff') : words('rotationOf', { seconds: value }))
  return (
    <MenuButton icon={<Repeat />} title={words('rotation')} text={seconds === 0 ? undefined : title(seconds)}>
      {close =>
        rotations.map(value => (
          <MenuItem key={value} selected={value === seconds} onClick={close(() => onChange(value))}>
            {title(value)}
          </MenuItem>
        ))
      }
    </MenuButton>
  )
}

/** The layout in the address; without one, the cameras that are on. A phone shows two at a time. */
function useWallAddress(isPhone: boolean, cameras: readonly Camera[] | undefined) {
  const [search, setSearch] = useSearchParams()
  const usual = useMemo((): WallLayout => {
    const on = cameras?.filter(({ cameraStatus }) => cameraStatus === online).map(({ id }) => id) ?? []
    return { size: sizeFor(Math.min(9, on.length)), tiles: on.slice(0, 64) }
  }, [cameras])
  const shown = ({ size, tiles }: WallLayout): WallLayout => ({ size: isPhone && size > 1 ? 2 : size, tiles })
  const secondsIn = (query: URLSearchParams) => Number(query.get('rotate') ?? 0) || 0
  // The address changes at once, its rendering later: two quick changes must not start from the same layout.
  const address = () => new URLSearchParams(window.location.search)
  const named = () => layoutIn(address()) ?? usual
  const addressOf = (next: WallLayout, rotation: number) =>
    new URLSearchParams({ ...addressOfLayout(next), ...(rotation > 0 && { rotate: String(rotation) }) })
  return {
    layout: shown(layoutIn(search) ?? usual),
    seconds: secondsIn(search),
    name: search.get('layout') ?? undefined,
    /** The layout that the next change starts from. */
    current: () => shown(named()),
    change: (next: WallLayout, rotation = secondsIn(address())) =>
      setSearch(addressOf(isPhone && next.size === 2 ? { ...next, size: named().size } : next, rotation), {
        replace: true,
      }),
    /** What a saved layout keeps. */
    address: String(addressOf(layoutIn(search) ?? usual, secondsIn(search))),
    open: (saved: string, layout: string) =>
      setSearch({ ...Object.fromEntries(new URLSearchParams(saved)), layout }, { replace: true }),
  }
}

/** The group that is shown: the next one after so many seconds, none after 0. */
function useRotation(groups: number, seconds: number) {
  const [group, setGroup] = useState(0)
  const shown = Math.min(group, groups - 1)
  useEffect(() => {
    if (seconds === 0 || groups < 2) return
    const timer = setTimeout(() => setGroup((shown + 1) % groups), seconds * 1000)
    return () => clearTimeout(timer)
  }, [shown, groups, seconds])
  return [shown, setGroup] as const
}

/** Lists the keys that the tiles handle themselves. */
function useWallKeys(): void {
  const words = useVideoWords()
  const keys = useMemo(
    () =>
      [
        ['enter', words('single')],
        ['space', words('pause')],
        ['delete', words('clear')],
        ['shift+1', words('size')],
        ['shift+4', words('size')],
      ] as const,
    [words],
  )
  useShownKeys('page', keys)
}
