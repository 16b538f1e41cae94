import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Removes the files of a folder that were last written so many hours ago, and returns their number. */
export async function removeOldFiles(folder: string, hours: number): Promise<number> {
  const oldest = Date.now() - hours * 3_600_000
  let count = 0
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (!found || found.mtimeMs >= oldest) continue
    await rm(path, { recursive: true, force: true })
    count += 1
  }
  return count
}
