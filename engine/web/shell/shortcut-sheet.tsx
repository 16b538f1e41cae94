import { SheetDialog } from '../components/dialog.tsx'
import { KeysShown } from '../frame/keys-shown.tsx'
import { type Shortcut, shortcutGroups } from '../frame/shortcut-registry.ts'
import { useShortcutList } from '../frame/shortcuts.ts'
import { useTranslation } from '../words/i18n.ts'
import './shortcut-sheet.css'

/** All active shortcuts, by group. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const translate = useTranslation()
  const all = useShortcutList()
  return (
    <SheetDialog title={translate('shortcuts.title')} help={translate('shortcuts.help')} width={800} onClose={onClose}>
      <div className="shortcut-sheet">
        {shortcutGroups.map(group => {
          const shown = all.filter(shortcut => (shortcut.group ?? 'page') === group)
          return shown.length > 0 && <Keys key={group} title={translate(`shortcuts.${group}`)} all={shown} />
        })}
      </div>
    </SheetDialog>
  )
}

function Keys({ title, all }: { title: string; all: readonly Shortcut[] }) {
  return (
    <section>
      <h3 className="quiet size-12 medium line-28">{title}</h3>
      <dl>
        {[...new Set(all.map(shortcut => shortcut.title))].map(name => (
          <div key={name} className="divided row gap-12 min-h-32">
            <dt className="flex-1">{name}</dt>
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
