/** A leading-edge throttle: true, then false until so many milliseconds have passed. */
export function throttle(milliseconds: number, now: () => number = Date.now): () => boolean {
  let last = Number.NEGATIVE_INFINITY
  return () => {
    if (now() - last < milliseconds) return false
    last = now()
    return true
  }
}
