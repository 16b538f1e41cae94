import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { FileSpreadsheet, FileText } from 'lucide-react'
import { useListContext, useNotify, useTranslate } from 'ra-core'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import { typeOf } from '../../fields/index.ts'
import { timeRemaining } from '../../model/system-fields.ts'
import { SheetDialog } from '../components/dialog.tsx'
import { WorkProgress } from '../components/work-progress.tsx'
import { operationsAddress } from '../data/operations.ts'
import { sortQuery } from '../data/page-query.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import type { FrameProgress } from '../data/stream.ts'
import { useExactTotal } from '../list/list-total.ts'
import { useListView } from '../list/list-view.tsx'
import { figure } from '../words/figure.ts'
import { useTranslation } from '../words/i18n.ts'
import { workWords } from '../words/work-words.ts'
import { sizeText } from './save-file.ts'
import { useExport } from './use-export.ts'
import './export.css'

interface ExportDialogProps {
  readonly part: ResourcePart
  readonly ids?: readonly string[]
  onClose(): void
}

/** Dialog for the rows, columns and format of an export; shows its progress, and closes when the file is complete. */
export function ExportDialog({ part, ids, onClose }: ExportDialogProps) {
  const { resource, language } = part
  const translate = useTranslation(workWords)
  const raTranslate = useTranslate()
  const notify = useNotify()
  const { sort, filterValues, total: found } = useListContext()
  const { text: total } = useExactTotal()
  const [rows, setRows] = useState(ids ? 'selection' : 'search')
  const [columns, setColumns] = useState('shown')
  const [format, setFormat] = useState<'csv' | 'xlsx'>('xlsx')
  const shown = useListView().plan.names
  const readable = readableOf(part)
  const { state, start, stop } = useExport(resource.name, count => {
    notify('exporting.done', { type: 'success', messageArgs: many(count) })
    onClose()
  })
  const isRunning = state.kind === 'running'
  const run = () =>
    start({
      format,
      columns: columns === 'shown' ? shown : ['*'],
      query: { ...sortQuery(sort), ...filterValues },
      ...(rows === 'selection' && ids && { ids }),
    })
  const stopped = () => {
    stop()
    notify('exporting.stopped', { type: 'info' })
  }
  const all = total ? translate('exporting.ofSearch', { total }) : translate('exporting.ofSearchUnknown')
  const isEmptyValue = rows === 'search' && found === 0
  return (
    <SheetDialog
      title={translate('exporting.title', { title: resource.titles[language] })}
      help={translate('exporting.help')}
      width={480}
      isBusy={isRunning}
      onClose={onClose}
      foot={close => (
        <>
          <Button
            size="large"
            variant="text"
            color="inherit"
            component={Link}
            to={operationsAddress(resource.name, 'export')}
            disabled={isRunning}
            onClick={close}
          >
            {translate('operations.title')}
          </Button>
          <Button size="large" onClick={isRunning ? stopped : close}>
            {translate(isRunning ? 'exporting.stop' : 'exporting.cancel')}
          </Button>
          <Button
            size="large"
            variant="contained"
            color="primary"
            loading={isRunning}
            disabled={isEmptyValue}
            onClick={run}
          >
            {translate(state.kind === 'failed' ? 'exporting.again' : 'exporting.start')}
          </Button>
        </>
      )}
    >
      <fieldset disabled={isRunning}>
        {ids ? (
          <Choice title={translate('exporting.rows')} value={rows} onChange={setRows}>
            <Offer value="selection">{translate('exporting.ofSelection', many(ids.length))}</Offer>
            <Offer value="search">{all}</Offer>
          </Choice>
        ) : (
          !isEmptyValue && (
            <div className="export-choice grid py-10 one-column-phone!">
              <span className="muted text-13 pt-6">{translate('exporting.rows')}</span>
              <span className="export-all num">{all}</span>
            </div>
          )
        )}
        <Choice title={translate('exporting.columns')} value={columns} onChange={setColumns}>
          <Offer value="shown">{translate('exporting.shown', { smart_count: shown.length })}</Offer>
          <Offer value="readable">{translate('exporting.readable', { smart_count: readable })}</Offer>
        </Choice>
        <Choice
          title={translate('exporting.format')}
          value={format}
          onChange={chosen => setFormat(chosen === 'csv' ? 'csv' : 'xlsx')}
        >
          <Offer
            value="xlsx"
            icon={<FileSpreadsheet className="fixed muted" size={16} />}
            help={translate('exporting.xlsxHelp')}
          >
            {translate('exporting.xlsx')}
          </Offer>
          <Offer
            value="csv"
            icon={<FileText className="fixed muted" size={16} />}
            help={translate('exporting.csvHelp')}
          >
            {translate('exporting.csv')}
          </Offer>
        </Choice>
      </fieldset>
      {isEmptyValue && (
        <p className="muted text-13 mt-12" role="status">
          {translate('exporting.nothing')}
        </p>
      )}
      {isRunning && <ExportProgress {...(state.progress && { progress: state.progress })} />}
      {state.kind === 'failed' && (
        <p className="late text-13 mt-12" role="alert">
          {raTranslate(state.message, { _: state.message })}
        </p>
      )}
    </SheetDialog>
  )
}

/** A bar and figures, or a message before the first row. */
function ExportProgress({ progress }: { progress?: FrameProgress }) {
  const translate = useTranslation(workWords)
  const total = progress?.total ?? 0
  const text = progress
    ? translate('exporting.written', {
        rows: figure(progress.rows),
        total: figure(total),
        size: sizeText(progress.bytes),
      })
    : translate('exporting.starting')
  return (
    <WorkProgress
      text={text}
      label={text}
      share={progress && total > 0 ? Math.min(1, progress.rows / total) : undefined}
    />
  )
}

/** A number in a sentence: formatted, and as a number for the plural form. */
const many = (count: number) => ({ smart_count: count, count: figure(count) })

/** The number of columns that the server exports by default: every readable field, the creator and time, and the id. */
const readableOf = ({ resource }: ResourcePart): number =>
  resource.fields.filter(field => !typeOf(field).secret).length +
  (resource.list.columns.includes(timeRemaining.name) ? 6 : 5)

interface ChoiceProps {
  readonly title: string
  readonly value: string
  readonly children: ReactNode
  onChange(value: string): void
}

function Choice({ title, value, children, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <div className="export-choice ruled grid py-10 one-column-phone!">
      <span className="muted text-13 pt-6" id={id}>
        {title}
      </span>
      <RadioGroup aria-labelledby={id} value={value} onChange={(_event, chosen) => onChange(chosen)}>
        {children}
      </RadioGroup>
    </div>
  )
}

interface OfferProps {
  readonly value: string
  readonly icon?: ReactNode
  readonly help?: string
  readonly children: ReactNode
}

function Offer({ value, icon, help, children }: OfferProps) {
  return (
    <FormControlLabel
      value={value}
      className="export-offer items-start! m-0!"
      control={<Radio className="pull-8! pull-12-phone! min-w-44-phone! tap-44-phone!" />}
      label={
        <>
          <span className="row gap-8 num">
            {icon}
            {children}
          </span>
          {help && <span className="muted text-12 block num">{help}</span>}
        </>
      }
    />
  )
}
