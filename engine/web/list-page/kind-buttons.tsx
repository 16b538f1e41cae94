import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { Table2 } from 'lucide-react'
import type { ResourcePart } from '../data/resource-part.ts'
import { useListView } from '../list/list-view.tsx'
import { useChosenKind, useListKinds } from '../list/use-list-kind.ts'
import { useTranslation } from '../words/i18n.ts'
import { partWords } from '../words/part-words.ts'

/** Chooses between the table and the other kinds of list; nothing where the table is the only one. */
export function KindButtons({ part: { resource, language } }: { readonly part: ResourcePart }) {
  const translate = useTranslation(partWords)
  const kinds = useListKinds(resource)
  const { setKind } = useListView()
  const kind = useChosenKind(resource)
  if (kinds.length === 0) return null
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={kinds.some(([name]) => name === kind) ? kind : 'table'}
      aria-label={translate('list.kinds')}
      onChange={(_event, next: string | null) => next !== null && setKind(next === 'table' ? null : next)}
    >
      <ToggleButton value="table" aria-label={translate('list.table')} title={translate('list.table')}>
        <Table2 size={16} />
      </ToggleButton>
      {kinds.map(([name, { title, icon: Icon }]) => (
        <ToggleButton key={name} value={name} aria-label={title[language]} title={title[language]}>
          <Icon size={16} />
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
