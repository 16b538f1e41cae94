import { useListContext } from 'ra-core'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { ResourcePart } from '../data/resource-part.ts'
import { listAddress } from './list-address.ts'

/**
 * Writes the list's query into an address without one, so that back, reload and a copied link show the same list. The
 * address of a bin has none.
 */
export function useCompleteAddress({ resource, bin }: ResourcePart): void {
  const { search, state } = useLocation()
  const { page, perPage, sort, filterValues } = useListContext()
  const whole = listAddress(resource, {
    query: filterValues,
    sort: { field: sort.field, descending: sort.order === 'DESC' },
    page,
    perPage,
  })
  useReplacedAddress(search === '' && !bin ? whole : undefined, state)
}

/** Replaces the address of the list, unless the user has left it before this render was shown. */
export function useReplacedAddress(address: string | undefined, state: unknown): void {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const isCurrent = window.location.pathname === pathname && window.location.search === search
    if (address !== undefined && isCurrent) void navigate(address, { replace: true, state })
  }, [address, state, pathname, search, navigate])
}
