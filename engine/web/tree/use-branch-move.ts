import { useQueryClient } from '@tanstack/react-query'
import { useDataProvider, useNotify } from 'ra-core'
import { useState } from 'react'
import type { Option } from '../../fields/field-web.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { useDoneNotice } from '../data/use-done-notice.tsx'
import { useRetriedRequest } from '../data/use-retried-request.ts'

/** Moves branches with their descendants, with an undo. */
export interface BranchMove {
  readonly isBusy: boolean
  /**
   * Moves a branch below another, or to the top; false where the server refused, after an error message. A move without
   * a response is retried.
   */
  move(branch: Option, to: Option | undefined): Promise<boolean>
}

/** Moves of branches in a resource's tree. */
export function useBranchMove({ resource }: ResourcePart): BranchMove {
  const parent = resource.tree ?? ''
  const provider = useDataProvider()
  const queries = useQueryClient()
  const notify = useNotify()
  const notifyDone = useDoneNotice()
  const request = useRetriedRequest()
  const [isBusy, setBusy] = useState(false)
  const refused = (problem: unknown) =>
    notify(problem instanceof Error ? problem.message : 'notice.unknown', { type: 'error' })
  /** `onMoved` gets the former parent. */
  const put = async ({ id }: Option, to: string | null, onMoved: (before: string | null) => void): Promise<boolean> => {
    setBusy(true)
    try {
      // Read once: a retry must send the same version.
      const { data: record } = await provider.getOne(resource.name, { id })
      const send = (key: string) =>
        provider.update(resource.name, { id, data: { [parent]: to }, previousData: record, meta: { key } })
      const done = () => {
        void queries.invalidateQueries({ queryKey: [resource.name] })
        onMoved(record[parent] ?? null)
      }
      return (await request(send, { done, refused })) !== 'refused'
    } catch (problem) {
      refused(problem)
      return false
    } finally {
      setBusy(false)
    }
  }
  const move = (branch: Option, to: Option | undefined) =>
    put(branch, to?.id ?? null, before => {
      const onMovedBack = () => notify('tree.movedBack', { type: 'success', messageArgs: { name: branch.label } })
      notifyDone({
        message: 'tree.moved',
        messageArgs: { name: branch.label },
        undo: () => void put(branch, before, onMovedBack),
      })
    })
  return { isBusy, move }
}
