import Button from '@mui/material/Button'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Cctv, PenTool, Plus, Save, Trash2 } from 'lucide-react'
import { useNotify } from 'ra-core'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { ScreenHead } from '../../engine/web/components/screen-head.tsx'
import { SheetFault, SheetLoading } from '../../engine/web/components/sheet-state.tsx'
import { StatePanel } from '../../engine/web/components/state-panel.tsx'
import { useEngine } from '../../engine/web/data/engine-context.ts'
import { usePage } from '../../engine/web/frame/page-context.ts'
import { useLocalized } from '../../engine/web/words/i18n.ts'
import { CameraSheet } from '../video/camera-tree.tsx'
import { online, useCameras } from '../video/cameras.ts'
import { zoneResources } from '../video/places.ts'
import { Player } from '../video/player.tsx'
import { ShortcutKey, ToolBar } from '../video/tile-tools.tsx'
import { useReviewWords } from './review-words.ts'
import { type Zone, ZoneShapes, zonesOf } from './zone-shapes.tsx'
import './review.css'

interface ZoneRow {
  readonly id: string
  readonly version: number
  readonly zones: unknown
  readonly [name: string]: unknown
}

/** Draws the zones of a template, a rule or a model, which the address names, over the picture of a camera. */
export function DrawZones() {
  const words = useReviewWords()
  const localized = useLocalized()
  const page = usePage()
  const { session } = useEngine()
  const [search] = useSearchParams()
  const [of, id] = [search.get('of') ?? '', search.get('id') ?? '']
  const name = zoneResources[of]
  const path = `/api/wit/v1/${of}`
  const { data, error, refetch } = useQuery({
    queryKey: ['zones', of, id],
    queryFn: () => session.call<ZoneRow>(`${path}/getById`, { query: { id } }),
    enabled: name !== undefined,
    gcTime: 0,
  })
  return (
    <>
      <ScreenHead title={data && name ? String(data[name]) : page && localized(page.title)} />
      {name === undefined ? (
        <StatePanel icon={<PenTool />} title={words('zones')} help={words('zonesNone')} />
      ) : error ? (
        <SheetFault error={error} title={words('zones')} retry={() => void refetch()} />
      ) : data ? (
        <Editor key={id} row={data} path={path} shown={`/wit/${of}/${id}/show`} />
      ) : (
        <SheetLoading />
      )}
    </>
  )
}

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const middle: Zone = [
  [0.3, 0.3],
  [0.7, 0.3],
  [0.7, 0.7],
  [0.3, 0.7],
]
const part = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000

interface EditorProps {
  readonly row: ZoneRow
  readonly path: string
  /** The page of the row. */
  readonly shown: string
}

function Editor({ row, path, shown }: EditorProps) {
  const words = useReviewWords()
  const notify = useNotify()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { session } = useEngine()
  const { data: cameras = [] } = useCameras()
  const [zones, setZones] = useState(() => zonesOf(row.zones))
  const [at, setAt] = useState(0)
  const [chosen, setChosen] = useState<string>()
  const [isChoosing, setChoosing] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const camera = cameras.find(({ id }) => id === chosen) ?? cameras.find(one => one.cameraStatus === online)
  const isWhole = zones.every(zone => zone.length > 2)
  const change = (zone: number, next: Zone) => setZones(zones.map((one, index) => (index === zone ? next : one)))
  const point = ({ clientX, clientY }: PointerEvent): readonly [number, number] => {
    const { left, top, width, height } = frame.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1)
    return [part((clientX - left) / width), part((clientY - top) / height)]
  }
  const add = (zone: Zone) => {
    setZones([...zones, zone])
    setAt(zones.length)
  }
  const save = async () => {
    try {
      const { id, version } = row
      await session.call(`${path}/update`, {
        method: 'PUT',
        body: { id, version, zones: zones.length > 0 ? zones : null },
      })
      await queries.invalidateQueries()
      void navigate(shown)
    } catch (error) {
      notify((error as Error).message, { type: 'error' })
    }
  }
  const onKey = (event: KeyboardEvent, zone: number, index: number) => {
    const points = zones[zone] ?? []
    const [x, y] = points[index] ?? [0, 0]
    const step = steps[event.key]
    if (step) {
      const by = event.shiftKey ? 0.05 : 0.01
      change(zone, points.with(index, [part(x + step[0] * by), part(y + step[1] * by)]))
    } else if (event.key === 'Enter') {
      const [nextX, nextY] = points[(index + 1) % points.length] ?? [x, y]
      change(zone, points.toSpliced(index + 1, 0, [part((x + nextX) / 2), part((y + nextY) / 2)]))
    } else if (event.key === 'Delete' || event.key === 'Backspace') change(zone, points.toSpliced(index, 1))
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="video-main stack grow">
      <div className="centered grow clip night size-box">
        <div
          ref={frame}
          className="video-tile zone-frame no-touch relative min-h-0 white"
          onPointerDown={event => {
            if (event.target instanceof Element && event.target.closest('button, a')) return
            const next = point(event)
            if (zones[at]) change(at, [...zones[at], next])
            else add([next])
          }}
        >
          {camera && <Player name={camera.name} watched={{ camera: camera.id, stream: 'sub' }} />}
          <ZoneShapes zones={zones} />
          {zones.map((zone, number) =>
            zone.map(([x, y], index) => (
              <button
                // biome-ignore lint/suspicious/noArrayIndexKey: a point is its place in the order
                key={`${number} ${index}`}
                type="button"
                className="zone-point absolute circle square-24"
                data-current={number === at}
                style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
                aria-label={words('zonePoint', {
                  ...{ zone: number + 1, point: index + 1 },
                  ...{ x: Math.round(x * 100), y: Math.round(y * 100) },
                })}
                onFocus={() => setAt(number)}
                onKeyDown={event => onKey(event, number, index)}
                onPointerDown={event => event.currentTarget.setPointerCapture(event.pointerId)}
                onPointerMove={event => event.buttons === 1 && change(number, zone.with(index, point(event)))}
              />
            )),
          )}
        </div>
      </div>
      <ToolBar name={camera ? `${camera.entIdName ?? ''} ${camera.name}` : words('zones')}>
        <span className="muted text-12">{words(isWhole ? 'zonesHelp' : 'zonesOpen')}</span>
        <Button startIcon={<Cctv />} onClick={() => setChoosing(true)}>
          {words('camera')}
        </Button>
        <Button startIcon={<Plus />} onClick={() => add(middle)}>
          {words('zoneAdd')}
        </Button>
        <Button
          startIcon={<Trash2 />}
          disabled={!zones[at]}
          onClick={() => {
            setZones(zones.toSpliced(at, 1))
            setAt(Math.max(0, at - 1))
          }}
        >
          {words('zoneRemove')}
        </Button>
        <Button variant="contained" startIcon={<Save />} disabled={!isWhole} onClick={() => void save()}>
          {words('zonesSave')}
        </Button>
      </ToolBar>
      <ShortcutKey keys="n" title={words('zoneAdd')} onUse={() => add(middle)} />
      {isChoosing && (
        <CameraSheet
          title={words('camera')}
          chosen={camera ? [camera.id] : []}
          onClose={() => setChoosing(false)}
          onChoose={([id]) => {
            setChosen(id)
            setChoosing(false)
          }}
        />
      )}
    </div>
  )
}
