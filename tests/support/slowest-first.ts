import { statSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Runs what takes longest first, so that no long file is left over when the others are done. Vitest goes by how long
 * each took the last time, which a fresh clone does not know: here browsers come before servers, and servers before the
 * rooms' own tests, the larger file before the smaller.
 */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files
      .map(file => ({ file, rank: rankOf(file.moduleId), size: statSync(file.moduleId).size }))
      .sort((one, other) => one.rank - other.rank || other.size - one.size)
      .map(({ file }) => file)
  }
}

function rankOf(path: string): number {
  if (path.includes('/tests/browser/')) return 0
  return path.includes('/tests/') ? 1 : 2
}
