import { Fault } from './fault.ts'
import type { CallOptions, Session } from './session.ts'

/**
 * Hands on each line of an answer that the server streams as JSON lines, in their order. Throws a Fault where the
 * server refuses, or where the answer breaks off in the middle of a line; what was said until then stands.
 */
export async function readLines<Line>(
  session: Session,
  path: string,
  { signal, ...options }: CallOptions,
  onLine: (line: Line) => void,
): Promise<void> {
  const response = await session.stream(path, signal, options)
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  while (reader) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw signal?.aborted ? cause : new Fault('notice.network', 0)
    })
    const lines = (rest + (value ?? '')).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.trim() !== '') onLine(JSON.parse(line) as Line)
    if (!done) continue
    if (rest.trim() !== '') throw new Fault('notice.network', 0)
    return
  }
}
