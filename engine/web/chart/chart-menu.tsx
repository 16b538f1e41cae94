import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Popover from '@mui/material/Popover'
import { ChartColumn, Clipboard, Ellipsis, FileSpreadsheet, Image, List, Sigma, Table2 } from 'lucide-react'
import { useNotify } from 'ra-core'
import { Fragment, useRef, useState } from 'react'
import { Link } from 'react-router'
import { unitTitles } from '../../model/chart.ts'
import { copyText } from '../components/copy-text.ts'
import { useModelIndex } from '../data/resource-part.ts'
import { saveFile } from '../export/save-file.ts'
import { useDownload } from '../export/use-download.ts'
import { useTranslation } from '../words/i18n.ts'
import { useChart } from './marks.tsx'
import { pictureOf } from './save-picture.ts'

interface ChartMenuProps {
  /** The text of a file with the same numbers. */
  readonly text: string | undefined
  readonly isTable: boolean
  readonly onTurn: (() => void) | undefined
  readonly section: { readonly current: HTMLElement | null }
  /** The address of its workbook, of joined charts. */
  readonly workbook?: string | undefined
}

/** The table of a chart, its picture, its workbook, the list that it is about, and how its numbers are computed. */
export function ChartMenu({ text, isTable, onTurn, section, workbook }: ChartMenuProps) {
  const { answer, chart, title, language, words, listLink } = useChart()
  const notify = useNotify()
  const index = useModelIndex()
  const { download } = useDownload()
  const button = useRef<HTMLButtonElement>(null)
  const [shown, setShown] = useState<'menu' | 'computed'>()
  const list = listLink(answer.filter, title)
  const { joins = [chart] } = chart
  const mayExport = index?.resources.some(
    ({ name, may }) => joins.some(one => one.of === name) && may.includes('export'),
  )
  const file = chart.joins ? workbook : `/api/engine/chart/${chart.name}/workbook`
  const close = (then?: () => unknown) => () => {
    setShown(undefined)
    then?.()
  }
  const save = async () => {
    if (!section.current) return
    const span = answer.from && answer.to ? `${answer.from} – ${answer.to}` : ''
    const note = [span, index?.title[language], new Date().toLocaleString(language), index?.me.name]
    saveFile(await pictureOf(section.current, note.filter(part => part).join(' · ')), `${title}.png`)
  }
  const copy = async () => {
    const isCopied = await copyText(text ?? '')
    notify(isCopied ? words('copied') : 'detail.linkNotCopied', { type: isCopied ? 'success' : 'warning' })
  }
  const workbookEntry = mayExport && chart.at && file !== undefined
  const entries = [
    [isTable ? 'asChart' : 'asTable', isTable ? ChartColumn : Table2, onTurn && close(onTurn)],
    ['picture', Image, close(save)],
    ['workbook', FileSpreadsheet, workbookEntry && close(() => download(file, { query: answer.search }))],
    ['list', List, chart.at && list],
    ['copy', Clipboard, text !== undefined && close(copy)],
    ['computed', Sigma, () => setShown('computed')],
  ] as const
  return (
    <>
      <IconButton
        ref={button}
        size="small"
        aria-label={words('menu', { title })}
        aria-haspopup="menu"
        onClick={() => setShown('menu')}
      >
        <Ellipsis size={14} />
      </IconButton>
      {shown === 'menu' && (
        <Menu anchorEl={button.current} open onClose={close()} slotProps={{ paper: { className: 'menu' } }}>
          {entries.map(
            ([word, Icon, run]) =>
              run && (
                <MenuItem key={word} {...(typeof run === 'function' ? { onClick: run } : { component: Link, ...run })}>
                  <Icon aria-hidden /> {words(word)}
                </MenuItem>
              ),
          )}
        </Menu>
      )}
      {shown === 'computed' && <Computed anchor={button.current} onClose={close()} />}
    </>
  )
}

interface ComputedProps {
  readonly anchor: HTMLElement | null
  onClose(): void
}

/** Which records are counted, by what and how, and the place in a file that says so. */
function Computed({ anchor, onClose }: ComputedProps) {
  const { answer, chart, language, words } = useChart()
  const translate = useTranslation()
  const index = useModelIndex()
  const linesOf = ({ of, where, groups, measures, at, from, to }: NonNullable<typeof chart.joins>[number]) => [
    [words('of'), index?.resources.find(({ name }) => name === of)?.title[language] ?? of],
    [words('where'), where],
    [words('period'), from && `${from} – ${to}`],
    ...groups.map(({ title, unit }) => [
      words('group'),
      title[language] + (unit ? ` · ${unitTitles[unit][language]}` : ''),
    ]),
    ...measures.map(({ title, computed }) => [title[language], computed]),
    [words('file'), at && `${at.file}:${at.line}`],
  ]
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        paper: {
          className: 'size-13 py-12 px-16',
          style: { maxWidth: 420 },
          role: 'dialog',
          'aria-label': words('computed'),
        },
      }}
    >
      <h3>{words('computed')}</h3>
      {(chart.joins ?? [{ ...answer, ...chart }]).map(one => (
        <dl key={one.name} className="grid gap-8 my-8" style={{ gridTemplateColumns: 'max-content minmax(0, 1fr)' }}>
          {linesOf(one).map(
            ([head = '', content]) =>
              content !== undefined && (
                <Fragment key={head + content}>
                  <dt className="muted">{head}</dt>
                  <dd className="break">{content}</dd>
                </Fragment>
              ),
          )}
        </dl>
      ))}
      <Button size="small" variant="text" onClick={onClose}>
        {translate('shell.close')}
      </Button>
    </Popover>
  )
}
