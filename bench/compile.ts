import { parseDocument } from 'yaml'
import { compile } from '../engine/compiler/compile.ts'
import { emitPure } from '../engine/compiler/emit/all.ts'
import { emitTypes } from '../engine/compiler/emit/types.ts'
import type { Model } from '../engine/model/model.ts'
import { readSources } from '../engine/server/live/app-files.ts'
import { interfaceMembers } from '../scripts/interface-members.ts'
import { benchResources, fields } from './bench-resources.ts'
import { median, milliseconds, type Section } from './section.ts'

/** In times of the package (docs/decisions/bound-compilations-by-a-ratio.md). */
const maxOfLibrary = { all: 1.7, unchanged: 0.6 }

/** Parse to emit of a thousand resources in addition to the engine's own. */
export async function compileThousand(): Promise<Section> {
  const base = (await readSources('.')).filter(source => source.origin === 'base')
  const sources = [...base, ...benchResources(1_000)]
  const all: number[] = []
  const compiles: number[] = []
  const again: number[] = []
  let last: Model | undefined
  for (let round = 0; round < 7; round++) {
    const start = performance.now()
    const compiled = compile(sources)
    const { model, problems } = compiled
    if (!model) throw new Error(`The thousand resources do not compile: ${problems[0]?.message.en}`)
    compiles.push(performance.now() - start)
    emitPure(model)
    all.push(performance.now() - start)
    const saved = performance.now()
    compile(sources, compiled)
    again.push(performance.now() - saved)
    last = model
  }
  // Afterwards, because a compilation would collect the garbage of a library that reads before it.
  const libraries: number[] = []
  for (let round = 0; round < 7; round++) {
    const parsing = performance.now()
    for (const { text } of sources) parseDocument(text)
    libraries.push(performance.now() - parsing)
  }
  const [compiling, unchanged, library] = [median(compiles), median(again), median(libraries)]
  const start = performance.now()
  if (last) await emitTypes(last, '../engine', interfaceMembers)
  const types = performance.now() - start
  return {
    title: `Compile 1000 resources of ${fields} fields`,
    how:
      'One resource in ten has a lifecycle with a step that creates a record, updates others and sends a message, and a step that runs automatically on its due date. ' +
      'Parse, check, build and emit in one process, seven rounds, compared with the package `yaml`, which only parses the files. ' +
      'The ratios do not depend on the machine. ' +
      'The first, cold round is reported separately, and so are the TypeScript types, which only `npm run generate` writes.',
    rows: [
      { what: 'parse to emit, median', figure: milliseconds(median(all)) },
      { what: 'parse, check and build, median', figure: milliseconds(compiling) },
      { what: 'check and build of unchanged files, median', figure: milliseconds(unchanged) },
      { what: 'parse with the package yaml, median', figure: milliseconds(library) },
      ratio('parse, check and build to the package yaml', compiling / library, maxOfLibrary.all),
      ratio('unchanged files to the package yaml', unchanged / library, maxOfLibrary.unchanged),
      { what: 'parse to emit, cold', figure: milliseconds(all[0] ?? Number.NaN) },
      { what: 'types, once', figure: milliseconds(types) },
    ],
  }
}

const ratio = (what: string, found: number, bound: number) => ({
  what,
  figure: found.toFixed(2),
  bound: `< ${bound}`,
  holds: found < bound,
})
