import { useQueryClient } from '@tanstack/react-query'
import { useDataProvider, useNotify } from 'ra-core'
import { useState } from 'react'
import type { Option } from '../../fields/field-web.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { useDoneNotice } from '../data/use-done-notice.tsx'

/** Moves branches with their descendants, with an undo. */
export interface BranchMove {
  readonly isBusy: boolean
  /** Moves a branch below another, or to the top; false where the server refused, after an error message. */
  move(branch: Option, to: Option | undefined): Promise<boolean>
}

/** Moves of branches in a resource's tree. */
export function useBranchMove({ resource }: ResourcePart): BranchMove {
  const parent = resource.tree ?? ''
  const provider = useDataProvider()
  const queries = useQueryClient()
  const notify = useNotify()
  const notifyDone = useDoneNotice()
  const [isBusy, setBusy] = useState(false)
  /** Returns the former parent. */
  const put = async ({ id }: Option, to: string | null): Promise<string | null> => {
    const { data: record } = await provider.getOne(resource.name, { id })
    await provider.update(resource.name, { id, data: { [parent]: to }, previousData: record })
    await queries.invalidateQueries({ queryKey: [resource.name] })
    return record[parent] ?? null
  }
  const tried = async (work: () => Promise<void>): Promise<boolean> => {
    setBusy(true)
    try {
      await work()
      return true
    } catch (problem) {
      notify(problem instanceof Error ? problem.message : 'notice.unknown', { type: 'error' })
      return false
    } finally {
      setBusy(false)
    }
  }
  const move = (branch: Option, to: Option | undefined) =>
    tried(async () => {
      const before = await put(branch, to?.id ?? null)
      const back = async () => {
        await put(branch, before)
        notify('tree.movedBack', { type: 'success', messageArgs: { name: branch.label } })
      }
      notifyDone({
        message: 'tree.moved',
        messageArgs: { name: branch.label },
        undo: () => void tried(back),
      })
    })
  return { isBusy, move }
}
