import { describe, expect, it } from 'vitest'
import { compile } from '../../compiler/compile.ts'
import { resourceOf } from '../../model/names.ts'
import type { ViewedEntry } from '../data/history.ts'
import { shownChanges } from './shown-changes.ts'

const { model, problems } = compile(
  Object.entries({
    'app.yaml': 'language: 2\ntitle: { zh: 试, en: Test }\n',
    'dictionaries/state.yaml':
      'title: { zh: 状态, en: State }\nentries:\n  open: { key: "0", title: { zh: 开, en: Open } }\n  shut: { key: "1", title: { zh: 关, en: Shut } }\n',
    'resources/shop/order.yaml': `
title: { zh: 单, en: Order }
fields:
  note: { type: text, required: true, title: { zh: 备注, en: Note } }
  state: { type: dictionary, of: state, title: { zh: 状态, en: State } }
  reason: { type: text, readOnly: true, title: { zh: 原因, en: Reason } }
  proofs: { type: image, many: true, readOnly: true, title: { zh: 照片, en: Photos } }
lifecycle:
  field: state
  initial: open
  final: [shut]
  transitions:
    shut:
      from: open
      to: shut
      input:
        why: { type: text, required: true, title: { zh: 原因, en: Reason } }
        proofs: { type: image, many: true, title: { zh: 照片, en: Photos } }
      set: { reason: input.why, proofs: input.proofs }
      title: { zh: 关, en: Shut }
`,
  }).map(([file, text]) => ({ file, text, origin: 'app' as const })),
)
if (!model) throw new Error(JSON.stringify(problems))
const part = { resource: resourceOf(model, 'order'), model } as unknown as Parameters<typeof shownChanges>[0]

describe('what a history shows of a transition', () => {
  const entry = (reason: string) =>
    ({
      operation: 'shut',
      input: { why: '已修好', proofs: ['/a.jpg', '/b.jpg'] },
      changes: {
        state: { from: '0', to: '1' },
        reason: { from: null, to: reason },
        proofs: { from: null, to: ['/a.jpg', '/b.jpg'] },
      },
    }) as unknown as ViewedEntry
  const shown = (reason: string) => shownChanges(part, entry(reason)).map(one => [one.kind, one.field.name])

  it('is each text and each list of pictures once, although a field has the same value', () => {
    expect(shown('已修好')).toEqual([
      ['asked', 'why'],
      ['asked', 'proofs'],
    ])
  })

  it('is a field next to the input if it has another value', () => {
    expect(shown('已修好（补充）').at(-1)).toEqual(['changed', 'reason'])
  })
})
