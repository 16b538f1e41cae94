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
  <div className="video-tools row wrap gap-4" role="toolbar" aria-label={name}>
    <strong className="grow truncate text-13 video-tools-name">{name}</strong>
    {children}
  </div>
)

interface MenuButtonProps {
  readonly icon: ReactNode
  readonly title: string
  readonly text?: string | undefined
  /** The entries of the menu, which close it. */
  children(close: () => void): ReactNode
}

/** A button of the head that opens a menu; on a phone without its words. */
export function MenuButton({ icon, title, text = title, children }: MenuButtonProps) {
  const { isPhone } = useShell()
  const [anchor, setAnchor] = useState<HTMLElement>()
  const close = () => setAnchor(undefined)
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
        <Menu anchorEl={anchor} open onClose={close} slotProps={{ paper: { className: 'menu' } }}>
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

/** Sends commands to the motor; it stops by itself after three seconds. */
export function usePtz(camera: string) {
  const client = useClient()
  const notify = useNotify()
  return (command: PtzCommand) =>
    void client.entCamera.ptz({ id: camera, command }).catch((error: Error) => notify(error.message, { type: 'error' }))
}

interface Preset {
  readonly number: number
  readonly name: string
}

/** The places that a camera knows; the first three have keys. */
export function usePresets(camera: string | undefined) {
  const client = useClient()
  const notify = useNotify()
  const { session } = useEngine()
  const { data } = useQuery({
    queryKey: ['video', 'presets', camera],
    queryFn: () => session.call<{ presets: readonly Preset[] }>(cameraPath(String(camera), 'presets')),
    enabled: camera !== undefined,
    staleTime: 60_000,
  })
  const go = (number: number) =>
    void client.entCamera
      .preset({ id: String(camera), number })
      .catch((error: Error) => notify(error.message, { type: 'error' }))
  return { presets: data?.presets.slice(0, 3) ?? [], go }
}

const arrows = [
  ['up', 'ptzUp', ChevronUp],
  ['left', 'ptzLeft', ChevronLeft],
  ['right', 'ptzRight', ChevronRight],
  ['down', 'ptzDown', ChevronDown],
  ['zoomin', 'ptzIn', Plus],
  ['zoomout', 'ptzOut', Minus],
] as const

/** The motor of a camera, over its picture: moves while a button is held. */
export function Ptz({ camera }: { readonly camera: string }) {
  const words = useVideoWords()
  const send = usePtz(camera)
  const { presets, go } = usePresets(camera)
  return (
    <fieldset className="ptz" aria-label={words('ptz')}>
      {arrows.map(([command, title, Icon]) => (
        <IconButton
          key={command}
          data-at={command}
          aria-label={words(title)}
          onPointerDown={event => {
            event.currentTarget.setPointerCapture(event.pointerId)
            send(command)
          }}
          onPointerUp={() => send('stop')}
          onKeyDown={event => event.key === 'Enter' && !event.repeat && send(command)}
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
