import CircularProgress from '@mui/material/CircularProgress'
import IconButton from '@mui/material/IconButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Tooltip from '@mui/material/Tooltip'
import { FileDown, Printer } from 'lucide-react'
import { useNotify } from 'ra-core'
import { useEffect, useRef, useState } from 'react'
import { useEngine } from '../data/engine-context.ts'
import { Fault } from '../data/fault.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { nameIn } from '../data/stream.ts'
import { useSay } from '../i18n.ts'
import { saveFile } from './save-file.ts'
import './print.css'

interface PaperButtonProps {
  readonly part: ResourcePart
  readonly id: string
}

/** Brings a record onto paper: the page as the browser prints it, or for who may export, a PDF with the record's link. */
export function PaperButton({ part, id }: PaperButtonProps) {
  const say = useSay()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const pdf = usePdf(part.resource.name, id)
  const close = () => setAnchor(null)
  const title = say(pdf.isMaking ? 'exporting.pdfMaking' : 'exporting.paper')
  return (
    <>
      <Tooltip title={title}>
        <IconButton
          aria-label={title}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={event => setAnchor(event.currentTarget)}
        >
          {pdf.isMaking ? <CircularProgress size={16} /> : <Printer size={16} />}
        </IconButton>
      </Tooltip>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={close}>
        <MenuItem
          onClick={() => {
            close()
            // The menu would be on the page still.
            setTimeout(() => window.print(), 250)
          }}
        >
          <ListItemIcon>
            <Printer size={16} />
          </ListItemIcon>
          {say('exporting.print')}
        </MenuItem>
        {part.may.includes('export') && (
          <MenuItem
            disabled={pdf.isMaking}
            onClick={() => {
              close()
              void pdf.make()
            }}
          >
            <ListItemIcon>
              <FileDown size={16} />
            </ListItemIcon>
            {say('exporting.pdf')}
          </MenuItem>
        )}
      </Menu>
    </>
  )
}

/** Fetches a record's PDF and saves it. Leaving the record gives it up. */
function usePdf(resource: string, id: string): { readonly isMaking: boolean; make(): Promise<void> } {
  const { session } = useEngine()
  const notify = useNotify()
  const [isMaking, setMaking] = useState(false)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const make = async () => {
    const control = new AbortController()
    running.current = control
    setMaking(true)
    try {
      const response = await session.stream(`/api/engine/pdf/${resource}/${id}`, control.signal)
      saveFile(await response.blob(), nameIn(response))
    } catch (error) {
      if (control.signal.aborted) return
      notify(error instanceof Fault ? error.message : 'notice.network', { type: 'error' })
    } finally {
      setMaking(false)
    }
  }
  return { isMaking, make }
}
