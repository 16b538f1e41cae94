import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronLeft, ChevronRight, ChevronUp, Minus, Plus } from 'lucide-react'
import { useNotify } from 'ra-core'
import { type ReactNode, useState } from 'react'
import { useEngine } from '../../engine/web/data/engine-context.ts'
import { KeysShown } from '../../engine/web/frame/keys-shown.tsx'
import { useShell } from '../../engine/web/frame/shell-context.ts'
import type { Shortcut } from '../../engine/web/frame/shortcut-registry.ts'
import { useShortcut } from '../../engine/web/frame/shortcuts.ts'
import { useClient } from '../client.ts'
import { cameraPath } from './places.ts'
import { useVideoWords } from './video-words.ts'
import './video.css'

/** The line under the pictures: what it is about, and what can be done with it. */
export const ToolBar = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div
    className="video-tools row wrap gap-4 fixed tap-44 py-4 px-12 grid-phone columns-3-phone"
    role="toolbar"
    aria-label={name}
  >
    <strong className="grow truncate text-13 video-tools-name">{name}</strong>
    {children}
  </div>
)

interface MenuButtonProps {
  readonly icon: ReactNode
  readonly title: string
  readonly text?: string | undefined
  /** The entries of the menu; what they do closes it first. */
  children(close: (then: () => void) => () => void): ReactNode
}

/** A button of the head that opens a menu; on a phone without its words. */
export function MenuButton({ icon, title, text = title, children }: MenuButtonProps) {
  const { isPhone } = useShell()
  const [anchor, setAnchor] = useState<HTMLElement>()
  const close = (then?: () => void) => () => {
    setAnchor(undefined)
    then?.()
  }
  return (
    <>
      <Button
        {...(isPhone ? { 'aria-label': title } : { startIcon: icon, endIcon: <ChevronDown /> })}
        aria-haspopup="menu"
        onClick={event => setAnchor(event.currentTarget)}
      >
        {isPhone ? icon : <span className="truncate">{text}</span>}
      </Button>
      {anchor && (
        <Menu anchorEl={anchor} open onClose={close()} slotProps={{ paper: { className: 'menu' } }}>
          {children(close)}
        </Menu>
      )}
    </>
  )
}

interface ToolProps extends Pick<Shortcut, 'keys' | 'title'> {
  readonly icon: ReactNode
  readonly isOn?: boolean
  readonly isOff?: boolean
  /** The tiles listen to the key themselves. */
  readonly isOfTiles?: boolean
  onUse(): void
}

/** A button of the line under the pictures, with its key. */
export function Tool({ icon, keys, title, isOn, isOff = false, isOfTiles = false, onUse }: ToolProps) {
  useShortcut({ keys, title, when: !isOff && !isOfTiles }, onUse)
  return (
    <Button
      variant="text"
      size="small"
      className="video-tool"
      startIcon={icon}
      disabled={isOff}
      aria-keyshortcuts={keys}
      {...(isOn !== undefined && { 'aria-pressed': isOn })}
      onClick={onUse}
    >
      {title}
      <KeysShown keys={keys} />
    </Button>
  )
}

/** A key without a button. */
export function ShortcutKey({ onUse, ...shortcut }: Shortcut & { onUse(): void }) {
  useShortcut(shortcut, onUse)
  return null
}

/** The arrows of a camera's motor, and the keys for them. */
export type PtzCommand = 'left' | 'right' | 'up' | 'down' | 'zoomin' | 'zoomout' | 'stop'

interface Preset {
  readonly number: number
  readonly name: string
}

/** The motor of a camera, which stops by itself after three seconds, and the places that it knows: three have keys. */
export function useMotor(camera: string | undefined) {
  const client = useClient()
  const notify = useNotify()
  const { session } = useEngine()
  const { data } = useQuery({
    queryKey: ['video', 'presets', camera],
    queryFn: () => session.call<{ presets: readonly Preset[] }>(cameraPath(String(camera), 'presets')),
    enabled: camera !== undefined,
    staleTime: 60_000,
  })
  const id = String(camera)
  const done = (work: Promise<unknown>) => void work.catch((error: Error) => notify(error.message, { type: 'error' }))
  return {
    presets: data?.presets.slice(0, 3) ?? [],
    move: (command: PtzCommand) => done(client.entCamera.ptz({ id, command })),
    go: (number: number) => done(client.entCamera.preset({ id, number })),
  }
}

/** The place of each in a grid. */
const arrows = [
  ['up', 'ptzUp', ChevronUp, '1 / 2'],
  ['left', 'ptzLeft', ChevronLeft, '2 / 1'],
  ['right', 'ptzRight', ChevronRight, '2 / 3'],
  ['down', 'ptzDown', ChevronDown, '3 / 2'],
  ['zoomin', 'ptzIn', Plus, '1 / 4'],
  ['zoomout', 'ptzOut', Minus, '3 / 4'],
] as const

/** The motor of a camera, over its picture: moves while a button is held. */
export function Ptz({ motor: { move, presets, go } }: { readonly motor: ReturnType<typeof useMotor> }) {
  const words = useVideoWords()
  return (
    <fieldset className="ptz" aria-label={words('ptz')}>
      {arrows.map(([command, title, Icon, gridArea]) => (
        <IconButton
          key={command}
          style={{ gridArea }}
          aria-label={words(title)}
          onPointerDown={event => {
            event.currentTarget.setPointerCapture(event.pointerId)
            move(command)
          }}
          onPointerUp={() => move('stop')}
          onKeyDown={event => event.key === 'Enter' && !event.repeat && move(command)}
        >
          <Icon />
        </IconButton>
      ))}
      <div className="row gap-4">
        {presets.map(({ number, name }, at) => (
          <Button key={number} size="small" onClick={() => go(number)}>
            {name} {at + 1}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}
