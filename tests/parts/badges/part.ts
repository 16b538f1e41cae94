import { Readable } from 'node:stream'
import type { Kind } from '../../../engine/compiler/kind.ts'
import { type Keys, newKey, objectOf, shared } from '../../../engine/compiler/language/key.ts'
import { at } from '../../../engine/compiler/tree.ts'
import { bilingual, byName, named } from '../../../engine/compiler/workspace.ts'
import type { Bilingual, Model } from '../../../engine/model/model.ts'
import { defineCall, defineContentCall } from '../../../engine/server/http/product-calls.ts'
import type { Part } from '../../../engine/server/part.ts'
import { colourCode } from './colour-code.ts'

const keys: Keys = {
  title: newKey(shared('bilingual'), '名称', 'The name.', '{ zh: 金章, en: Gold }', { required: true }),
}

/** `badges/<code>.yaml` */
const badge: Kind = {
  location: 'badges/<code>.yaml',
  schema: objectOf(keys),
  sections: [['徽章 badges/<code>.yaml', keys]],
  build: ({ drafts }, { parts }) => ({
    parts: { ...parts, badges: byName(named(drafts, 'badge'), ({ root }) => bilingual(at(root, 'title'))) },
  }),
}
const badgesOf = ({ parts }: Model) => parts?.['badges'] as Readonly<Record<string, Bilingual>>

const input = { type: 'object', required: [] } as const

/** Wards get badges. The part uses every seam of the server. */
export const badges: Part = {
  name: 'badges',
  kinds: { badge },
  fieldTypes: { colourCode },
  tables: [
    {
      name: 'badge_given',
      columns: { ward_id: 'bigint!', badge: 'text!', at: 'timestamptz(3)! now()' },
      primaryKey: ['ward_id', 'badge'],
      indexes: [['badge']],
    },
  ],
  effects: {
    async giveBadge({ own, record, input }) {
      await own.table('badge_given').add({ ward_id: record['wardId'], badge: input['badge'] })
      await own.publish('badges', { badge: input['badge'], subject: input['subject'] })
    },
  },
  topics: { badges: (ctx, content) => (ctx.actor.hasCode('letter_view') ? content : undefined) },
  calls: [
    defineCall<object, { given: { ward: string; title: string }[] }>({
      method: 'GET',
      path: '/api/badges/v1/given',
      title: { zh: '徽章', en: 'Badges' },
      code: 'ward_view',
      input,
      answer: {
        type: 'object',
        properties: {
          given: {
            type: 'array',
            items: {
              type: 'object',
              properties: { ward: { type: 'string' }, title: { type: 'string' } },
              required: ['ward', 'title'],
            },
          },
        },
        required: ['given'],
      },
      async handle({ ctx, own }) {
        const rows = await own.table('badge_given').rows()
        const title = (code: unknown) => badgesOf(ctx.model)[String(code)]?.[ctx.language] ?? ''
        return { given: rows.map(row => ({ ward: String(row['ward_id']), title: title(row['badge']) })) }
      },
    }),
    defineContentCall({
      path: '/api/badges/v1/names',
      title: { zh: '徽章名称', en: 'Names of badges' },
      code: 'anyone',
      reason: 'badge-names',
      media: ['text/plain'],
      input,
      handle: async ({ ctx }) => ({ type: 'text/plain', body: Readable.from(Object.keys(badgesOf(ctx.model))) }),
    }),
  ],
  reasons: { 'badge-names': { zh: '公布徽章', en: 'Publish badges' } },
  ports: { engraver: {} },
  jobs: {
    'badge-review': {
      title: { zh: '复核徽章', en: 'Review badges' },
      schedule: { at: '06:00', each: 'workday' },
      run: async ({ step }) => {
        await step('withdraw', async ({ own }) => {
          const rows = await own.table('badge_given').remove()
          for (const { badge } of rows) await own.publish('badges', { badge, subject: null })
          return rows.length
        })
        return undefined
      },
    },
  },
}
