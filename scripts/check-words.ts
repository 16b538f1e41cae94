import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { findAvoidedWords } from './avoided-words.ts'

// Refuses words that are not standard technical English, in texts and identifiers of the given files or folders.
const kinds = ['*.ts', '*.tsx', '*.js', '*.css', '*.md', '*.yaml'].map(kind => `:(glob)**/${kind}`)

const asked = process.argv.slice(2)
const folders = asked.length > 0 ? asked : ['.']
const listed = (...patterns: readonly string[]) =>
  String(execFileSync('git', ['ls-files', '-z', '--', ...patterns, ':!generated', ':!examples/*/generated']))
    .split('\0')
    .filter(file => file !== '')
const isScript = (file: string) =>
  extname(file) === '' && existsSync(file) && readFileSync(file, 'utf8').startsWith('#!')
const files = [...listed(...kinds), ...listed('.').filter(isScript)].filter(
  file => existsSync(file) && folders.some(folder => isIn(file, folder)),
)
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
