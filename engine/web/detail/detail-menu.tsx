import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { Copy, Ellipsis, FileDown, Link as LinkIcon, Printer, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { DisabledReason } from '../components/disabled-reason.tsx'
import { addressOf } from '../data/addresses.ts'
import type { Stored } from '../data/delivery.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { usePaper } from '../export/use-paper.ts'
import { useRefusalReasons } from '../record/allowed.ts'
import { displayOf } from '../record/display-of.ts'
import { useCopyLink } from '../record/use-copy-link.ts'
import { useRecordLinks } from '../record/use-record-links.ts'
import { useTranslation } from '../words/i18n.ts'
import { RecordRemoval } from './record-removal.tsx'

interface DetailMenuProps {
  readonly part: ResourcePart
  readonly record: Stored
}

/** The less frequent actions on a record: duplicate, copy link, delete. */
export function DetailMenu({ part, record }: DetailMenuProps) {
  const { resource, may, language } = part
  const translate = useTranslation()
  const navigate = useNavigate()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isRemoving, setRemoving] = useState(false)
  const chosen = (then: () => void) => () => {
    setAnchor(null)
    then()
  }
  const paper = usePaper(resource.name, record.id)
  const copyLink = useCopyLink()
  const whyNot = useRefusalReasons(part, record)
  const links = useRecordLinks(part)
  return (
    <>
      <IconButton
        data-hint={translate('detail.more')}
        aria-label={translate('detail.more')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={event => setAnchor(event.currentTarget)}
      >
        <Ellipsis size={16} />
      </IconButton>
      {anchor && (
        <Menu anchorEl={anchor} open onClose={() => setAnchor(null)} slotProps={{ paper: { className: 'menu' } }}>
          {links.map(({ title, icon: Icon, step, address }) => (
            <MenuItem key={step} onClick={chosen(() => navigate(address(String(record.id))))}>
              <Icon aria-hidden /> {title[language]}
            </MenuItem>
          ))}
          {may.includes('add') && (
            <MenuItem
              onClick={chosen(() => navigate(`${addressOf(resource, 'create')}?from=${encodeURIComponent(record.id)}`))}
            >
              <Copy aria-hidden /> {translate('detail.duplicate')}
            </MenuItem>
          )}
          <MenuItem onClick={chosen(() => void copyLink(resource, String(record.id)))}>
            <LinkIcon aria-hidden /> {translate('detail.copyLink')}
          </MenuItem>
          <MenuItem onClick={chosen(paper.print)}>
            <Printer aria-hidden /> {translate('exporting.print')}
          </MenuItem>
          {may.includes('export') && (
            <MenuItem onClick={chosen(() => void paper.savePdf())}>
              <FileDown aria-hidden /> {translate('exporting.pdf')}
            </MenuItem>
          )}
          {may.includes('delete') && (
            <MenuItem disabled={whyNot.delete !== undefined} onClick={chosen(() => setRemoving(true))}>
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
