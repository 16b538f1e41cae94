/**
 * Lets work run to its end whether or not somebody looks on: what comes back tells the latest of what it yields, for
 * as long as it is listened to. What the work throws after its listener left is handed to `report`.
 */
export async function* detached<Item>(
  work: AsyncGenerator<Item>,
  report: (error: unknown) => void,
): AsyncGenerator<Item> {
  let latest: { readonly item: Item } | undefined
  let ended: { readonly error?: unknown } | undefined
  let isListened = true
  let wake: () => void = () => undefined
  const run = async () => {
    for await (const item of work) {
      latest = { item }
      wake()
    }
  }
  run().then(
    () => {
      ended = {}
      wake()
    },
    error => {
      ended = { error }
      if (!isListened) report(error)
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
