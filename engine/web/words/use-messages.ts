import { useEffect, useState } from 'react'
import type { Language } from '../../model/model.ts'
import { fetchMessages, type Messages } from './messages.ts'

/** The texts of the wanted language; those of the language before until they are there. */
export function useMessages(wanted: Language, first: Messages): Messages {
  const [messages, setMessages] = useState(first)
  useEffect(() => {
    let isCurrent = true
    fetchMessages(wanted).then(
      next => isCurrent && setMessages(next),
      // The window in which it was chosen reports the failure; another window keeps its language.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [wanted])
  return messages
}
