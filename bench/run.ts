import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { assureFreshBuild } from '../scripts/fresh-build.js'
import { access } from './access.ts'
import { boards } from './boards.ts'
import { compileThousand } from './compile.ts'
import { declaredQueries } from './declared-queries.ts'
import { exports } from './export.ts'
import { firstLoad } from './first-load.ts'
import { ingest } from './ingest.ts'
import { limiter } from './limiter.ts'
import { live } from './live.ts'
import { machine } from './machine.ts'
import { memoryAndStart } from './memory-and-start.ts'
import { pages } from './pages.ts'
import { processes } from './processes.ts'
import { listQueries } from './queries.ts'
import { rows } from './rows.ts'
import { saves } from './saves.ts'
import type { Section } from './section.ts'
import { refusedSignIns } from './sign-in.ts'
import { typing } from './typing.ts'

/** Measures all sections or the named ones, one after another, and writes the results with their targets. */
const sections: Readonly<Record<string, () => Promise<Section>>> = {
  compile: compileThousand,
  pages,
  queries: listQueries(1_000_000),
  access,
  declared: declaredQueries,
  saves,
  boards,
  ingest,
  processes,
  limiter,
  'sign-in': refusedSignIns,
  live,
  start: memoryAndStart,
  screens: firstLoad,
  typing,
  export: exports,
  rows,
}

/** Sections that take so long or so much space that only their name runs them. */
const onRequest: Readonly<Record<string, () => Promise<Section>>> = { 'queries-10m': listQueries(10_000_000) }

// An old build would not measure the current sources.
assureFreshBuild(resolve('.'))

const resultsFile = 'bench/results.md'
const wanted = process.argv.slice(2)
const found = new Map(await resultsSoFar())
for (const name of wanted.length > 0 ? wanted : Object.keys(sections)) {
  const section = sections[name] ?? onRequest[name]
  const names = Object.keys({ ...sections, ...onRequest }).join(', ')
  if (!section) throw new Error(`There is no benchmark "${name}"; there are ${names}.`)
  const on = machine()
  const result = await section()
  process.stdout.write(`${print(result, on)}\n`)
  found.set(result.title, print(result, on))
}
writeFileSync(resultsFile, `# Benchmark results\n\n${[...found.values()].join('\n')}`)

/** The previous results by title: a run of some sections keeps the others. */
async function resultsSoFar(): Promise<[title: string, text: string][]> {
  const text = await readFile(resultsFile, 'utf8').catch(() => '')
  return text
    .split(/^(?=## )/m)
    .filter(part => part.startsWith('## '))
    .map(part => [part.slice(3, part.indexOf('\n')), `${part.trimEnd()}\n`])
}

function print({ title, how, rows }: Section, on: string): string {
  const lines = rows.map(
    ({ what, figure, bound, holds }) => `| ${what} | ${figure} | ${bound ?? ''} | ${mark(holds)} |`,
  )
  const head = '| measurement | result | target | |\n|---|---:|---:|---|'
  return `## ${title}\n\n${how}\n\n${on}\n\n${head}\n${lines.join('\n')}\n`
}

function mark(holds: boolean | undefined): string {
  if (holds === undefined) return ''
  return holds ? 'met' : '**missed**'
}
