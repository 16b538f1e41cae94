import { isHex } from '../../model/colour.ts'
import type { Language } from '../../model/model.ts'
import type { Density } from '../look/look.ts'
import { isThemeKey, type ThemeKey, usualTheme } from '../look/themes.ts'

/** A user's choices on this device; kept after sign-out, as they are no secret. */
export interface Choices {
  readonly language: Language
  readonly theme: ThemeKey
  readonly colour?: string
  readonly scheme: 'light' | 'dark' | 'system'
  readonly density: Density
  readonly isRail: boolean
  /** By resource the field whose tree is shown next to the list; empty where it was folded. */
  readonly panes: Readonly<Record<string, string>>
  /** By key the groups of the menu that the user folded or unfolded: `open` or `folded`. */
  readonly groups: Readonly<Record<string, string>>
  readonly account?: { readonly tenantId: string; readonly account: string }
}

export interface Preferences {
  read(): Choices
  write(change: { readonly [Key in keyof Choices]?: Choices[Key] | undefined }): void
  watch(listener: () => void): () => void
}

const usual: Choices = {
  language: 'zh',
  theme: usualTheme,
  scheme: 'system',
  density: 'comfortable',
  isRail: false,
  panes: {},
  groups: {},
}

/** Choices kept in the browser under the application's own key; other tabs follow. */
export function createPreferences(key: string, storage: Storage = window.localStorage): Preferences {
  let now = parseChoices(storage.getItem(key))
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  globalThis.window?.addEventListener('storage', event => {
    if (event.key !== key) return
    now = parseChoices(event.newValue)
    notify()
  })
  return {
    read: () => now,
    write(change) {
      now = { ...now, ...change } as Choices
      storage.setItem(key, JSON.stringify(now))
      notify()
    },
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Reads stored choices; invalid ones fall back to the defaults. */
export function parseChoices(text: string | null): Choices {
  const kept = parsed(text)
  const { language, theme, colour, scheme, density, isRail, panes, groups, account } = kept as Partial<Choices>
  return {
    language: language === 'en' ? 'en' : usual.language,
    theme: isThemeKey(theme) ? theme : usual.theme,
    ...(typeof colour === 'string' && isHex(colour) && { colour }),
    scheme: scheme === 'dark' || scheme === 'light' ? scheme : usual.scheme,
    density: density === 'compact' ? 'compact' : usual.density,
    isRail: isRail === true,
    panes: Object.fromEntries(Object.entries(Object(panes)).filter(isText)),
    groups: Object.fromEntries(Object.entries(Object(groups)).filter(isText)),
    ...(typeof account?.tenantId === 'string' && typeof account.account === 'string' && { account }),
  }
}

const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string'

function parsed(text: string | null): object {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? value : {}
  } catch (cause) {
    if (cause instanceof SyntaxError) return {}
    throw cause
  }
}
