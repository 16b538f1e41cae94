import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useQuery } from '@tanstack/react-query'
import { IdCard, Search, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { Bilingual } from '../../engine/model/model.ts'
import { SheetFault, SheetLoading } from '../../engine/web/components/sheet-state.tsx'
import { StatePanel } from '../../engine/web/components/state-panel.tsx'
import { useModelIndex } from '../../engine/web/data/resource-part.ts'
import { useOwnWords } from '../../engine/web/words/use-own-words.ts'
import { useClient } from '../client.ts'
import '../../engine/web/look/table.css'
import './licence.css'

/** The columns of the specification, by the names of the printed licence. */
const columns = {
  jyzmc: { zh: '企业名称', en: 'Business' },
  rcjgjgmc: { zh: '日常监督管理机构', en: 'Supervising body' },
  jycs: { zh: '经营场所', en: 'Premises' },
  shxydm: { zh: '社会信用代码', en: 'Credit code' },
  xkzbh: { zh: '许可证编号', en: 'Licence no.' },
  yxqz: { zh: '有效期至', en: 'Valid until' },
  fddbrFzr: { zh: '法定代表人（负责人）', en: 'Legal representative' },
  qfsj: { zh: '签发日期', en: 'Issued on' },
} as const satisfies Readonly<Record<string, Bilingual>>

const licenceWords = {
  ...columns,
  title: { zh: '许可证查询', en: 'Licence search' },
  hint: { zh: '许可证编号或企业名称', en: 'Licence no. or business name' },
  count: { zh: '%{count} 条', en: '%{count} found' },
  search: { zh: '搜索', en: 'Search' },
  close: { zh: '关闭', en: 'Close' },
  soon: { zh: '30 天内到期', en: 'Expires within 30 days' },
  late: { zh: '已过期', en: 'Expired' },
  ask: { zh: '输入许可证编号或企业名称', en: 'Enter a licence number or a business name' },
  none: { zh: '没有找到许可证', en: 'No licence found' },
} as const satisfies Readonly<Record<string, Bilingual>>

const names = Object.keys(columns) as (keyof typeof columns)[]
const isFigure = (name: string) => name === 'yxqz' || name === 'qfsj'
const soonDays = 30

/** A look-up of licences, for administrators. */
export function LicenceSearch() {
  const words = useOwnWords(licenceWords)
  const isAdministrator = useModelIndex()?.me.administrator === true
  const [isOpen, setOpen] = useState(false)
  if (!isAdministrator) return null
  return (
    <>
      <IconButton data-hint={words('title')} aria-label={words('title')} onClick={() => setOpen(true)}>
        <IdCard />
      </IconButton>
      {isOpen && <LicenceDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function LicenceDialog({ onClose }: { readonly onClose: () => void }) {
  const words = useOwnWords(licenceWords)
  const client = useClient()
  const [typed, setTyped] = useState('')
  const [likeName, setLikeName] = useState('')
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['licences', likeName],
    queryFn: () => client.entInfo.listLicenceSystemByQuery({ likeName }),
    enabled: likeName !== '',
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setLikeName(typed.trim())
  }
  return (
    <Dialog
      open
      onClose={onClose}
      maxWidth={false}
      aria-labelledby="licence-title"
      slotProps={{ paper: { className: 'licence' } }}
    >
      <form className="licence-head row wrap gap-12 py-16 inset" onSubmit={submit}>
        <h2 className="size-17 line-26" id="licence-title">
          {words('title')}
        </h2>
        <OutlinedInput
          className="grow max-w-400!"
          autoFocus
          value={typed}
          placeholder={words('hint')}
          inputProps={{ 'aria-label': words('hint'), maxLength: 100 }}
          startAdornment={
            <InputAdornment position="start">
              <Search aria-hidden />
            </InputAdornment>
          }
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type="submit" variant="contained" loading={isFetching}>
          {words('search')}
        </Button>
        <span className="muted text-13 push" role="status">
          {data && words('count', { count: data.length })}
        </span>
        <IconButton type="button" aria-label={words('close')} onClick={onClose}>
          <X />
        </IconButton>
      </form>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls takes the focus, so that keys scroll it */}
      <section className="licence-table scroll h-400" tabIndex={0} aria-label={words('title')}>
        {error ? (
          <SheetFault error={error} retry={() => void refetch()} />
        ) : likeName === '' ? (
          <StatePanel icon={<IdCard />} title={words('ask')} />
        ) : !data ? (
          <SheetLoading />
        ) : data.length === 0 ? (
          <StatePanel icon={<Search />} title={words('none')} help={likeName} />
        ) : (
          <table className="table text-13 min-w-1100">
            <thead>
              <tr>
                {names.map(name => (
                  <th key={name} scope="col" className={isFigure(name) ? 'figure' : undefined}>
                    {words(name)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.map(row => (
                <tr key={row.shxydm}>
                  {names.map(name => (
                    <td key={name} className={classOf(name, row[name])}>
                      {String(row[name] ?? '') || '—'}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
      <DialogActions className="ruled">
        <span className="text-13 soon">{words('soon')}</span>
        <span className="text-13 late">{words('late')}</span>
        <Button className="push" onClick={onClose}>
          {words('close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function classOf(name: string, value: unknown): string | undefined {
  if (!isFigure(name)) return undefined
  const left = (Date.parse(String(value ?? '')) - Date.now()) / 86_400_000
  const state = name !== 'yxqz' || !Number.isFinite(left) || left > soonDays ? '' : left < -1 ? ' late' : ' soon'
  return `figure num nowrap${state}`
}
