import { type KeyNames, keyNames } from './key-names.ts'
import './keys-shown.css'

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/** Keys as a tooltip shows them: `Ctrl+Shift+S`. */
export const keysText = (keys: KeyNames): string => keyNames(keys, isMac).join('+')

/** Keys as they are labelled on the user's keyboard. */
export function KeysShown({ keys }: { keys: KeyNames }) {
  return (
    <kbd className="keys inline-flex gap-4 fixed own-font">
      {keyNames(keys, isMac).map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the keys of a shortcut never change
        <kbd className="round-4 paper muted" key={index}>
          {name}
        </kbd>
      ))}
    </kbd>
  )
}
