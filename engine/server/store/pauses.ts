import { setImmediate } from 'node:timers/promises'

/** Ends a turn of the event loop if the work took long since the last one. It is called between parts of long work. */
export type Pause = () => Promise<void> | undefined

/** Milliseconds of work without a pause. */
const longest = 25

/** The pauses of one piece of work, so that other requests are answered meanwhile: a record has up to 1,000 lines. */
export function pauses(): Pause {
  let began = performance.now()
  return () => {
    if (performance.now() - began < longest) return undefined
    return setImmediate().then(() => {
      began = performance.now()
    })
  }
}
