/** A limit on concurrency: at most this many works run at a time, the others wait in order. */
export function createConcurrencyLimit(most: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let inside = 0
  return async work => {
    if (inside >= most) await new Promise<void>(resolve => waiting.push(resolve))
    else inside += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else inside -= 1
    }
  }
}
