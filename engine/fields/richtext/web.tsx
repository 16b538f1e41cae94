import { createElement, type ReactNode } from 'react'
import { ariaOf } from '../aria.ts'
import { isNothing, Nothing, WordsCell } from '../cells.tsx'
import type { FieldWeb, InputProps } from '../field-web.ts'
import { lazyComponent } from '../lazy-component.tsx'
import { TextFilter } from '../text-input.tsx'
import { words } from '../words.ts'
import { type MarkupNode, readMarkup, textOfMarkup } from './markup.ts'
import './richtext.css'

/** Loaded when a form with such a field is opened. */
const editor = lazyComponent(async () => (await import('./markup-editor.tsx')).MarkupEditor)

export const richtextWeb: FieldWeb<string> = {
  Cell: ({ value }) => (isNothing(value) ? <Nothing /> : <WordsCell value={textOfMarkup(value).replace(/\n/g, ' ')} />),
  Whole: MarkupShown,
  Input: MarkupInput,
  Filter: TextFilter,
}

function MarkupInput(props: InputProps<string>) {
  const { id, value, disabled, language, field } = props
  const shown = (note?: string, again?: () => void) => (
    // biome-ignore lint/a11y/useFocusableInteractive: it is replaced by the editor, or cannot be edited
    // biome-ignore lint/a11y/useSemanticElements: an input has no headings and lists
    <div id={id} role="textbox" aria-multiline aria-readonly aria-label={field.title[language]} {...ariaOf(props)}>
      <MarkupShown value={value ?? ''} />
      {again ? (
        <button type="button" className="link" onClick={again}>
          {note}
        </button>
      ) : (
        note
      )}
    </div>
  )
  if (disabled) return shown()
  return (
    <editor.Part
      {...props}
      waiting={(hasFailed, again) =>
        shown(words[hasFailed ? 'failed' : 'loading'][language], hasFailed ? again : undefined)
      }
    />
  )
}

/** Stored HTML as elements of React: only what `readMarkup` knows is drawn, anything else as its text. */
function MarkupShown({ value }: { readonly value: string }) {
  const read = readMarkup(value)
  return <div className="richtext">{'found' in read ? value : read.nodes.map(drawn)}</div>
}

function drawn(node: MarkupNode, at: number): ReactNode {
  if (typeof node === 'string') return node
  const { tag, href, start, children } = node
  const attributes = {
    key: at,
    ...(href !== undefined && { href, target: '_blank', rel: 'noopener noreferrer nofollow' }),
    ...(start !== undefined && { start: Number(start) }),
  }
  return tag === 'br' ? <br key={at} /> : createElement(tag, attributes, ...children.map(drawn))
}
