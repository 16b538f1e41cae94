import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Popover from '@mui/material/Popover'
import { ChartColumn, Clipboard, Ellipsis, FileSpreadsheet, Image, List, Sigma, Table2 } from 'lucide-react'
import { useNotify } from 'ra-core'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { type ChartAnswer, type ChartView, unitTitles } from '../../model/chart.ts'
import { copyText } from '../components/copy-text.ts'
import { useModelIndex } from '../data/resource-part.ts'
import { saveFile } from '../export/save-file.ts'
import { useDownload } from '../export/use-download.ts'
import { useLanguage, useTranslation } from '../words/i18n.ts'
import { useChartWords } from './chart-words.ts'
import { useListLink } from './marks.tsx'
import { pictureOf } from './save-picture.ts'

interface ChartMenuProps {
  readonly answer: ChartAnswer
  readonly title: string
  /** The text of a file with the same numbers. */
  readonly text: string | undefined
  readonly isTable: boolean
  readonly onTurn: (() => void) | undefined
  readonly section: { readonly current: HTMLElement | null }
  /** The address of its workbook, of joined charts. */
  readonly workbook?: string | undefined
}

/** The table of a chart, its picture, its workbook, the list that it is about, and how its numbers are computed. */
export function ChartMenu({ answer, title, text, isTable, onTurn, section, workbook }: ChartMenuProps) {
  const words = useChartWords()
  const notify = useNotify()
  const language = useLanguage()
  const index = useModelIndex()
  const { download } = useDownload()
  const button = useRef<HTMLButtonElement>(null)
  const [shown, setShown] = useState<'menu' | 'computed'>()
  const { chart } = answer
  const list = useListLink(answer)(answer.filter, title)
  const { joins = [chart] } = chart
  const mayExport = index?.resources.some(
    ({ name, may }) => joins.some(one => one.of === name) && may.includes('export'),
  )
  const file = chart.joins ? workbook : `/api/engine/chart/${chart.name}/workbook`
  const close = (then?: () => void) => () => {
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
          {onTurn && (
            <MenuItem onClick={close(onTurn)}>
              {isTable ? <ChartColumn aria-hidden /> : <Table2 aria-hidden />}
              {words(isTable ? 'asChart' : 'asTable')}
            </MenuItem>
          )}
          <MenuItem onClick={close(() => void save())}>
            <Image aria-hidden /> {words('picture')}
          </MenuItem>
          {mayExport && chart.at && file !== undefined && (
            <MenuItem onClick={close(() => void download(file, { query: answer.search }))}>
              <FileSpreadsheet aria-hidden /> {words('workbook')}
            </MenuItem>
          )}
          {list !== undefined && chart.at && (
            <MenuItem component={Link} to={list.to} state={list.state}>
              <List aria-hidden /> {words('list')}
            </MenuItem>
          )}
          {text !== undefined && (
            <MenuItem onClick={close(() => void copy())}>
              <Clipboard aria-hidden /> {words('copy')}
            </MenuItem>
          )}
          <MenuItem onClick={() => setShown('computed')}>
            <Sigma aria-hidden /> {words('computed')}
          </MenuItem>
        </Menu>
      )}
      {shown === 'computed' && <Computed answer={answer} anchor={button.current} onClose={close()} />}
    </>
  )
}

interface ComputedProps {
  readonly answer: ChartAnswer
  readonly anchor: HTMLElement | null
  onClose(): void
}

type Counted = ChartView & Pick<ChartAnswer, 'from' | 'to'>

/** Which records are counted, by what and how, and the place in a file that says so. */
function Computed({ answer, anchor, onClose }: ComputedProps) {
  const { chart } = answer
  const words = useChartWords()
  const translate = useTranslation()
  const language = useLanguage()
  const index = useModelIndex()
  const linesOf = ({ of, where, groups, measures, at, from, to }: Counted): readonly (readonly [string, string])[] => [
    [words('of'), index?.resources.find(({ name }) => name === of)?.title[language] ?? of],
    ...(where === undefined ? [] : [[words('where'), where] as const]),
    ...(from === undefined ? [] : [[words('period'), `${from} – ${to}`] as const]),
    ...groups.map(
      ({ title, unit }) =>
        [words('group'), title[language] + (unit ? ` · ${unitTitles[unit][language]}` : '')] as const,
    ),
    ...measures.map(({ title, computed }) => [title[language], computed] as const),
    ...(at ? [[words('file'), `${at.file}:${at.line}`] as const] : []),
  ]
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ paper: { className: 'chart-computed size-13', role: 'dialog', 'aria-label': words('computed') } }}
    >
      <h3>{words('computed')}</h3>
      {(chart.joins ?? [{ ...answer, ...chart }]).map(one => (
        <dl key={one.name} className="grid gap-8">
          {linesOf(one).flatMap(([head, content]) => [
            <dt key={head + content} className="muted">
              {head}
            </dt>,
            <dd key={`${head}${content} `} className="break">
              {content}
            </dd>,
          ])}
        </dl>
      ))}
      <Button size="small" variant="text" onClick={onClose}>
        {translate('shell.close')}
      </Button>
    </Popover>
  )
}
