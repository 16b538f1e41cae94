/** Groups items into arrays of at most `most`. */
export async function* chunks<Item>(items: AsyncIterable<Item> | Iterable<Item>, most: number): AsyncGenerator<Item[]> {
  let chunk: Item[] = []
  for await (const item of items) {
    chunk.push(item)
    if (chunk.length < most) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}
