/** A controller that aborts with each of these signals: `AbortSignal.any` is newer than the oldest supported browsers. */
export function following(...signals: readonly AbortSignal[]): AbortController {
  const own = new AbortController()
  for (const signal of signals) {
    if (signal.aborted) own.abort(signal.reason)
    signal.addEventListener('abort', () => own.abort(signal.reason), { signal: own.signal })
  }
  return own
}
