import { Navigate, useSearchParams } from 'react-router'
import { wallAddress } from './places.ts'

/** The address of the live picture of one camera, `?id=`: a wall that shows it. */
export function OneCamera() {
  const id = useSearchParams()[0].get('id') ?? ''
  return <Navigate to={wallAddress(/^\d+$/.test(id) ? id : undefined)} replace />
}
