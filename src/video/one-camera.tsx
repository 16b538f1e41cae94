import Button from '@mui/material/Button'
import { Cctv, History, LayoutGrid } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { ScreenHead } from '../../engine/web/components/screen-head.tsx'
import { StatePanel } from '../../engine/web/components/state-panel.tsx'
import { usePage } from '../../engine/web/frame/page-context.ts'
import { useLocalized } from '../../engine/web/words/i18n.ts'
import { playbackAddress, wallAddress } from './addresses.ts'
import { offlineOf, useCamerasOf } from './cameras.ts'
import { Player } from './player.tsx'
import { useVideoWords } from './video-words.ts'

/** The live picture of the camera that the address names: `?id=`. */
export function OneCamera() {
  const words = useVideoWords()
  const localized = useLocalized()
  const page = usePage()
  const [search] = useSearchParams()
  const id = search.get('id') ?? ''
  const camera = useCamerasOf([id]).get(id)
  if (!/^\d+$/.test(id))
    return (
      <StatePanel icon={<Cctv />} title={words('gone')} help={words('goneHelp')}>
        <Button component={Link} to={wallAddress()}>
          {words('wall')}
        </Button>
      </StatePanel>
    )
  const name = camera ? `${camera.entIdName ?? ''} ${camera.name}` : ''
  return (
    <>
      <ScreenHead title={name || (page && localized(page.title))}>
        <Button startIcon={<LayoutGrid />} component={Link} to={wallAddress(id)}>
          {words('wall')}
        </Button>
        <Button startIcon={<History />} component={Link} to={playbackAddress(id)}>
          {words('playback')}
        </Button>
      </ScreenHead>
      <div className="video-main">
        <ul className="video-grid grow" data-size={1}>
          <li className="video-tile">
            <Player
              name={name}
              watched={{ camera: id, stream: 'main' }}
              canZoom
              offline={camera && offlineOf(camera)}
            />
          </li>
        </ul>
      </div>
    </>
  )
}
