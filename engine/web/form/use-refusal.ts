import { useNotify } from 'ra-core'
import { useCallback, useRef } from 'react'
import { focusField, targetOf } from './field-focus.ts'
import type { RecordError } from './record-error.ts'

/** No more than one message a second, however often save is pressed. */
const calm = 1000

/** Brings the first wrong field into sight and the caret into it, and says what is wrong. */
export function useRefusal(form: string): (first: RecordError) => void {
  const notify = useNotify()
  const last = useRef(0)
  return useCallback(
    first => {
      focusField(targetOf(form, first), form)
      // A message would lie over the foot of a dialog, where what is wrong stands already.
      if (document.getElementById(form)?.closest('.sheet-dialog')) return
      if (Date.now() - last.current < calm) return
      last.current = Date.now()
      notify(first.message, { type: 'error' })
    },
    [form, notify],
  )
}
