import { createContext, useContext } from 'react'
import type { Product } from './brand.ts'

export const BrandContext = createContext<Product | undefined>(undefined)

/** The brand of the product around this screen. */
export function useBrand(): Product {
  const brand = useContext(BrandContext)
  if (!brand) throw new Error('This screen is outside of the engine’s frame.')
  return brand
}
