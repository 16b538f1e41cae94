import { useMutation } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import type { Bilingual, Field } from '../../model/model.ts'
import { ReasonDialog } from '../components/reason-dialog.tsx'
import { useEngine } from '../data/engine-context.ts'
import { useLanguage } from '../words/i18n.ts'

interface RevealButtonProps {
  readonly resource: string
  readonly id: string
  readonly field: Field
}

/** Shows the whole value of a masked field, for a reason that is recorded. The value is not kept. */
export function RevealButton({ resource, id, field }: RevealButtonProps) {
  const { session } = useEngine()
  const language = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: (reason: string) =>
      session.call<Readonly<Record<string, unknown>>>(`/api/engine/reveal/${resource}/${id}`, {
        method: 'POST',
        body: { fields: [field.name], reason },
      }),
    onSuccess: () => setOpen(false),
  })
  if (data) return <span className="block">{String(data[field.name] ?? '—')}</span>
  const name = `${words.reveal[language]}: ${field.title[language]}`
  return (
    <>
      <button type="button" className="link tap-44" aria-label={name} title={name} onClick={() => setOpen(true)}>
        <Eye size={16} aria-hidden />
      </button>
      {isOpen && (
        <ReasonDialog
          title={words.reveal[language]}
          help={words.help[language]}
          confirm={words.show[language]}
          isBusy={isPending}
          error={error}
          onConfirm={mutate}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

const words = {
  reveal: { zh: '查看原文', en: 'Reveal' },
  help: { zh: '理由和这次查看会记入操作审计', en: 'The reason and this access are recorded in the audit log' },
  show: { zh: '查看', en: 'Show' },
} satisfies Record<string, Bilingual>
