import { parseDocument } from 'yaml'
import { compile } from '../engine/compiler/compile.ts'
import { emitPure } from '../engine/compiler/emit/all.ts'
import { emitTypes } from '../engine/compiler/emit/types.ts'
import type { Source } from '../engine/compiler/source.ts'
import type { Model } from '../engine/model/model.ts'
import { readSources } from '../engine/server/live/app-files.ts'
import { interfaceMembers } from '../scripts/interface-members.ts'
import { median, milliseconds, type Section } from './section.ts'

const fields = 20

/** Parse to emit of a thousand resources in addition to the engine's own. */
export async function compileThousand(): Promise<Section> {
  const base = (await readSources('.')).filter(source => source.origin === 'base')
  const sources = [...base, ...things(1_000)]
  const all: number[] = []
  const compiles: number[] = []
  const libraries: number[] = []
  let last: Model | undefined
  for (let round = 0; round < 7; round++) {
    const start = performance.now()
    const { model, problems } = compile(sources)
    if (!model) throw new Error(`The thousand resources do not compile: ${problems[0]?.message.en}`)
    compiles.push(performance.now() - start)
    emitPure(model)
    all.push(performance.now() - start)
    last = model
  }
  // Afterwards, because a compilation would collect the garbage of a library that reads before it.
  for (let round = 0; round < 7; round++) {
    const parsing = performance.now()
    for (const { text } of sources) parseDocument(text)
    libraries.push(performance.now() - parsing)
  }
  const start = performance.now()
  if (last) await emitTypes(last, '../engine', interfaceMembers)
  const types = performance.now() - start
  return {
    title: `Compile 1000 resources of ${fields} fields`,
    how: 'Every tenth has a lifecycle with a step that creates a record, updates others and sends a message, and one that is made when its day comes. Parse, check, build and emit in one process, seven rounds beside the package `yaml`, which only reads the files; the ratio does not depend on the machine. The first round is cold and reported separately, and so are the TypeScript types, which only `npm run generate` writes.',
    rows: [
      {
        what: 'parse to emit, median',
        figure: milliseconds(median(all)),
        bound: '< 700 ms',
        holds: median(all) < 700,
      },
      { what: 'of it parse, check and build', figure: milliseconds(median(compiles)) },
      { what: 'the same files read by the package yaml alone', figure: milliseconds(median(libraries)) },
      { what: 'ratio of parse to emit to that', figure: (median(all) / median(libraries)).toFixed(2) },
      { what: 'parse to emit, cold', figure: milliseconds(all[0] ?? Number.NaN) },
      { what: 'types, once', figure: milliseconds(types) },
    ],
  }
}

const kinds = [
  'type: text, max: 100',
  'type: integer, min: 0',
  'type: money',
  'type: date',
  'type: boolean',
  'type: datetime',
  'type: decimal, scale: 3',
  'type: dictionary, of: sex',
  'type: reference, of: bladeUser',
  'type: longtext',
]

const nameOf = (at: number) => `benchThing${String(at).padStart(4, '0')}`

/** Descriptors of that many resources, of which one in `every` has effects. */
export function things(count: number, every = 10): Source[] {
  const hasEffects = (at: number) => !process.env['PLAIN'] && at % every === 0
  const resources = Array.from({ length: count }, (_, at) => descriptor(at, hasEffects(at) ? effects(at, count) : []))
  return [states, ...resources, ...resources.flatMap((_, at) => (hasEffects(at) ? [messageOf(at)] : []))]
}

const states: Source = {
  file: 'dictionaries/bench_state.yaml',
  text: 'title: { zh: 状态, en: State }\nentries:\n  open: { title: { zh: 未完, en: Open } }\n  closed: { title: { zh: 完成, en: Closed } }\n',
  origin: 'app',
}

function descriptor(at: number, steps: readonly string[]): Source {
  const lines = Array.from(
    { length: fields },
    (_, field) => `  part${field}: { ${kinds[field % kinds.length]}, title: { zh: 部分${field}, en: Part ${field} } }`,
  )
  const text = [
    `title: { zh: 事物${at}, en: Thing ${at} }`,
    'display: part0',
    'fields:',
    ...lines,
    ...steps,
    'rules:',
    '  - { rule: "part1 >= 3", message: { zh: 太少, en: Too few }, valid: { part1: 3 }, invalid: { part1: 2 } }',
    'list: { columns: [part0, part1, part2, part3], search: [part0, part7] }',
    '',
  ].join('\n')
  return { file: `resources/bench/${nameOf(at)}.yaml`, text, origin: 'app' }
}

const effects = (at: number, count: number): readonly string[] => [
  '  state: { type: dictionary, of: bench_state, title: { zh: 状态, en: State } }',
  'lifecycle:',
  '  field: state',
  '  initial: open',
  '  final: [closed]',
  '  transitions:',
  '    close:',
  '      from: open',
  '      to: closed',
  '      title: { zh: 完成, en: Close }',
  '      if: "part1 > 0 && part8.status == 1"',
  '      input: { reply: { type: longtext, required: true, title: { zh: 说明, en: Reply } } }',
  '      set: { part9: input.reply, part15: now() }',
  `      creates: { of: ${nameOf((at + 1) % count)}, once: true, fields: [part0], with: { part3: today() + 7, part1: part1 + 1 } }`,
  `      updates: { of: ${nameOf((at + 2) % count)}, where: "it.part0 == part0", fields: [part0], with: { part1: part1 } }`,
  `      sends: { message: benchMessage${at} }`,
  '    lapse: { from: open, to: closed, after: part3 + 7, title: { zh: 到期, en: Lapse } }',
]

const messageOf = (at: number): Source => ({
  file: `messages/benchMessage${at}.yaml`,
  text: [
    'title: { zh: 提醒, en: Reminder }',
    `of: ${nameOf(at)}`,
    'text: { zh: "{part0}：{part3}", en: "{part0}: {part3}" }',
    'to: { owner: [part8] }',
    'channels: [inApp]',
    '',
  ].join('\n'),
  origin: 'app',
})
