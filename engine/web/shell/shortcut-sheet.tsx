import { useSay } from '../i18n.ts'
import { SheetDialog } from '../state/dialog.tsx'
import { KeysShown } from './keys-shown.tsx'
import type { Shortcut } from './shortcut-registry.ts'
import { useShortcutList } from './shortcuts.ts'
import './shortcut-sheet.css'

/** What can be done by keys: on the page that is open, and everywhere. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const say = useSay()
  const all = useShortcutList()
  const ofPage = all.filter(({ isOfFrame }) => !isOfFrame)
  return (
    <SheetDialog title={say('shortcuts.title')} help={say('shortcuts.help')} width={800} onClose={onClose}>
      <div className="shortcut-sheet">
        {ofPage.length > 0 && <Keys title={say('shortcuts.page')} all={ofPage} />}
        <Keys
          title={say('shortcuts.everywhere')}
          all={[
            ...all.filter(({ isOfFrame }) => isOfFrame),
            { keys: 'esc', title: say('shortcuts.close') },
            { keys: 'shift+F10', title: say('shortcuts.menu') },
          ]}
        />
      </div>
    </SheetDialog>
  )
}

function Keys({ title, all }: { title: string; all: readonly Shortcut[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <dl>
        {[...new Set(all.map(shortcut => shortcut.title))].map(name => (
          <div key={name}>
            <dt>{name}</dt>
            {all
              .filter(shortcut => shortcut.title === name)
              .map(({ keys }) => (
                <dd key={keys}>
                  <KeysShown keys={keys} />
                </dd>
              ))}
          </div>
        ))}
      </dl>
    </section>
  )
}
