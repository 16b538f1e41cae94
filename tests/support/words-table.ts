import { readFileSync } from 'node:fs'

const text = readFileSync('docs/words.md', 'utf8')

/** The cells of the rows of a section of docs/words.md; of the first table without a heading. */
export function wordRows(heading?: 'Other files' | 'Notation' | 'Functions'): readonly (readonly string[])[] {
  const section = heading === undefined ? text : (text.split(`\n## ${heading}\n`)[1] ?? '')
  return (section.split('\n## ')[0] ?? '')
    .split('\n')
    .filter(line => line.startsWith('| `'))
    .map(line =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map(cell => cell.replaceAll('`', '').replaceAll('\\|', '|').trim()),
    )
}
