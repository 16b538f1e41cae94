import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useNotify } from 'ra-core'
import { useId, useMemo, useRef, useState } from 'react'
import { linkedField } from '../../fields/bind/linked-field.ts'
import { isUnread, type UnreadText } from '../../fields/unread-text.ts'
import { webOf } from '../../fields/web.ts'
import type { Bind } from '../../model/model.ts'
import { endpointPath, filledPath } from '../../model/names.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { SheetDialog } from '../components/dialog.tsx'
import { ReadFault } from '../components/sheet-state.tsx'
import { newRequestKey, type Stored } from '../data/delivery.ts'
import { useEngine } from '../data/engine-context.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { useRefetch } from '../data/use-refetch.ts'
import { useTranslation } from '../words/i18n.ts'
import { recordWords } from '../words/record-words.ts'

interface BindDialogProps {
  readonly part: ResourcePart
  readonly record: Stored
  readonly bind: Bind
  onClose(): void
}

interface Choice {
  readonly id: string
  readonly name: string
}

/** The choice of the records that a bind links to a record: all that the user sees are replaced. */
export function BindDialog({ part, record, bind, onClose }: BindDialogProps) {
  const { session } = useEngine()
  // As they were when the dialog was opened: the version of the record decides whether they still are.
  const [opened] = useState(record)
  const { data, error, refetch } = useQuery({
    queryKey: [part.resource.name, 'choices', opened.id, bind.name, opened['version']],
    queryFn: ({ signal }) =>
      session.call<readonly Choice[]>(
        `/api/engine/related/${part.resource.name}/${encodeURIComponent(opened.id)}/${bind.name}/choices`,
        { signal },
      ),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (data) return <Chosen part={part} record={opened} bind={bind} linked={data} onClose={onClose} />
  return (
    <SheetDialog title={bind.title[part.language]} width={800} onClose={onClose}>
      {error ? <ReadFault error={error} retry={() => void refetch()} /> : <div className="h-231" />}
    </SheetDialog>
  )
}

function Chosen({ part, record, bind, linked, onClose }: BindDialogProps & { readonly linked: readonly Choice[] }) {
  const { resource, model, language, sources } = part
  const translate = useTranslation(recordWords)
  const id = useId()
  const before = useMemo(() => linked.map(one => one.id), [linked])
  const [value, setValue] = useState<readonly string[] | UnreadText>(before)
  const { isBusy, fault, send } = useBind(part, record, bind, onClose)
  const ids = isUnread(value) ? undefined : value
  const isDirty = ids === undefined || ids.toSorted().join() !== before.toSorted().join()
  const declared = fieldOf(resource, bind.name)
  const field = useMemo(() => declared && linkedField(declared), [declared])
  // The names of the records that are linked already are known.
  const known = useMemo(
    () => ({ ...record, [`${bind.name}Name`]: linked.map(one => one.name) }),
    [record, bind, linked],
  )
  if (!field) return null
  const { Input } = webOf(field)
  const save = () => {
    if (ids && isDirty && !isBusy) send(ids)
  }
  return (
    <SheetDialog
      title={bind.title[language]}
      help={translate('bind.help')}
      width={800}
      isUnsaved={isDirty}
      isBusy={isBusy}
      onSave={save}
      onClose={onClose}
      foot={close => (
        <>
          <span className="muted num mr-auto" role="status">
            {translate('bind.count', { smart_count: ids?.length ?? 0 })}
          </span>
          <Button variant="outlined" color="inherit" onClick={close}>
            {translate('form.cancel')}
          </Button>
          <Button
            variant="contained"
            color="primary"
            loading={isBusy}
            disabled={!isDirty || ids === undefined}
            onClick={save}
          >
            {translate('bind.save')}
          </Button>
        </>
      )}
    >
      <div className="grid gap-8 min-h-160 content-start" inert={isBusy}>
        <label htmlFor={id}>{bind.title[language]}</label>
        <Input
          id={id}
          field={field}
          model={model}
          language={language}
          record={known}
          sources={sources}
          value={ids ?? null}
          {...(isUnread(value) && { unread: value })}
          disabled={false}
          invalid={fault !== undefined}
          describedBy={`${id}-fault`}
          onChange={(next: unknown) => setValue(isUnread(next) ? next : [next ?? []].flat().map(String))}
        />
        {fault !== undefined && (
          <p id={`${id}-fault`} className="field-error gap-4 mt-4 size-12 line-18 late" role="alert">
            {fault}
          </p>
        )}
      </div>
    </SheetDialog>
  )
}

/** Sends the chosen records with the version that was read; a retry of the same choice has the same key. */
function useBind({ resource, language }: ResourcePart, record: Stored, bind: Bind, onClose: () => void) {
  const { session } = useEngine()
  const translate = useTranslation(recordWords)
  const notify = useNotify()
  const refresh = useRefetch()
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const sent = useRef<{ readonly choice: string; readonly key: string }>(undefined)
  const send = async (ids: readonly string[]) => {
    const choice = ids.join()
    if (sent.current?.choice !== choice) sent.current = { choice, key: newRequestKey() }
    const input = { [bind.self]: record.id, ids, version: record['version'] }
    const [path, body] = filledPath(endpointPath(resource, bind.post), input)
    setBusy(true)
    setFault(undefined)
    try {
      await session.call(path, { method: 'POST', body, headers: { 'idempotency-key': sent.current.key } })
      notify('bind.done', { type: 'success', messageArgs: { bind: bind.title[language] } })
      refresh()
      onClose()
    } catch (error) {
      setFault(error instanceof Error ? error.message : translate('notice.network'))
      setBusy(false)
    }
  }
  return { isBusy, fault, send: (ids: readonly string[]) => void send(ids) }
}
