import { useDataProvider, useNotify } from 'ra-core'
import { useState } from 'react'
import { useTranslation } from '../words/i18n.ts'
import { useEngine } from './engine-context.ts'
import { useDoneNotice } from './use-done-notice.tsx'
import { useObjectText } from './use-object-text.ts'
import { useRefetchWithout } from './use-refetch.ts'
import { useRetriedRequest } from './use-retried-request.ts'
import { useUndo } from './use-undo.tsx'
import { useUnseenBulk } from './use-unseen-bulk.ts'

/** Deletion of records, with an undo for eight seconds. */
export interface Removal {
  readonly isBusy: boolean
  /**
   * Deletes these, all or none; false where the server refused, after an error message, or has not responded yet: then
   * the deletion is retried. A single one has a name. `onDone` is called when they are deleted, at once or later.
   */
  remove(ids: readonly string[], name?: string, onDone?: () => void): Promise<boolean>
  /** Restores these, retrying after a lost connection; false where some were not restored, after a warning. */
  restore(ids: readonly string[]): Promise<boolean>
  /** Shows a message that these were deleted, with an undo of the operation that deleted them, if there is one. */
  notifyDeleted(ids: readonly string[], of?: Deleted): void
}

/** A finished deletion. */
interface Deleted {
  /** The display of a single record. */
  readonly name?: string
  readonly operation?: string
}

/** The most that one request restores; a larger deletion is undone in the bin. */
const maxUndone = 20_000

/** Deletion for the lists and details of one resource. */
export function useRemoval(resource: string): Removal {
  const { lists } = useEngine()
  const provider = useDataProvider()
  const notify = useNotify()
  const notifyDone = useDoneNotice()
  const translate = useTranslation()
  const whatOf = useObjectText(resource)
  const undo = useUndo(resource)
  const refresh = useRefetchWithout(resource)
  const run = useUnseenBulk(resource, refresh)
  const request = useRetriedRequest()
  const [isBusy, setBusy] = useState(false)

  const restore = async (ids: readonly string[], operation?: string) => {
    let isWhole = false
    const bulkOperation =
      operation === undefined ? ({ kind: 'restore' } as const) : ({ kind: 'undo', operation } as const)
    await run({ selected: { ids }, bulkOperation }, ({ done, name, operation: restored }, remainder) => {
      isWhole = remainder === undefined
      if (remainder) return notify('bin.partly', { type: 'warning', multiLine: true, messageArgs: { ...remainder } })
      notifyDone({
        message: 'bin.restored',
        messageArgs: { what: whatOf(done.length, name) },
        ...(restored !== undefined && { operation: restored, undo: () => undo(restored, done.length) }),
      })
    })
    return isWhole
  }
  const notifyDeleted = (ids: readonly string[], { name, operation }: Deleted = {}) => {
    for (const id of ids) lists.removed(resource, id)
    refresh()
    if (ids.length === 0) return
    notifyDone({
      message: 'notice.doneTo',
      messageArgs: { done: translate('notice.deleted'), what: whatOf(ids.length, name) },
      ...(ids.length <= maxUndone && { undo: () => void restore(ids, operation) }),
      ...(operation !== undefined && { operation }),
    })
  }
  return {
    isBusy,
    restore: ids => restore(ids),
    notifyDeleted,
    async remove(ids, name, onDone) {
      setBusy(true)
      const outcome = await request(key => provider.deleteMany(resource, { ids: [...ids], meta: { key } }), {
        done() {
          notifyDeleted(ids, name === undefined ? {} : { name })
          onDone?.()
        },
        refused: error => notify(error instanceof Error ? error.message : 'notice.unknown', { type: 'error' }),
      })
      setBusy(false)
      return outcome === 'done'
    },
  }
}
