import { useRef } from 'react'
import { listSeparator } from '../../model/list-separator.ts'
import type { Language } from '../../model/model.ts'
import { isNothing, Nothing, WordsCell } from '../cells.tsx'
import type { FieldContext, FieldSources } from '../field-web.ts'
import type { OneOrMany } from '../one-or-many.ts'
import { ofOption } from '../options.ts'
import { wholePath } from './path-text.ts'
import { refersToTree } from './refers-to-tree.ts'
import { useLabels } from './use-labels.ts'

type CellProps = FieldContext & { readonly value: OneOrMany }

/** A reference by its name; in a tree, hovering shows the path. */
export function ReferenceCell({ value, field, model, record, sources, language }: CellProps) {
  if (isNothing(value)) return <Nothing />
  const names = record[`${field.name}Name`]
  const ids = [value].flat()
  if (isNothing(names))
    return <FetchedCell ids={ids} resource={ofOption(field)} sources={sources} language={language} />
  const text = [names].flat().join(listSeparator(language))
  if (!refersToTree(field, model)) return <WordsCell value={text} />
  return <TreePathCell ids={ids} names={text} resource={ofOption(field)} sources={sources} />
}

interface FetchedProps {
  readonly ids: readonly string[]
  readonly resource: string
  readonly sources: FieldSources
  readonly language: Language
}

/** A value chosen on this page has no name yet, so its label is requested. */
function FetchedCell({ ids, resource, sources, language }: FetchedProps) {
  const labels = useLabels(sources, resource, ids, undefined)
  return (
    <WordsCell
      value={labels
        .of(ids)
        // Not loaded yet: its id would mean nothing to users.
        .map(({ id, label }) => (label === id ? '…' : label))
        .join(listSeparator(language))}
    />
  )
}

// Requested once and on hover only: a list of 200 rows would request 200 unread paths.
function TreePathCell({ ids, names, resource, sources }: Omit<FetchedProps, 'language'> & { readonly names: string }) {
  const isRequested = useRef(false)
  const ask = (element: HTMLElement) => {
    if (isRequested.current) return
    isRequested.current = true
    sources.labels(resource, ids).then(
      found => {
        if (found.length > 0) element.title = found.map(wholePath).join('\n')
      },
      () => {
        isRequested.current = false
      },
    )
  }
  return (
    <span className="cell-clip block" title={names} onPointerEnter={event => ask(event.currentTarget)}>
      {names}
    </span>
  )
}

/** In a record's detail: the path in a tree, otherwise a link to the record where the user may view it. */
export function ReferenceWhole(props: CellProps) {
  const { value, field, model, record, sources, language } = props
  const resource = ofOption(field)
  const ids = [value ?? []].flat()
  const isOfTree = refersToTree(field, model)
  const labels = useLabels(sources, resource, ids, record[`${field.name}Name`], isOfTree)
  if (isNothing(value)) return <Nothing />
  return (
    <span>
      {labels.of(ids).map((option, at) => {
        const address = sources.addressOf(resource, option.id)
        const text = option.label === option.id ? '…' : isOfTree ? wholePath(option) : option.label
        return (
          <span key={option.id}>
            {at > 0 && listSeparator(language)}
            {address ? (
              <a
                className="cell-link accent undecorated underlines"
                href={address}
                onClick={event => {
                  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
                  event.preventDefault()
                  sources.visit(address)
                }}
              >
                {text}
              </a>
            ) : (
              text
            )}
          </span>
        )
      })}
    </span>
  )
}
