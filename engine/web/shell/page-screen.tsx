import { Puzzle } from 'lucide-react'
import { Suspense } from 'react'
import type { IndexPage } from '../data/model-source.ts'
import { useBrand } from '../frame/brand-context.ts'
import { PageContext } from '../frame/page-context.ts'
import { screenCode } from '../frame/screen-code.tsx'
import { SheetLoading } from '../parts/sheet-state.tsx'
import { StatePanel } from '../parts/state-panel.tsx'
import { useTranslation } from '../words/i18n.ts'

/** The screen of pages that show another site. */
export const framedPage = screenCode(() => import('./framed-page.tsx').then(({ FramedPage }) => FramedPage))

/** A page of pages.yaml: the product's screen, or another site. */
export function PageScreen({ page }: { readonly page: IndexPage }) {
  const { screens } = useBrand()
  const code = page.link === undefined ? screens[page.screen ?? ''] : framedPage
  if (!code) return <MissingScreen name={page.screen ?? ''} />
  const { Screen } = code
  return (
    <PageContext value={page}>
      <Suspense fallback={<SheetLoading />}>
        <Screen key={page.key} />
      </Suspense>
    </PageContext>
  )
}

/** The descriptor names a screen that the running build lacks. */
function MissingScreen({ name }: { readonly name: string }) {
  const translate = useTranslation()
  return (
    <StatePanel
      icon={<Puzzle />}
      title={translate('page.missingTitle', { name })}
      help={translate('page.missingHelp')}
    />
  )
}
