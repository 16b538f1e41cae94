import { createContext, useContext } from 'react'
import type { Brand } from './brand.ts'

export const BrandContext = createContext<Brand | undefined>(undefined)

/** The brand of the product around this screen. */
export function useBrand(): Brand {
  const brand = useContext(BrandContext)
  if (!brand) throw new Error('This screen stands outside of EngineApp.')
  return brand
}
