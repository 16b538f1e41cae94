import { useNavigate } from 'react-router'
import { addressOf } from '../data/addresses.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { useShortcut } from '../frame/shortcuts.ts'
import { useTranslation } from '../words/i18n.ts'

/** Shortcuts of a list, in addition to those of its rows: `/` goes to the search, `n` to the form of a new record. */
export function useListShortcuts({ resource, may }: ResourcePart): void {
  const translate = useTranslation()
  const navigate = useNavigate()
  useShortcut({ keys: 'n', title: translate('list.new'), when: may.includes('add') }, () =>
    navigate(addressOf(resource, 'create')),
  )
  useShortcut({ keys: '/', title: translate('list.conditions'), when: resource.list.search.length > 0 }, () => {
    const fields = document.querySelectorAll<HTMLElement>('.search-area :is(input, [tabindex="0"])')
    // Lists in hidden tabs must not react.
    ;[...fields].find(field => field.offsetParent !== null)?.focus()
  })
}
