/**
 * Runs work to its end even if its consumer stops. Yields the latest item of the work while it is consumed. What happens
 * after that is passed to `report`: the error that ended it, or its last item.
 */
export async function* detached<Item>(
  work: AsyncGenerator<Item>,
  report: { failed(error: unknown): void; ended?(last: Item | undefined): void },
): AsyncGenerator<Item> {
  let latest: { readonly item: Item } | undefined
  let last: Item | undefined
  let ended: { readonly error?: unknown } | undefined
  let isListened = true
  let wake: () => void = () => undefined
  const run = async () => {
    for await (const item of work) {
      last = item
      latest = { item }
      wake()
    }
  }
  run().then(
    () => {
      ended = {}
      if (!isListened) report.ended?.(last)
      wake()
    },
    error => {
      ended = { error }
      if (!isListened) report.failed(error)
      wake()
    },
  )
  try {
    for (;;) {
      const next = latest
      latest = undefined
      if (next) yield next.item
      else if (ended && 'error' in ended) throw ended.error
      else if (ended) return
      else
        await new Promise<void>(resolve => {
          wake = resolve
        })
    }
  } finally {
    isListened = false
  }
}
