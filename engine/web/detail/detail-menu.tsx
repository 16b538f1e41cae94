import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { Copy, Ellipsis, FileDown, Link as LinkIcon, Printer, Trash2 } from 'lucide-react'
import { useNotify } from 'ra-core'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Resource } from '../../model/model.ts'
import { DisabledReason } from '../components/disabled-reason.tsx'
import { useMenu } from '../components/use-menu.ts'
import { addressOf } from '../data/addresses.ts'
import type { Stored } from '../data/delivery.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { useRemoval } from '../data/use-removal.tsx'
import { useDownload } from '../export/use-download.ts'
import { useTab } from '../frame/tab-context.ts'
import { RemoveDialog } from '../list/remove-dialog.tsx'
import { useRefusalReasons } from '../record/allowed.ts'
import { displayOf } from '../record/display-of.ts'
import { useCopyLink } from '../record/use-copy-link.ts'
import { useRecordLinks } from '../record/use-record-links.ts'
import { useTranslation } from '../words/i18n.ts'
import { partWords } from '../words/part-words.ts'
import { recordWords } from '../words/record-words.ts'
import { workWords } from '../words/work-words.ts'
import '../export/print.css'

interface DetailMenuProps {
  readonly part: ResourcePart
  readonly record: Stored
}

/** The less frequent actions on a record: duplicate, copy link, delete. */
export function DetailMenu({ part, record }: DetailMenuProps) {
  const { resource, may, language } = part
  const translate = useTranslation(partWords, recordWords, workWords)
  const navigate = useNavigate()
  const { opener, menu, choose } = useMenu()
  const [isRemoving, setRemoving] = useState(false)
  const paper = usePaper(resource.name, record.id)
  const copyLink = useCopyLink()
  const whyNot = useRefusalReasons(part, record)
  const links = useRecordLinks(part)
  return (
    <>
      <IconButton data-hint={translate('detail.more')} aria-label={translate('detail.more')} {...opener}>
        <Ellipsis size={16} />
      </IconButton>
      {menu.open && (
        <Menu {...menu}>
          {links.map(({ title, icon: Icon, address }) => (
            <MenuItem key={title.en} onClick={choose(() => navigate(address(String(record.id))))}>
              <Icon aria-hidden /> {title[language]}
            </MenuItem>
          ))}
          {may.includes('add') && (
            <MenuItem
              onClick={choose(() => navigate(`${addressOf(resource, 'create')}?from=${encodeURIComponent(record.id)}`))}
            >
              <Copy aria-hidden /> {translate('detail.duplicate')}
            </MenuItem>
          )}
          <MenuItem onClick={choose(() => void copyLink(resource, String(record.id)))}>
            <LinkIcon aria-hidden /> {translate('detail.copyLink')}
          </MenuItem>
          <MenuItem onClick={choose(paper.print)}>
            <Printer aria-hidden /> {translate('exporting.print')}
          </MenuItem>
          {may.includes('export') && (
            <MenuItem onClick={choose(() => void paper.savePdf())}>
              <FileDown aria-hidden /> {translate('exporting.pdf')}
            </MenuItem>
          )}
          {may.includes('delete') && (
            <MenuItem disabled={whyNot.delete !== undefined} onClick={choose(() => setRemoving(true))}>
              <Trash2 aria-hidden /> {translate('list.delete')} <DisabledReason text={whyNot.delete} />
            </MenuItem>
          )}
        </Menu>
      )}
      {isRemoving && (
        <RecordRemoval
          resource={resource}
          id={record.id}
          display={displayOf(part, record)}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  )
}

interface RecordRemovalProps {
  readonly resource: Resource
  readonly id: string
  /** The display of the record. */
  readonly display: string
  onClose(): void
}

/** Confirms and performs the deletion of the record, and returns to its list, which offers an undo. */
function RecordRemoval({ resource, id, display, onClose }: RecordRemovalProps) {
  const removal = useRemoval(resource.name)
  const navigate = useNavigate()
  const tab = useTab()
  const remove = async () => {
    if (!(await removal.remove([id], display))) return onClose()
    const list = addressOf(resource, 'list')
    if (tab) tab.leaveFor(list)
    else void navigate(list)
  }
  return (
    <RemoveDialog
      name={display}
      record={{ resource: resource.name, id }}
      isBusy={removal.isBusy}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  )
}

/** Prints a record: the page by the browser, or a PDF with the record's link. */
function usePaper(resource: string, id: string): { print(): void; savePdf(): Promise<void> } {
  const { download } = useDownload()
  const notify = useNotify()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  return {
    // The pressed state of the button is printed until the next render.
    print: () => requestAnimationFrame(() => requestAnimationFrame(() => window.print())),
    async savePdf() {
      running.current?.abort()
      const control = new AbortController()
      running.current = control
      // Most are finished before a progress message could be read.
      const slow = setTimeout(() => notify('exporting.pdfMaking', { type: 'info' }), 800)
      const name = await download(`/api/engine/pdf/${resource}/${id}`, { signal: control.signal })
      clearTimeout(slow)
      if (name) notify('exporting.pdfMade', { type: 'success', messageArgs: { name } })
    },
  }
}
