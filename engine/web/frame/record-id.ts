import { createContext, useContext } from 'react'

export const RecordIdContext = createContext('')

/** The id in the address of this screen; empty for a screen without one. */
export const useRecordId = (): string => useContext(RecordIdContext)
