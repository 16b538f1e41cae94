import type { Bilingual } from '../engine/model/model.ts'
import type { Client } from '../generated/client.ts'

/** A figure about the records that a user may view. */
export interface SupervisionFigure {
  /** The resource that is read. */
  readonly resource: keyof Client
  readonly title: Bilingual
  read(client: Client): Promise<string>
}

interface Counted {
  readonly total: number
  readonly capped: boolean
}

/** Figures of the supervised businesses. */
export const supervisionFigures: readonly SupervisionFigure[] = [
  {
    resource: 'entInfo',
    title: { zh: '企业', en: 'Businesses' },
    read: async ({ entInfo }) => textOf(await entInfo.page({ size: 1 })),
  },
  {
    resource: 'entNoticeLetter',
    title: { zh: '未结案通知书', en: 'Open notices' },
    read: async ({ entNoticeLetter }) =>
      textOf(await entNoticeLetter.page({ letterStatus_in: ['1', '3', '5'], size: 1 })),
  },
  {
    resource: 'entInspectLog',
    title: { zh: '最近一次检查', en: 'Latest inspection' },
    async read({ entInspectLog }) {
      const { records } = await entInspectLog.page({ inspectStatus_in: ['1', '2', '3'], descs: 'inspectDate', size: 1 })
      return records[0]?.inspectDate ?? '—'
    },
  },
]

const textOf = ({ total, capped }: Counted): string => (capped ? `${total}+` : String(total))
