import { useDataProvider, useNotify } from 'ra-core'
import { useState } from 'react'
import { useSaid, useSay } from '../i18n.ts'
import { reasonOf, runBulk } from './bulk.ts'
import { useEngine } from './engine-context.ts'
import { newRequestKey } from './request-key.ts'
import { useModelIndex } from './resource-part.ts'
import { untilAnswered } from './until-answered.ts'
import { useFreshWithout } from './use-fresh.ts'
import { useWaiting, useWayBack } from './use-way-back.tsx'

/** Deleting records, and the eight seconds in which it can be taken back. */
export interface Removal {
  readonly isBusy: boolean
  /** Deletes these, all or none; false where the server said no, which the person was told. */
  remove(ids: readonly string[]): Promise<boolean>
  /**
   * Brings these back, when the line is lost as soon as it is there again; false where not all of them came, which the
   * person was told.
   */
  restore(ids: readonly string[]): Promise<boolean>
  /** Says that these are deleted, with the undo beside it: of the operation that deleted them, if there is one. */
  told(ids: readonly string[], operation?: string): void
}

/** As many as one call takes back; what is more waits in the bin. */
const mostUndone = 20_000

/** What lists and details delete records of one resource by. */
export function useRemoval(name: string): Removal {
  const { session, lists } = useEngine()
  const provider = useDataProvider()
  const notify = useNotify()
  const tell = useWayBack()
  const wait = useWaiting()
  const say = useSay()
  const said = useSaid()
  const entry = useModelIndex()?.resources.find(one => one.name === name)
  const refresh = useFreshWithout(name)
  const [isBusy, setBusy] = useState(false)

  const restore = async (ids: readonly string[], operation?: string) => {
    const signal = session.untilSignedOut()
    const doing = operation === undefined ? ({ kind: 'restore' } as const) : ({ kind: 'undo', operation } as const)
    const work = { selected: { ids }, doing, signal, key: newRequestKey() }
    // Sent again by its key, as other work on many records is: what came back before the line broke is back.
    const send = async () => {
      const result = await runBulk(session, name, work, () => {})
      return result.end === 'broken' ? undefined : result
    }
    try {
      const answer = untilAnswered(send, { signal, onCutOff: () => wait('bulk.cutOff', answer) })
      const result = await answer
      if (!result || signal.aborted) return false
      const { done, failed, left, message } = result
      if (failed.length + left === 0) {
        notify('bin.restored', { type: 'success', messageArgs: { smart_count: done.length } })
        return true
      }
      const reason = failed[0] ? reasonOf(failed[0]) : (message ?? say('notice.network'))
      notify('bin.partly', {
        type: 'warning',
        multiLine: true,
        messageArgs: { done: done.length, smart_count: failed.length + left, reason },
      })
    } catch (error) {
      notify(messageOf(error), { type: 'error' })
    } finally {
      refresh()
    }
    return false
  }
  const told = (ids: readonly string[], operation?: string) => {
    for (const id of ids) lists.removed(name, id)
    refresh()
    if (ids.length === 0) return
    const count = say('bulk.count', {
      smart_count: ids.length,
      resource: entry ? said(ids.length === 1 ? entry.title : entry.titles) : '',
    })
    tell({
      message: 'notice.deleted',
      what: count,
      ...(ids.length <= mostUndone && { undo: () => void restore(ids, operation) }),
      ...(operation !== undefined && { operation }),
    })
  }
  return {
    isBusy,
    restore: ids => restore(ids),
    told,
    async remove(ids) {
      setBusy(true)
      try {
        await provider.deleteMany(name, { ids: [...ids] })
        told(ids)
        return true
      } catch (error) {
        notify(messageOf(error), { type: 'error' })
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : 'notice.unknown')
