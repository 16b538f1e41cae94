import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import { Camera as CameraIcon, Gavel, ShieldCheck } from 'lucide-react'
import { useNotify } from 'ra-core'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { statusOf } from '../../engine/web/data/request-fault.ts'
import { useModelIndex, useResourcePart } from '../../engine/web/data/resource-part.ts'
import { useClient } from '../client.ts'
import type { Camera } from './cameras.ts'
import { useClipExport } from './clip-export.tsx'
import { LetterDialog } from './letter-dialog.tsx'
import { recordPage } from './places.ts'
import { TextDialog } from './text-dialog.tsx'
import { Tool } from './tile-tools.tsx'
import { clockOf, nowIn, second, type WallSpan, wallTextOf } from './timeline-scale.ts'
import { useVideoWords } from './video-words.ts'

/** The seconds before a live picture that are kept with it, and those for which it is the one that is meant. */
const [before, meant] = [30, 120]

/** A frame that was stored in this visit; without an id where the gateway takes none. */
interface Shot {
  readonly camera: Camera
  readonly id?: string
  readonly url?: string | null
  readonly time: number
  /** With a reason: the next one is another frame. */
  readonly isDone?: boolean
}

interface EvidenceToolsProps {
  readonly camera: Camera | undefined
  /** The time of a recording; the present one without it. */
  readonly at?: number
  /** The part of the recording that is kept with the frame. */
  readonly selection?: WallSpan | undefined
  readonly letterKey: 'l' | 'shift+l'
}

/** From a picture to a letter by three keys: store the frame, keep it with its footage and a reason, draft the letter. */
export function EvidenceTools({ camera, at, selection, letterKey }: EvidenceToolsProps) {
  const words = useVideoWords()
  const notify = useNotify()
  const client = useClient()
  const zone = useModelIndex()?.zone ?? 'UTC'
  const may = useResourcePart('entCamera').data?.may ?? []
  const mayRaise = [useResourcePart('entCameraScreenshot'), useResourcePart('entWarningLog')].every(({ data }) =>
    data?.may.includes('raise'),
  )
  const [kept, setKept] = useState<Shot>()
  const [open, setOpen] = useState<'evidence' | 'letter'>()
  const mayKeep = camera !== undefined && may.includes('snapshot')
  const latest = useRef<{ readonly of: string | undefined; readonly shot: Promise<Shot | undefined> }>(undefined)
  const isMeant = (shot: Shot) => (at === undefined ? nowIn(zone) - shot.time < meant * second : shot.time === at)

  const take = async (): Promise<Shot | undefined> => {
    if (!camera) return undefined
    const time = at ?? nowIn(zone)
    try {
      const when = at === undefined ? {} : { at: wallTextOf(at) }
      const { screenshotId: id, url } = await client.entCamera.snapshot({ id: camera.id, ...when })
      return { camera, id, url, time }
    } catch (error) {
      // A gateway without pictures: its recording alone can be kept.
      if (statusOf(error) === 409 && may.includes('getBackVideoUrl')) return { camera, time }
      notify((error as Error).message, { type: 'error' })
      return undefined
    }
  }
  const said = (text: string, id: string) =>
    notify(text, {
      type: 'success',
      action: (
        <Button size="small" variant="text" component={Link} to={recordPage('entCameraScreenshot', id)}>
          {words('openRecord')}
        </Button>
      ),
    })
  const begin = async (what: 'snapshot' | 'evidence' | 'letter') => {
    const { current } = latest
    // A key that is pressed before the frame of the key before it is stored means that frame; a new one never waits.
    const known = what !== 'snapshot' && current?.of === camera?.id ? await current?.shot : undefined
    const isNew = !known || !isMeant(known) || (what === 'evidence' && known.isDone)
    const taken = isNew ? take() : Promise.resolve(known)
    latest.current = { of: camera?.id, shot: taken }
    const shot = await taken
    if (!shot) return
    // A frame that is stored late changes no dialog that is open meanwhile.
    if (what === 'snapshot' && shot.id !== undefined) return said(words('snapshotDone'), shot.id)
    setKept(shot)
    setOpen(what === 'letter' && shot.id !== undefined ? 'letter' : 'evidence')
  }
  const tools = [
    ['snapshot', 's', CameraIcon, mayKeep],
    ['evidence', 'e', ShieldCheck, mayKeep],
    ['letter', letterKey, Gavel, mayKeep && mayRaise],
  ] as const
  return (
    <>
      {tools.map(([what, keys, Icon, isOn]) => (
        <Tool key={what} icon={<Icon />} keys={keys} title={words(what)} isOff={!isOn} onUse={() => void begin(what)} />
      ))}
      {kept && open === 'evidence' && (
        <KeepDialog
          shot={kept}
          span={
            may.includes('getBackVideoUrl')
              ? (selection ?? { from: kept.time - before * second, to: kept.time })
              : undefined
          }
          onClose={id => {
            setOpen(undefined)
            if (id === undefined) return
            const done = { ...kept, id, isDone: true }
            latest.current = { of: kept.camera.id, shot: Promise.resolve(done) }
            setKept(done)
            said(words('evidenceDone'), id)
          }}
        />
      )}
      {kept?.id && open === 'letter' && (
        <LetterDialog
          of={kept.id}
          ent={kept.camera.entIdName ?? ''}
          time={wallTextOf(kept.time)}
          picture={<Frame shot={kept} />}
          warning={async () => {
            const found = await client.entWarningLog.find({ screenshotId: kept.id })
            if (found) return found
            await client.entCameraScreenshot.raise({ id: String(kept.id) })
            return client.entWarningLog.find({ screenshotId: kept.id })
          }}
          onClose={text => {
            setOpen(undefined)
            if (text !== undefined) notify(text, { type: 'success' })
          }}
        />
      )}
    </>
  )
}

