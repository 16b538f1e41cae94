import Button from '@mui/material/Button'
import { useMutation } from '@tanstack/react-query'
import { Download, UserX } from 'lucide-react'
import { useState } from 'react'
import { isPerson } from '../../model/display.ts'
import { listSeparator } from '../../model/list-separator.ts'
import type { Bilingual } from '../../model/model.ts'
import { ReasonDialog } from '../components/reason-dialog.tsx'
import { useEngine } from '../data/engine-context.ts'
import { useModelIndex } from '../data/resource-part.ts'
import { nameIn } from '../data/stream.ts'
import { useRefetch } from '../data/use-refetch.ts'
import { saveFile } from '../export/save-file.ts'
import type { RecordPanelProps } from '../frame/web-part.ts'
import { useLanguage } from '../words/i18n.ts'

interface Erasure {
  readonly erased: readonly {
    readonly resource: Bilingual
    readonly fields: readonly Bilingual[]
    readonly count: number
  }[]
  readonly kept: readonly { readonly resource: Bilingual; readonly count: number; readonly ground: Bilingual }[]
}

/** For administrators, on the page of a person: a file with what is held about it, and its erasure. */
export function PersonPanel({ part: { resource }, id }: RecordPanelProps) {
  const { session } = useEngine()
  const language = useLanguage()
  const refetch = useRefetch()
  const isAdministrator = useModelIndex()?.me.administrator === true
  const [isOpen, setOpen] = useState(false)
  const path = `/api/engine/person/${resource.name}/${id}`
  const held = useMutation({
    mutationFn: async () => {
      const response = await session.stream(path)
      saveFile(await response.blob(), nameIn(response))
    },
  })
  const erasure = useMutation({
    mutationFn: (reason: string) => session.call<Erasure>(path, { method: 'DELETE', body: { reason } }),
    onSuccess: () => {
      setOpen(false)
      refetch()
    },
  })
  if (!isAdministrator || !isPerson(resource)) return null
  const names = (fields: readonly Bilingual[]) => fields.map(one => one[language]).join(listSeparator(language))
  return (
    <section className="detail-group stack gap-8" aria-label={words.title[language]}>
      <h2>{words.title[language]}</h2>
      <div className="row gap-8 wrap">
        <Button variant="outlined" startIcon={<Download />} loading={held.isPending} onClick={() => held.mutate()}>
          {words.export[language]}
        </Button>
        <Button variant="outlined" color="error" startIcon={<UserX />} onClick={() => setOpen(true)}>
          {words.erase[language]}
        </Button>
        {held.error && (
          <span role="alert" className="late">
            {held.error.message}
          </span>
        )}
      </div>
      {erasure.data && (
        <ul role="status" className="stack gap-8 text-13">
          {erasure.data.erased.map(({ resource: of, fields, count }) => (
            <li key={`${of.en} ${names(fields)}`}>
              {words.erased[language]} {of[language]} {count}: <span className="muted">{names(fields)}</span>
            </li>
          ))}
          {erasure.data.kept.map(({ resource: of, count, ground }) => (
            <li key={of.en}>
              <span className="soon">{words.kept[language]}</span> {of[language]} {count}:{' '}
              <span className="muted">{ground[language]}</span>
            </li>
          ))}
        </ul>
      )}
      {isOpen && (
        <ReasonDialog
          title={words.erase[language]}
          help={words.help[language]}
          confirm={words.erase[language]}
          isDestructive
          isBusy={erasure.isPending}
          error={erasure.error}
          onConfirm={erasure.mutate}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  )
}

const words = {
  title: { zh: '个人信息', en: 'Personal data' },
  export: { zh: '导出个人信息', en: 'Export personal data' },
  erase: { zh: '删除个人信息', en: 'Erase personal data' },
  help: {
    zh: '清空此人在所有记录、历史和消息里的个人信息，不能恢复；依法保存的除外。理由会记入操作审计',
    en: 'Empties the personal data of this person in all records, histories and messages, except what the law keeps. It cannot be restored. The reason is recorded in the audit log.',
  },
  erased: { zh: '已清空', en: 'Erased:' },
  kept: { zh: '依法保留', en: 'Kept by law:' },
} satisfies Record<string, Bilingual>
