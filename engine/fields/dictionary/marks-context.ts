import { createContext, type ReactNode } from 'react'
import type { DictionaryEntry } from '../../model/model.ts'

/** What is drawn before a value instead of its dot: a state's icon, provided by the surrounding screen. */
export const MarksContext = createContext<((entry: DictionaryEntry) => ReactNode) | undefined>(undefined)
