import Button from '@mui/material/Button'
import { useDataProvider, useNotify, useRefresh } from 'ra-core'
import { useMemo, useState } from 'react'
import type { Field } from '../../model/model.ts'
import { contextOfPart } from '../../record/expressions.ts'
import { valuesOfShown } from '../../record/kept-values.ts'
import { isLocked } from '../../record/locked.ts'
import { SheetDialog } from '../components/dialog.tsx'
import { RequestFault, statusOf } from '../data/request-fault.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { useRetriedRequest } from '../data/use-retried-request.ts'
import { useEvaluationContext } from '../record/evaluation-context.ts'
import { useTranslation } from '../words/i18n.ts'
import { recordWords } from '../words/record-words.ts'
import { VersionTable } from './version-table.tsx'
import { type Version, type VersionValues, valuesToRestore } from './versions.ts'

interface RestoreDialogProps {
  readonly part: ResourcePart
  readonly record: VersionValues & { readonly id: string }
  readonly version: Version
  onClose(): void
}

/**
 * Shows what the restore of a version would change, and saves it as an ordinary update: rules, rights and the version
 * check apply as to any edit. Without a response it closes, and the request is retried.
 */
export function RestoreDialog({ part, record, version, onClose }: RestoreDialogProps) {
  const { resource, model } = part
  const translate = useTranslation(recordWords)
  const notify = useNotify()
  const refresh = useRefresh()
  const provider = useDataProvider()
  const request = useRetriedRequest()
  const [isBusy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const context = useEvaluationContext()
  const values = useMemo(() => {
    const ctx = contextOfPart(model, context())
    const isOpen = (field: Field) => !isLocked(ctx, resource, field, record)
    const given = valuesToRestore(model, resource, record, version.record, isOpen)
    const shown = valuesOfShown(ctx, resource, { ...record, ...given }, record)
    return Object.fromEntries(Object.entries(shown).filter(([name]) => name in given))
  }, [model, resource, record, version.record, context])
  const written = useMemo(() => new Set(Object.keys(values)), [values])
  const restore = async () => {
    setBusy(true)
    let isStale = false
    const data = { ...values, version: record['version'] }
    const outcome = await request(
      key => provider.update(resource.name, { id: record.id, data, previousData: record, meta: { key } }),
      {
        done() {
          notify('versions.restored', { type: 'success', messageArgs: { version: version.version } })
          refresh()
        },
        refused(error) {
          isStale = statusOf(error) === 409
          if (isStale) {
            notify('versions.stale', { type: 'warning' })
            return refresh()
          }
          setErrors(error instanceof RequestFault ? (error.body.errors ?? {}) : {})
          notify(error instanceof Error ? error.message : 'notice.unknown', { type: 'error' })
        },
      },
    )
    setBusy(false)
    if (outcome !== 'refused' || isStale) onClose()
  }
  const isNothingToDo = written.size === 0
  return (
    <SheetDialog
      title={translate('versions.restoreTitle', { version: version.version })}
      help={translate('versions.restoreHelp')}
      width={800}
      isBusy={isBusy}
      onClose={onClose}
      foot={close => (
        <>
          <Button size="large" onClick={close}>
            {translate('versions.cancel')}
          </Button>
          <Button
            size="large"
            variant="contained"
            color="primary"
            disabled={isNothingToDo}
            loading={isBusy}
            onClick={() => void restore()}
          >
            {translate('versions.restore')}
          </Button>
        </>
      )}
    >
      {isNothingToDo ? (
        <p className="muted text-center my-24">{translate('versions.nothing')}</p>
      ) : (
        <VersionTable
          part={part}
          from={{ title: translate('versions.now'), record }}
          to={{ title: translate('versions.afterwards'), record: version.record }}
          isShort
          only={written}
          errors={errors}
        />
      )}
    </SheetDialog>
  )
}
