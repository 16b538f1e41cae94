import { createContext, type ReactNode } from 'react'
import type { DictionaryEntry } from '../../model/model.ts'

/** What is drawn before a value in place of its dot: a state's glyph, where somebody around knows the way it is on. */
export const MarksContext = createContext<((entry: DictionaryEntry) => ReactNode) | undefined>(undefined)
