import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import type { Branch } from '../../fields/field-web.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { useSay } from '../i18n.ts'
import type { SearchQuery } from './search-query.ts'
import './tree-pane.css'

interface TreePaneProps {
  readonly part: ResourcePart
  /** The field that refers to the parent. */
  readonly field: string
  readonly query: SearchQuery
  onSearch(query: SearchQuery): void
}

/** The branches of a tree, a level at a time; the list shows what lies right under the chosen one. */
export function TreePane({ part, field, query, onSearch }: TreePaneProps) {
  const say = useSay()
  const chosen = query[field]
  const choose = (id: string | undefined) => {
    const { [field]: _left, ...rest } = query
    onSearch(id === undefined ? rest : { ...rest, [field]: id })
  }
  return (
    <nav className="tree-pane" aria-label={say('list.tree', { resource: part.resource.title[part.language] })}>
      <div role="tree">
        <div role="treeitem" aria-selected={chosen === undefined} tabIndex={-1}>
          <button
            type="button"
            className="tree-row"
            aria-current={chosen === undefined}
            onClick={() => choose(undefined)}
          >
            <span className="tree-toggle" />
            <span>{say('list.wholeTree')}</span>
          </button>
        </div>
        <Level part={part} parent={undefined} depth={0} chosen={chosen} onChoose={choose} />
      </div>
    </nav>
  )
}

interface LevelProps {
  readonly part: ResourcePart
  readonly parent: string | undefined
  readonly depth: number
  readonly chosen: string | undefined
  onChoose(id: string): void
}

function Level({ part, parent, ...props }: LevelProps) {
  const name = part.resource.name
  const { data } = useQuery({
    queryKey: [name, 'branch', parent ?? ''],
    queryFn: () => part.sources.branch(name, parent),
    staleTime: 60_000,
  })
  return data?.map(branch => <Twig key={branch.id} part={part} branch={branch} {...props} />)
}

function Twig({ part, branch, depth, chosen, onChoose }: Omit<LevelProps, 'parent'> & { branch: Branch }) {
  const say = useSay()
  const [isOpen, setOpen] = useState(false)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight' && branch.hasChildren) setOpen(true)
    else if (event.key === 'ArrowLeft') setOpen(false)
    else moveFocus(event)
  }
  return (
    <div
      role="treeitem"
      aria-selected={chosen === branch.id}
      {...(branch.hasChildren && { 'aria-expanded': isOpen })}
      tabIndex={-1}
    >
      <div className="tree-line" style={{ paddingLeft: depth * 18 }}>
        {branch.hasChildren ? (
          <button
            type="button"
            className="tree-toggle"
            tabIndex={-1}
            aria-label={say(isOpen ? 'list.close' : 'list.open')}
            data-open={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <ChevronRight />
          </button>
        ) : (
          <span className="tree-toggle" />
        )}
        <button
          type="button"
          className="tree-row"
          aria-current={chosen === branch.id}
          onClick={() => onChoose(branch.id)}
          onKeyDown={onKeyDown}
        >
          <span title={branch.label}>{branch.label}</span>
        </button>
      </div>
      {isOpen && (
        // biome-ignore lint/a11y/useSemanticElements: a level of a tree is a group of its items
        <div role="group">
          <Level part={part} parent={branch.id} depth={depth + 1} chosen={chosen} onChoose={onChoose} />
        </div>
      )}
    </div>
  )
}

/** Up and down walk over all branches that are shown. */
function moveFocus(event: KeyboardEvent): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  event.preventDefault()
  const rows = [...(event.currentTarget.closest('.tree-pane')?.querySelectorAll<HTMLElement>('button.tree-row') ?? [])]
  rows[rows.indexOf(event.currentTarget as HTMLElement) + step]?.focus()
}
