import type { Shadows } from '@mui/material/styles'
import { neutralColours } from './neutral-colours.ts'

/** Shadows for floating elements only: raised, menu and notification, dialog. */
export function shadows(scheme: 'light' | 'dark'): Shadows {
  const { ring, drop } = neutralColours[scheme]
  const raised = `0 0 0 1px ${ring[0]}, 0 1px 2px ${drop[0]}`
  const menu = `0 0 0 1px ${ring[1]}, 0 8px 24px -6px ${drop[1]}`
  const dialog = `0 0 0 1px ${ring[2]}, 0 24px 64px -12px ${drop[2]}`
  return ['none', raised, ...Array(7).fill(menu), ...Array(16).fill(dialog)] as Shadows
}
