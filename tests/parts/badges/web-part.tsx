import { Award } from 'lucide-react'
import { useListContext } from 'ra-core'
import { useSyncExternalStore } from 'react'
import { formattedTextWeb } from '../../../engine/fields/formatted-text-web.tsx'
import { screenCode } from '../../../engine/web/frame/screen-code.tsx'
import { partCode, type WebPart } from '../../../engine/web/frame/web-part.ts'
import { colourCode } from './colour-code.ts'

let given: readonly string[] = []
const listeners = new Set<() => void>()

/** The names of the badges that were given while the page was open. */
function BadgeTile() {
  const shown = useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => given,
  )
  return <output aria-label="Badges given">{shown.join()}</output>
}

/** Wards as patches of their colours. */
function Patches() {
  const { data = [] } = useListContext()
  return data.map(({ id, name, colour }) => (
    <mark key={id} style={{ background: colour }}>
      {name}
    </mark>
  ))
}

/** The half of the part in the browser. It uses every seam of the web. */
export const badgesWeb: WebPart = {
  name: 'badges',
  fieldTypes: {
    colourCode: { type: colourCode, web: { ...formattedTextWeb(colourCode), Cell: ({ value }) => <kbd>{value}</kbd> } },
  },
  topics: {
    badges(contents) {
      given = [...given, ...contents.map(one => (one as { badge: string }).badge)]
      for (const listener of listeners) listener()
    },
  },
  screens: { BadgeTile: screenCode(async () => BadgeTile) },
  listKinds: {
    patches: {
      title: { zh: '色块', en: 'Patches' },
      icon: Award,
      fits: ({ name }) => name === 'ward',
      Rows: partCode(async () => Patches),
    },
  },
  recordLinks: {
    ward: [{ title: { zh: '看徽章', en: 'See badges' }, icon: Award, step: 'view', address: () => '/badges' }],
  },
  RecordPanel: partCode(
    async () =>
      ({ part }) =>
        part.resource.name === 'ward' && <aside>Panel of badges</aside>,
  ),
}
