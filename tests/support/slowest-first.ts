import { statSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Runs the slowest files first, so that no long file is left over at the end. Vitest uses the last durations, which a
 * fresh clone does not have: here browser tests precede server tests, these the unit tests, and larger files smaller
 * ones.
 */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = files
      .map(file => ({ file, rank: rankOf(file.moduleId), size: statSync(file.moduleId).size }))
      .sort((one, other) => one.rank - other.rank || other.size - one.size)
      .map(({ file }) => file)
    const isLong = ({ moduleId }: TestSpecification) => longest.some(path => moduleId.endsWith(path))
    const begin = [...sorted.slice(0, 1), ...sorted.slice(1).filter(isLong)]
    return [...begin, ...sorted.filter(file => !begin.includes(file))]
  }
}

/** They begin together with the first browser test, which builds the web: other browser tests would wait for it. */
const longest = ['/tests/plan-property.test.ts', '/engine/server/storage/plan.test.ts']

function rankOf(path: string): number {
  if (path.includes('/tests/browser/')) return 0
  return path.includes('/tests/') ? 1 : 2
}
