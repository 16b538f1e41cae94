import { useQueries } from '@tanstack/react-query'
import type { Bilingual } from '../engine/model/model.ts'
import { ScreenHead } from '../engine/web/components/screen-head.tsx'
import type { ModelIndex } from '../engine/web/data/model-source.ts'
import { useModelIndex } from '../engine/web/data/resource-part.ts'
import { useBrand } from '../engine/web/frame/brand-context.ts'
import { Mark } from '../engine/web/frame/mark.tsx'
import { usePage } from '../engine/web/frame/page-context.ts'
import { useLocalized } from '../engine/web/words/i18n.ts'
import { useClient } from './client.ts'
import { supervisionFigures } from './supervision-figures.ts'
import './about.css'

/** The texts of the page about the application. */
const aboutWords = {
  application: { zh: '系统名称', en: 'Application' },
  descriptors: { zh: '配置版本', en: 'Descriptors' },
  timeZone: { zh: '时区', en: 'Time zone' },
  figures: { zh: '数据', en: 'Figures' },
  licence: { zh: '许可', en: 'Licence' },
} as const satisfies Readonly<Record<string, Bilingual>>

/** What this application is, and which version of its descriptors is running. */
export function About() {
  const localized = useLocalized()
  const index = useModelIndex()
  const title = usePage()?.title
  const { name, slogan } = useBrand()
  const facts = [
    [aboutWords.application, index ? localized(index.title) : ''],
    [aboutWords.descriptors, index?.revision.slice(0, 12) ?? ''],
    [aboutWords.timeZone, index?.zone ?? ''],
    [aboutWords.licence, 'Apache-2.0'],
  ] as const
  return (
    <>
      <ScreenHead title={title && localized(title)} />
      <div className="about inset scroll flex-1">
        <p className="flex muted items-center gap-14 mb-20">
          <Mark size={40} />
          <span>
            <strong className="block size-18 ink line-26">{localized(name)}</strong>
            {slogan && localized(slogan)}
          </span>
        </p>
        <dl className="m-0 max-w-560">
          {facts.map(([name, value]) => (
            <div className="flex gap-16 ruled line-22 py-8" key={name.en}>
              <dt className="muted">{localized(name)}</dt>
              <dd className="min-0 m-0 break">{value}</dd>
            </div>
          ))}
        </dl>
        <Figures index={index} />
      </div>
    </>
  )
}

/** Figures of the resources that the user may view; an application without them has none. */
function Figures({ index }: { readonly index: ModelIndex | undefined }) {
  const localized = useLocalized()
  const client = useClient()
  const viewed = new Set(index?.resources.map(({ name }) => name))
  const figures = supervisionFigures.filter(({ resource }) => viewed.has(resource))
  const found = useQueries({
    queries: figures.map(({ resource, read }) => ({
      queryKey: ['about', resource],
      queryFn: () => read(client),
      staleTime: 60_000,
    })),
  })
  if (figures.length === 0) return null
  return (
    <section>
      <h2 className="bold mt-28 mb-8 size-15 line-24">{localized(aboutWords.figures)}</h2>
      <dl className="m-0 max-w-560">
        {figures.map(({ resource, title }, at) => (
          <div className="flex gap-16 ruled line-22 py-8" key={resource}>
            <dt className="muted">{localized(title)}</dt>
            <dd className="min-0 m-0 break">{found[at]?.isError ? '—' : (found[at]?.data ?? '…')}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
