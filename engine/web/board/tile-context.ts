import { createContext } from 'react'
import type { ChartAnswer } from '../../model/chart.ts'

/** The numbers of the chart of a tile with `part`, for its component. */
export const TileContext = createContext<ChartAnswer | undefined>(undefined)
