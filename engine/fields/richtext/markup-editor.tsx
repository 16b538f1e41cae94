import { IconButton } from '@mui/material'
import { EditorContent, useEditor, useEditorState } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import {
  Bold,
  Heading2,
  Heading3,
  Italic,
  Link2,
  List,
  ListOrdered,
  type LucideIcon,
  Quote,
  Redo2,
  Underline,
  Undo2,
} from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { ariaOf } from '../aria.ts'
import type { InputProps } from '../field-web.ts'
import { richtext } from './field.ts'
import { LinkBar } from './link-bar.tsx'
import { isLinkAddress } from './markup.ts'
import { editorWords } from './words.ts'
import './richtext.css'

/** Only the elements that `readMarkup` allows. */
const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    code: false,
    codeBlock: false,
    horizontalRule: false,
    trailingNode: false,
    link: {
      openOnClick: false,
      HTMLAttributes: { target: null, rel: null, class: null },
      isAllowedUri: address => isLinkAddress(address ?? ''),
    },
  }),
]

/** The editor of formatted text with its toolbar. */
export function MarkupEditor(props: InputProps<string>) {
  const { id, field, language, value, invalid, onChange, onBlur } = props
  const [isLinking, setLinking] = useState(false)
  const [left, setLeft] = useState<readonly (keyof typeof editorWords)[]>([])
  const written = useRef(value ?? null)
  const handlers = useRef({ onChange, onBlur })
  handlers.current = { onChange, onBlur }
  const aria = Object.entries(ariaOf(props)).filter(([, one]) => one !== undefined)
  const attributes = {
    id,
    role: 'textbox',
    'aria-multiline': 'true',
    ...(props.labelledBy === undefined && { 'aria-label': field.title[language] }),
    ...Object.fromEntries(aria.map(([name, one]) => [name, String(one)])),
    class: 'richtext',
  }
  const editor = useEditor({
    extensions,
    content: value ?? '',
    editorProps: {
      attributes,
      // Tab leaves the field, as everywhere; lists would indent.
      handleDOMEvents: { keydown: (_view, event) => event.key === 'Tab' },
      transformPastedHTML: html => {
        setLeft(leftOut(html))
        return html
      },
    },
    onUpdate: ({ editor: now }) => {
      written.current = (richtext.normalise?.(now.getHTML(), field) ?? null) as string | null
      handlers.current.onChange(written.current)
    },
    onBlur: () => handlers.current.onBlur?.(),
  })
  const shownAttributes = JSON.stringify(attributes)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the attributes are compared as a text
  useEffect(() => {
    editor.setOptions({ editorProps: { ...editor.options.editorProps, attributes } })
  }, [editor, shownAttributes])
  // A value from elsewhere, such as a restored draft, replaces the content.
  useEffect(() => {
    if ((value ?? null) === written.current) return
    written.current = value ?? null
    editor.commands.setContent(value ?? '', { emitUpdate: false })
  }, [editor, value])
  const active = useEditorState({
    editor,
    selector: ({ editor: now }) =>
      tools.map(({ name, at }) => (at ? now.isActive(...at) : name === 'link' && now.isActive('link'))),
  })
  const run = (tool: Tool) => {
    if (tool.name === 'link') setLinking(is => !is)
    else tool.run?.(editor.chain().focus()).run()
  }
  return (
    <div className={`richtext-box${invalid ? ' is-invalid' : ''} full min-0 boxed round-6`}>
      <div
        role="toolbar"
        aria-label={editorWords.toolbar[language]}
        aria-controls={id}
        className="richtext-tools divided flex wrap gap-2 p-4"
        onKeyDown={moveAlong}
      >
        {tools.map((tool, at) => (
          <IconButton
            key={tool.name}
            size="small"
            tabIndex={at === 0 ? 0 : -1}
            aria-label={editorWords[tool.name][language]}
            title={editorWords[tool.name][language]}
            {...(tool.name !== 'undo' && tool.name !== 'redo' && { 'aria-pressed': active[at] === true })}
            onMouseDown={event => event.preventDefault()}
            onClick={() => run(tool)}
          >
            <tool.Icon size={16} aria-hidden />
          </IconButton>
        ))}
      </div>
      {isLinking && <LinkBar editor={editor} language={language} onClose={() => setLinking(false)} />}
      <EditorContent editor={editor} />
      <div role="status" className="richtext-note">
        {left.length > 0 &&
          editorWords.removed[language] +
            left.map(one => editorWords[one][language]).join(language === 'zh' ? '、' : ', ')}
      </div>
    </div>
  )
}

type Chain = ReturnType<ReturnType<NonNullable<ReturnType<typeof useEditor>>['chain']>['focus']>

interface Tool {
  readonly name: keyof typeof editorWords
  readonly Icon: LucideIcon
  readonly at?: readonly [string, Record<string, unknown>?]
  readonly run?: (chain: Chain) => Chain
}

const tools: readonly Tool[] = [
  { name: 'bold', Icon: Bold, at: ['bold'], run: chain => chain.toggleBold() },
  { name: 'italic', Icon: Italic, at: ['italic'], run: chain => chain.toggleItalic() },
  { name: 'underline', Icon: Underline, at: ['underline'], run: chain => chain.toggleUnderline() },
  { name: 'heading', Icon: Heading2, at: ['heading', { level: 2 }], run: chain => chain.toggleHeading({ level: 2 }) },
  {
    name: 'subheading',
    Icon: Heading3,
    at: ['heading', { level: 3 }],
    run: chain => chain.toggleHeading({ level: 3 }),
  },
  { name: 'bullets', Icon: List, at: ['bulletList'], run: chain => chain.toggleBulletList() },
  { name: 'numbers', Icon: ListOrdered, at: ['orderedList'], run: chain => chain.toggleOrderedList() },
  { name: 'quote', Icon: Quote, at: ['blockquote'], run: chain => chain.toggleBlockquote() },
  { name: 'link', Icon: Link2 },
  { name: 'undo', Icon: Undo2, run: chain => chain.undo() },
  { name: 'redo', Icon: Redo2, run: chain => chain.redo() },
]

/** The arrow keys move along the toolbar, which is one stop of Tab. */
function moveAlong(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
  if (step === undefined || at < 0) return
  event.preventDefault()
  buttons.at((at + step) % buttons.length)?.focus()
}

/** The kinds of pasted content that the editor cannot contain, as selectors. */
const kinds = {
  pictures: 'img, picture, svg',
  tables: 'table',
  embedded: 'iframe, object, embed, video, audio, canvas, form, input, button',
  looks: '[style*="color"], [style*="font-family"], [style*="font-size"], font',
} as const satisfies Partial<Record<keyof typeof editorWords, string>>

/** Those that a pasted HTML has, and links with other addresses. */
function leftOut(html: string): (keyof typeof editorWords)[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const found: (keyof typeof editorWords)[] = (Object.keys(kinds) as (keyof typeof kinds)[]).filter(kind =>
    body.querySelector(kinds[kind]),
  )
  const hasWrongLink = [...body.querySelectorAll('a[href]')].some(
    link => !isLinkAddress(link.getAttribute('href') ?? ''),
  )
  return hasWrongLink ? [...found, 'links'] : found
}
