import { useListContext } from 'ra-core'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Resource } from '../../model/model.ts'
import { listAddress } from './list-address.ts'

/** Writes the list's query into an address without one, so that back, reload and a copied link show the same list. */
export function useCompleteAddress(resource: Resource): void {
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const { page, perPage, sort, filterValues } = useListContext()
  const isBare = search === ''
  const whole = listAddress(resource, {
    query: filterValues,
    sort: { field: sort.field, descending: sort.order === 'DESC' },
    page,
    perPage,
  })
  useEffect(() => {
    if (isBare) void navigate(whole, { replace: true, state })
  }, [isBare, whole, state, navigate])
}
