import { type DragEvent, useRef, useState } from 'react'
import type { Branch, Option } from '../field-web.ts'
import { root } from './tree-rows.ts'
import type { OpenTree } from './use-tree.ts'

/** A branch as it is dragged to another place of its tree. */
export interface BranchDrag {
  /** What a branch is dropped on: its id, or the root for the tree itself. */
  readonly over: string | undefined
  /** For a branch's row. */
  rowProps(branch: Branch, placed: () => Option): DragProps & { readonly draggable: true }
  /** For what stands for the top of the tree. */
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

/** How long a branch is held over a closed one until that opens. */
const opensAfter = 700

/**
 * Branches that are dragged onto others, to lie below them; not onto themselves, what lies below them, or where they
 * are. The same is done by keys in the dialog that a branch's menu opens.
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
    rowProps: (branch, placed) => ({
      draggable: true,
      onDragStart(event) {
        dragged.current = placed()
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', branch.label)
      },
      onDragEnd() {
        dragged.current = undefined
        leave()
      },
      ...target(
        branch.id,
        () => dragged.current !== undefined && mayLieBelow(dragged.current, placed()),
        placed,
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

/** Whether a branch may be put below another: neither itself, nor of its own, nor where it lies already. */
export function mayLieBelow({ id, path = [] }: Option, target: Option): boolean {
  return ![target, ...(target.path ?? [])].some(one => one.id === id) && path.at(-1)?.id !== target.id
}
