import { createContext, useContext } from 'react'
import type { IndexPage } from '../data/model-source.ts'

export const PageContext = createContext<IndexPage | undefined>(undefined)

/** The page of pages.yaml that this screen shows. */
export const usePage = (): IndexPage | undefined => useContext(PageContext)
