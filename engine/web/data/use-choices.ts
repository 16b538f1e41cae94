import { useSyncExternalStore } from 'react'
import type { Choices, Preferences } from './preferences.ts'

/** The current choices; the component is rendered again at every change. */
export const useChoices = (preferences: Preferences): Choices =>
  useSyncExternalStore(preferences.watch, preferences.read)
