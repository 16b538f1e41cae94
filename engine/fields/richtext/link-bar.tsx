import { Button, OutlinedInput } from '@mui/material'
import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import type { Language } from '../../model/model.ts'
import { isLinkAddress } from './markup.ts'
import { editorWords } from './words.ts'

interface LinkBarProps {
  readonly editor: Editor
  readonly language: Language
  onClose(): void
}

/** The address of the selected link. Without a selection, the address itself is inserted. */
export function LinkBar({ editor, language, onClose }: LinkBarProps) {
  const former = String(editor.getAttributes('link')['href'] ?? '')
  const [address, setAddress] = useState(former)
  const [isWrong, setWrong] = useState(false)
  const apply = () => {
    const href = address.trim()
    if (!isLinkAddress(href)) return setWrong(true)
    const chain = editor.chain().focus().extendMarkRange('link')
    if (editor.state.selection.empty && former === '')
      chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
    else chain.setLink({ href }).run()
    onClose()
  }
  return (
    <div className="divided flex wrap gap-2 p-4">
      <OutlinedInput
        size="small"
        autoFocus
        fullWidth
        value={address}
        error={isWrong}
        placeholder={editorWords.address[language]}
        slotProps={{ input: { 'aria-label': editorWords.address[language], autoComplete: 'off', inputMode: 'url' } }}
        onChange={event => {
          setAddress(event.target.value)
          setWrong(false)
        }}
        onKeyDown={event => {
          if (event.key === 'Enter') apply()
          else if (event.key === 'Escape') onClose()
          else return
          event.preventDefault()
          event.stopPropagation()
        }}
      />
      <Button size="small" onClick={apply}>
        {editorWords.apply[language]}
      </Button>
      {former !== '' && (
        <Button
          size="small"
          onClick={() => {
            editor.chain().focus().extendMarkRange('link').unsetLink().run()
            onClose()
          }}
        >
          {editorWords.unlink[language]}
        </Button>
      )}
      {isWrong && (
        <span role="alert" className="richtext-note">
          {editorWords.wrongAddress[language]}
        </span>
      )}
    </div>
  )
}
