/** Asked before something is done: yes, then no until so many milliseconds have gone by. */
export function throttle(milliseconds: number, now: () => number = Date.now): () => boolean {
  let last = Number.NEGATIVE_INFINITY
  return () => {
    if (now() - last < milliseconds) return false
    last = now()
    return true
  }
}
