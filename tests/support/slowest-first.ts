import { statSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Runs the slowest files first, so that no long file is left over at the end. Vitest uses the last durations, which a
 * fresh clone does not have: here browser tests precede server tests, these the unit tests, and larger files smaller
 * ones.
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
