import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronLeft, ChevronRight, ChevronUp, Minus, Plus } from 'lucide-react'
import { useNotify } from 'ra-core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useEngine } from '../../engine/web/data/engine-context.ts'
import type { Shortcut } from '../../engine/web/frame/shortcut-registry.ts'
import { useShortcut } from '../../engine/web/frame/shortcuts.ts'
import { useVideoWords } from './video-words.ts'

interface ToolProps extends Pick<Shortcut, 'keys' | 'title'> {
  readonly icon: ReactNode
  readonly isOn?: boolean
  readonly isOff?: boolean
  onUse(): void
}

/** A button of the line under the pictures, with its key. */
export function Tool({ icon, keys, title, isOn, isOff = false, onUse }: ToolProps) {
  useShortcut({ keys, title, when: !isOff }, onUse)
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
      <kbd aria-hidden>{keys === 'enter' ? 'Enter' : keys.toUpperCase()}</kbd>
    </Button>
  )
}

/** A key without a button. */
export function ShortcutKey({ onUse, ...shortcut }: Shortcut & { onUse(): void }) {
  useShortcut(shortcut, onUse)
  return null
}

/** Saves the picture of a camera as a record, at a time of its recording or the present one. */
export function useSnapshot() {
  const words = useVideoWords()
  const notify = useNotify()
  const { session } = useEngine()
  return async (id: string, at?: string) => {
    try {
      const { screenshotId } = await session.call<{ screenshotId: string }>('/api/ent/v1/entCamera/snapshot', {
        method: 'POST',
        body: { id, ...(at !== undefined && { at }) },
      })
      const link = `/ent/entCameraScreenshot/${screenshotId}/show`
      notify(words('snapshotDone'), {
        type: 'success',
        action: (
          <Button size="small" variant="text" component={Link} to={link}>
            {words('openRecord')}
          </Button>
        ),
      })
    } catch (error) {
      notify((error as Error).message, { type: 'error' })
    }
  }
}

/** The arrows of a camera's motor, and the keys for them. */
export type PtzCommand = 'left' | 'right' | 'up' | 'down' | 'zoomin' | 'zoomout' | 'stop'

/** Sends commands to the motor; it stops by itself after three seconds. */
export function usePtz(camera: string) {
  const notify = useNotify()
  const { session } = useEngine()
  return (command: PtzCommand) =>
    void session
      .call('/api/ent/v1/entCamera/ptz', { method: 'POST', body: { id: camera, command } })
      .catch((error: Error) => notify(error.message, { type: 'error' }))
}

interface Preset {
  readonly number: number
  readonly name: string
}

/** The places that a camera knows; the first three have keys. */
export function usePresets(camera: string | undefined) {
  const notify = useNotify()
  const { session } = useEngine()
  const { data } = useQuery({
    queryKey: ['video', 'presets', camera],
    queryFn: () => session.call<{ presets: readonly Preset[] }>(`/api/video/v1/cameras/${camera}/presets`),
    enabled: camera !== undefined,
    staleTime: 60_000,
  })
  const go = (number: number) =>
    void session
      .call('/api/ent/v1/entCamera/preset', { method: 'POST', body: { id: camera, number } })
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
