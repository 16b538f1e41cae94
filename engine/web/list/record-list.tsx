import { ListBase, useResourceContext } from 'ra-core'
import { useModelIndex, useResourcePart } from '../data/resource-part.ts'
import { useSaid } from '../i18n.ts'
import { SheetBusy, SheetFault } from '../state/sheet-state.tsx'
import { ListSheet } from './list-sheet.tsx'

/** The list of the resource at hand, whatever it is. */
export function RecordList() {
  const name = useResourceContext() ?? ''
  const part = useResourcePart(name)
  const said = useSaid()
  const entry = useModelIndex()?.resources.find(one => one.name === name)
  if (part.error) {
    return <SheetFault error={part.error} title={entry ? said(entry.title) : ''} retry={part.refetch} />
  }
  if (!part.data) return <SheetBusy />
  const { field, descending } = part.data.resource.order
  return (
    <ListBase
      resource={name}
      perPage={10}
      sort={{ field, order: descending ? 'DESC' : 'ASC' }}
      exporter={false}
      debounce={0}
    >
      <ListSheet part={part.data} />
    </ListBase>
  )
}
