import { type DragEvent, useRef, useState } from 'react'
import type { Branch, Option } from '../field-web.ts'
import { root } from './tree-rows.ts'
import type { OpenTree } from './use-tree.ts'

/** The state and properties of dragging a branch within its tree. */
export interface BranchDrag {
  /** The drop target: a branch's id, or the root for the tree itself. */
  readonly over: string | undefined
  /** Properties of a branch's row. */
  rowProps(branch: Branch, option: () => Option): DragProps & { readonly draggable: true }
  /** Properties of the element that represents the root. */
  readonly topProps: Omit<DragProps, 'onDragStart' | 'onDragEnd'>
}

type Handler = (event: DragEvent<HTMLElement>) => void

interface DragProps {
  onDragStart: Handler
  onDragOver: Handler
  onDragLeave: Handler
  onDrop: Handler
  onDragEnd: Handler
}

/** The time in milliseconds after which a closed branch opens under a dragged one. */
const opensAfter = 700

/**
 * Drag and drop that moves branches below others; not onto themselves, their descendants or their present parent. By
 * keyboard, the dialog of a branch's menu does the same.
 */
export function useBranchDrag(
  { turn, open }: OpenTree,
  onMove: ((branch: Option, to: Option | undefined) => void) | undefined,
): BranchDrag | undefined {
  const dragged = useRef<Option>(undefined)
  const [over, setOver] = useState<string>()
  const opening = useRef<ReturnType<typeof setTimeout>>(undefined)
  if (!onMove) return undefined
  const leave = () => {
    clearTimeout(opening.current)
    setOver(undefined)
  }
  const target = (id: string, mayTake: () => boolean, to: () => Option | undefined, isClosed: boolean) => ({
    onDragOver(event: DragEvent<HTMLElement>) {
      event.stopPropagation()
      if (!dragged.current || !mayTake()) return over === id ? leave() : undefined
      event.preventDefault()
      event.dataTransfer.dropEffect = 'move'
      if (over === id) return
      leave()
      setOver(id)
      if (isClosed) opening.current = setTimeout(() => turn(id, true), opensAfter)
    },
    onDragLeave: () => over === id && leave(),
    onDrop(event: DragEvent<HTMLElement>) {
      event.stopPropagation()
      const branch = dragged.current
      leave()
      if (!branch || !mayTake()) return
      event.preventDefault()
      onMove(branch, to())
    },
  })
  return {
    over,
    rowProps: (branch, option) => ({
      draggable: true,
      onDragStart(event) {
        dragged.current = option()
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', branch.label)
      },
      onDragEnd() {
        dragged.current = undefined
        leave()
      },
      ...target(
        branch.id,
        () => dragged.current !== undefined && mayMoveBelow(dragged.current, option()),
        option,
        branch.hasChildren && !open.has(branch.id),
      ),
    }),
    topProps: target(
      root,
      () => (dragged.current?.path?.length ?? 0) > 0,
      () => undefined,
      false,
    ),
  }
}

/** Whether a branch may be moved below another: not itself, a descendant or its present parent. */
export function mayMoveBelow({ id, path = [] }: Option, target: Option): boolean {
  return ![target, ...(target.path ?? [])].some(one => one.id === id) && path.at(-1)?.id !== target.id
}
