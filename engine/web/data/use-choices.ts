import { useSyncExternalStore } from 'react'
import type { Choices, Preferences } from './preferences.ts'

/** The choices as they stand; the component follows every change. */
export const useChoices = (preferences: Preferences): Choices =>
  useSyncExternalStore(preferences.watch, preferences.read)
