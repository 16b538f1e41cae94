import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useMutation } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import type { Bilingual, Field } from '../../model/model.ts'
import { SheetDialog } from '../components/dialog.tsx'
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
  const [reason, setReason] = useState('')
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: () =>
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
        <SheetDialog
          title={words.reveal[language]}
          help={words.help[language]}
          width={480}
          isBusy={isPending}
          onClose={() => setOpen(false)}
          foot={close => (
            <>
              <Button size="large" onClick={close}>
                {words.cancel[language]}
              </Button>
              <Button
                size="large"
                variant="contained"
                disabled={reason.trim() === ''}
                loading={isPending}
                onClick={() => mutate()}
              >
                {words.show[language]}
              </Button>
            </>
          )}
        >
          <TextField
            fullWidth
            multiline
            minRows={2}
            label={words.reason[language]}
            value={reason}
            error={error !== null}
            helperText={error?.message}
            slotProps={{ htmlInput: { maxLength: 500 } }}
            onChange={event => setReason(event.target.value)}
          />
        </SheetDialog>
      )}
    </>
  )
}

const words = {
  reveal: { zh: '查看原文', en: 'Reveal' },
  help: { zh: '理由和这次查看会记入操作审计', en: 'The reason and this access are recorded in the audit log' },
  reason: { zh: '理由', en: 'Reason' },
  show: { zh: '查看', en: 'Show' },
  cancel: { zh: '取消', en: 'Cancel' },
} satisfies Record<string, Bilingual>
