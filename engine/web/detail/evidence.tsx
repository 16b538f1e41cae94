import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleHelp, CircleX, ShieldCheck } from 'lucide-react'
import type { Bilingual } from '../../model/model.ts'
import { useEngine } from '../data/engine-context.ts'
import { sizeText } from '../export/save-file.ts'
import { useLanguage } from '../words/i18n.ts'

interface EvidenceProps {
  readonly resource: string
  readonly id: string
}

interface CheckedFile {
  readonly link: string
  readonly state: keyof typeof states
  readonly name?: string
  readonly digest?: string | null
  readonly size?: number
}

/** Compares the files of a record that are evidence with the digests of their uploads, on request. */
export function Evidence({ resource, id }: EvidenceProps) {
  const { session } = useEngine()
  const language = useLanguage()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['evidence', resource, id],
    queryFn: ({ signal }) => session.call<readonly CheckedFile[]>(`/api/engine/evidence/${resource}/${id}`, { signal }),
    enabled: false,
  })
  const wrong = data?.filter(({ state }) => state !== 'intact').length ?? 0
  return (
    <section className="detail-group whole-texts stack gap-8">
      <h2>{words.evidence[language]}</h2>
      <div className="row gap-8 wrap">
        <Button variant="outlined" startIcon={<ShieldCheck />} loading={isFetching} onClick={() => void refetch()}>
          {words.verify[language]}
        </Button>
        <span role="status" className={wrong > 0 || error ? 'late' : 'muted'}>
          {error
            ? error.message
            : data && (wrong > 0 ? words.wrong : words.intact)[language].replace('%', String(wrong || data.length))}
        </span>
      </div>
      {data && (
        <ul className="stack gap-8">
          {data.map(({ link, state, name = link, digest, size }) => {
            const { Icon, text, tone } = states[state]
            return (
              <li key={link} className="row gap-8">
                <Icon size={16} className={`fixed ${tone}`} aria-hidden />
                <span className="grow break">
                  <span className={tone}>{text[language]}</span> {name} {size !== undefined && sizeText(size)}
                  <br />
                  <code className="text-12 muted">{digest ? `SHA-256 ${digest}` : words.none[language]}</code>
                </span>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}

const states = {
  intact: { Icon: CircleCheck, tone: 'muted', text: { zh: '未改动', en: 'Intact' } },
  altered: { Icon: CircleX, tone: 'late', text: { zh: '已被改动', en: 'Altered' } },
  missing: { Icon: CircleX, tone: 'late', text: { zh: '文件缺失', en: 'Missing' } },
  unknown: { Icon: CircleHelp, tone: 'soon', text: { zh: '无法核验', en: 'Cannot be verified' } },
} as const

const words = {
  evidence: { zh: '证据', en: 'Evidence' },
  verify: { zh: '核验', en: 'Verify' },
  intact: { zh: '% 个文件与保存时一致', en: '% files are as they were saved' },
  wrong: { zh: '% 个文件与保存时不一致', en: '% files are not as they were saved' },
  none: { zh: '没有 SHA-256', en: 'No SHA-256' },
} satisfies Record<string, Bilingual>
