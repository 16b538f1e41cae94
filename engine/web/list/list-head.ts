import { useNavigate } from 'react-router'
import { isLines } from '../../model/lines.ts'
import { addressOf } from '../data/addresses.ts'
import type { ResourcePart } from '../data/resource-part.ts'

/** Whether this user has a bin for the resource: the right to delete. Deleted lines are in the bin of their master. */
export const hasBin = ({ resource, may }: ResourcePart): boolean => may.includes('delete') && !isLines(resource)

/** The title of a list, or that of the deleted rows and the way back to the list. */
export function useListHead({ resource, language, bin }: ResourcePart) {
  const navigate = useNavigate()
  if (!bin) return { title: resource.titles[language] }
  return { title: bin.title, back: { label: bin.back, onClick: () => navigate(addressOf(resource, 'list')) } }
}
