import { Puzzle } from 'lucide-react'
import { Suspense } from 'react'
import type { IndexPage } from '../data/model-source.ts'
import type { Screens } from '../frame/brand.ts'
import { useBrand } from '../frame/brand-context.ts'
import { PageContext } from '../frame/page-context.ts'
import { type ScreenCode, screenCode } from '../frame/screen-code.tsx'
import { SheetLoading } from '../parts/sheet-state.tsx'
import { StatePanel } from '../parts/state-panel.tsx'
import { useTranslation } from '../words/i18n.ts'

/** The screen of pages that show another site. */
export const framedPage = screenCode(() => import('./framed-page.tsx').then(({ FramedPage }) => FramedPage))

/** The screen of pages that show a board. */
export const boardPage = screenCode(() => import('../board/board-screen.tsx').then(({ BoardScreen }) => BoardScreen))

/** The screen of a page: a board, another site, or one of the product. */
export function codeOfPage(page: IndexPage, screens: Screens): ScreenCode | undefined {
  if (page.board !== undefined) return boardPage
  return page.link === undefined ? screens[page.screen ?? ''] : framedPage
}

/** A declared page: the product's screen, another site, or a board. */
export function PageScreen({ page }: { readonly page: IndexPage }) {
  const { screens } = useBrand()
  const code = codeOfPage(page, screens)
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
