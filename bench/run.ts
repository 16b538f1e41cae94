import { writeFileSync } from 'node:fs'
import { compileThousand } from './compile.ts'
import { exports } from './export.ts'
import { firstLoad } from './first-load.ts'
import { live } from './live.ts'
import { machine } from './machine.ts'
import { memoryAndStart } from './memory-and-start.ts'
import { pages } from './pages.ts'
import { rows } from './rows.ts'
import { saves } from './saves.ts'
import type { Section } from './section.ts'
import { typing } from './typing.ts'

/** Measures everything, one thing after another, and writes what was found beside what was demanded. */
const sections: Readonly<Record<string, () => Promise<Section>>> = {
  compile: compileThousand,
  pages,
  saves,
  live,
  start: memoryAndStart,
  screens: firstLoad,
  typing,
  export: exports,
  rows,
}

const wanted = process.argv.slice(2)
const names = wanted.length > 0 ? wanted : Object.keys(sections)
const found: Section[] = []
const on = machine()
for (const name of names) {
  const section = sections[name]
  if (!section) throw new Error(`There is no benchmark "${name}"; there are ${Object.keys(sections).join(', ')}.`)
  const result = await section()
  process.stdout.write(`${print(result)}\n`)
  found.push(result)
}
if (wanted.length === 0) {
  writeFileSync('bench/results.md', `# Measured\n\n${on}\n\n${found.map(print).join('\n')}`)
}

function print({ title, how, rows }: Section): string {
  const lines = rows.map(
    ({ what, figure, bound, holds }) => `| ${what} | ${figure} | ${bound ?? ''} | ${mark(holds)} |`,
  )
  return `## ${title}\n\n${how}\n\n| what | measured | demanded | |\n|---|---:|---:|---|\n${lines.join('\n')}\n`
}

function mark(holds: boolean | undefined): string {
  if (holds === undefined) return ''
  return holds ? 'holds' : '**missed**'
}
