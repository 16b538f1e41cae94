import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { findAvoidedWords } from './avoided-words.ts'

// Refuses words that are not standard technical English, in texts and identifiers of the given files or folders.
const kinds = ['*.ts', '*.tsx', '*.js', '*.css', '*.md', '*.yaml'].map(kind => `:(glob)**/${kind}`)

const asked = process.argv.slice(2)
const folders = asked.length > 0 ? asked : ['.']
const tracked = execFileSync('git', ['ls-files', '-z', '--', ...kinds, ':!generated', ':!examples/*/generated'])
const files = String(tracked)
  .split('\0')
  .filter(file => existsSync(file) && folders.some(folder => isIn(file, folder)))
const found = files.flatMap(file =>
  findAvoidedWords(readFileSync(file, 'utf8')).map(
    ({ line, column, word, write }) => `${file}:${line}:${column} ${word} -> write: ${write}`,
  ),
)

console.log([...found, `Files checked: ${files.length}. Words to replace: ${found.length}.`].join('\n'))
process.exitCode = found.length > 0 ? 1 : 0

function isIn(file: string, folder: string): boolean {
  const name = folder.replace(/^\.\/|\/$/g, '')
  return name === '.' || file === name || file.startsWith(`${name}/`)
}
