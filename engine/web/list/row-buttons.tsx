import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { ArchiveRestore, Copy, Ellipsis, Eye, Link2, Pencil, Trash2 } from 'lucide-react'
import { type MouseEvent, Suspense, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { DisabledReason } from '../components/disabled-reason.tsx'
import { addressOf } from '../data/addresses.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { useRemoval } from '../data/use-removal.tsx'
import { useBrand } from '../frame/brand-context.ts'
import { useRefusalReasons } from '../record/allowed.ts'
import { displayOf } from '../record/display-of.ts'
import { useCopyLink } from '../record/use-copy-link.ts'
import { useRecordLinks } from '../record/use-record-links.ts'
import { StepGlyph } from '../transitions/step-glyph.tsx'
import { useSteps } from '../transitions/use-steps.tsx'
import { useTranslation } from '../words/i18n.ts'
import { partWords } from '../words/part-words.ts'
import { recordWords } from '../words/record-words.ts'
import { workWords } from '../words/work-words.ts'
import { RemoveDialog } from './remove-dialog.tsx'
import './row-actions.css'

interface RowButtonsProps {
  readonly part: ResourcePart
  readonly record: Readonly<Record<string, unknown>>
  /** The menu was opened before these buttons were loaded. */
  readonly isOpen: boolean
}

/** The buttons of one row: its restoration in the bin, otherwise its next step, edit, and a menu of all actions. */
export const RowButtons = (props: RowButtonsProps) =>
  props.part.bin ? <RestoreButton {...props} /> : <StepButtons {...props} />

function StepButtons({ part, record, isOpen }: RowButtonsProps) {
  const { resource, may, language } = part
  const translate = useTranslation(partWords, recordWords)
  const navigate = useNavigate()
  const more = useRef<HTMLButtonElement>(null)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isAsked, setAsked] = useState(false)
  const { open: steps, barred, forward, busy, dialog, begin } = useSteps(part, record)
  const removal = useRemoval(resource.name)
  const copyLink = useCopyLink()
  const whyNot = useRefusalReasons(part, record)
  const links = useRecordLinks(part)
  const { parts } = useBrand()
  const id = String(record['id'])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the buttons come
  useEffect(() => {
    if (isOpen) setAnchor(more.current)
  }, [])
  // The row itself is a link, which these clicks must not follow.
  const apart = (then: () => void) => (event: MouseEvent) => {
    event.stopPropagation()
    setAnchor(null)
    then()
  }
  const remove = async () => {
    await removal.remove([id], displayOf(part, record))
    setAsked(false)
  }
  return (
    <>
      {parts.map(({ name, RowButtons: buttons }) => {
        const Buttons = buttons?.[resource.name]
        return (
          Buttons && (
            <Suspense key={name}>
              <Buttons part={part} id={id} record={record} />
            </Suspense>
          )
        )
      })}
      {forward && (
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          className="row-action-quiet row-step"
          loading={busy !== undefined}
          onClick={apart(() => begin(forward))}
        >
          {forward.title[language]}
        </Button>
      )}
      {may.includes('edit') && whyNot.edit === undefined && (
        <IconButton
          size="small"
          className="row-action-quiet"
          aria-label={translate('list.edit')}
          onClick={apart(() => navigate(addressOf(resource, 'edit', id)))}
        >
          <Pencil />
        </IconButton>
      )}
      <IconButton
        ref={more}
        size="small"
        aria-label={translate('list.moreActions')}
        aria-haspopup="menu"
        onClick={event => {
          event.stopPropagation()
          setAnchor(event.currentTarget)
        }}
      >
        <Ellipsis />
      </IconButton>
      {anchor && (
        <Menu anchorEl={anchor} open onClose={() => setAnchor(null)} slotProps={{ paper: { className: 'menu' } }}>
          {steps.map(step => (
            <MenuItem key={step.name} disabled={busy !== undefined} onClick={apart(() => begin(step))}>
              <StepGlyph part={part} step={step} /> {step.title[language]}
            </MenuItem>
          ))}
          {barred.map(({ step, why }) => (
            <MenuItem key={step.name} disabled>
              <StepGlyph part={part} step={step} /> {step.title[language]} <DisabledReason text={why} />
            </MenuItem>
          ))}
          {steps.length + barred.length > 0 && <Divider />}
          <MenuItem onClick={apart(() => navigate(addressOf(resource, 'show', id)))}>
            <Eye aria-hidden /> {translate('list.view')}
          </MenuItem>
          {links.map(({ title, icon: Icon, address }) => (
            <MenuItem key={title.en} onClick={apart(() => navigate(address(id)))}>
              <Icon aria-hidden /> {title[language]}
            </MenuItem>
          ))}
          {may.includes('edit') && (
            <MenuItem
              disabled={whyNot.edit !== undefined}
              onClick={apart(() => navigate(addressOf(resource, 'edit', id)))}
            >
              <Pencil aria-hidden /> {translate('list.edit')} <DisabledReason text={whyNot.edit} />
            </MenuItem>
          )}
          {may.includes('add') && (
            <MenuItem
              onClick={apart(() => navigate(`${addressOf(resource, 'create')}?from=${encodeURIComponent(id)}`))}
            >
              <Copy aria-hidden /> {translate('detail.duplicate')}
            </MenuItem>
          )}
          <MenuItem onClick={apart(() => void copyLink(resource, id))}>
            <Link2 aria-hidden /> {translate('detail.copyLink')}
          </MenuItem>
          {may.includes('delete') && (
            <MenuItem disabled={whyNot.delete !== undefined} onClick={apart(() => setAsked(true))}>
              <Trash2 aria-hidden /> {translate('list.delete')} <DisabledReason text={whyNot.delete} />
            </MenuItem>
          )}
        </Menu>
      )}
      {isAsked && (
        <RemoveDialog
          name={displayOf(part, record)}
          record={{ resource: resource.name, id }}
          isBusy={removal.isBusy}
          onConfirm={() => void remove()}
          onClose={() => setAsked(false)}
        />
      )}
      {dialog}
    </>
  )
}

function RestoreButton({ part, record }: RowButtonsProps) {
  const translate = useTranslation(workWords)
  const removal = useRemoval(part.resource.name)
  const [isBusy, setBusy] = useState(false)
  const restore = async () => {
    setBusy(true)
    await removal.restore([String(record['id'])])
    setBusy(false)
  }
  return (
    <Button
      size="small"
      variant="outlined"
      color="inherit"
      className="row-step"
      loading={isBusy}
      startIcon={<ArchiveRestore />}
      onClick={() => void restore()}
    >
      {translate('bin.restore')}
    </Button>
  )
}
