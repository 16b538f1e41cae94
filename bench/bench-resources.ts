import type { Source } from '../engine/compiler/source.ts'

/** The fields of each. */
export const fields = 20

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
export function benchResources(count: number, every = 10): Source[] {
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