/** The stored frame under a watermark, which the file itself does not have: where, when and who. */
function Frame({ shot: { camera, time, url } }: { readonly shot: Shot }) {
  const who = useModelIndex()?.me.name
  if (!url) return null
  return (
    <figure className="video-tile m-0 round-6 relative min-h-0 white">
      <img className="block full" src={url} alt={camera.name} />
      <figcaption className="tile-name row spread text-12 absolute no-pointer">
        <span>{[camera.entIdName, camera.name, who].filter(Boolean).join('  ')}</span>
        <time className="num">{wallTextOf(time)}</time>
      </figcaption>
    </figure>
  )
}

interface KeepDialogProps {
  readonly shot: Shot
  /** Footage that can be kept, too; undefined without the right. */
  readonly span: WallSpan | undefined
  onClose(id?: string): void
}

/** Why a frame is evidence, and whether the footage around it is stored with it. */
function KeepDialog({ shot, span, onClose }: KeepDialogProps) {
  const words = useVideoWords()
  const client = useClient()
  const { id, camera, time } = shot
  const { progress, exported } = useClipExport(camera.id)
  const keep = async (why: string, hasFilm: boolean) => {
    const film = span && hasFilm ? await exported(span) : undefined
    const kept = await client.entCamera.snapshot({
      ...{ id: camera.id, why },
      ...(film && { clip: film.clip }),
      ...(id === undefined ? { at: wallTextOf(time) } : { screenshotId: id }),
    })
    onClose(kept.screenshotId)
  }
  return (
    <TextDialog
      title={words('evidence')}
      help={`${camera.entIdName ?? ''} ${camera.name} ${wallTextOf(time)}`}
      label={words('why')}
      hint={words('whyHelp')}
      max={60}
      check={
        span && {
          label: words('withFilm', { from: clockOf(span.from), to: clockOf(span.to) }),
          isOn: true,
          isFixed: id === undefined,
        }
      }
      action={words('evidence')}
      onSubmit={keep}
      onClose={() => onClose()}
    >
      <Frame shot={shot} />
      {progress !== undefined && (
        <LinearProgress variant="determinate" value={progress * 100} aria-label={words('clip')} />
      )}
    </TextDialog>
  )
}
