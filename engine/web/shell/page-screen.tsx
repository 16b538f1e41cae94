import { Suspense } from 'react'
import { Navigate } from 'react-router'
import { homePage } from '../../model/home-board.ts'
import { SheetLoading } from '../components/sheet-state.tsx'
import type { IndexPage } from '../data/model-source.ts'
import { useModelIndex } from '../data/resource-part.ts'
import type { Screens } from '../frame/brand.ts'
import { useBrand } from '../frame/brand-context.ts'
import { PageContext } from '../frame/page-context.ts'
import { type ScreenCode, screenCode } from '../frame/screen-code.tsx'

/** The screen of pages that show another site. */
export const framedPage = screenCode(() => import('./framed-page.tsx').then(({ FramedPage }) => FramedPage))

/** The screen of pages that show a board. */
export const boardPage = screenCode(() => import('../board/board-screen.tsx').then(({ BoardScreen }) => BoardScreen))

/** The screen of a page: a board, one of the product, or another site; that one also reports a missing screen. */
export const codeOfPage = ({ board, link, screen = '' }: IndexPage, screens: Screens): ScreenCode =>
  board !== undefined ? boardPage : (link === undefined && screens[screen]) || framedPage

/** A declared page: the product's screen, another site, or a board. */
export function PageScreen({ page }: { readonly page: IndexPage }) {
  const { screens, parts } = useBrand()
  const index = useModelIndex()
  const first = page.key === homePage && index && parts.flatMap(({ firstPage }) => firstPage?.(index) ?? [])[0]
  if (first) return <Navigate to={first} replace />
  const { Screen } = codeOfPage(page, screens)
  return (
    <PageContext value={page}>
      <Suspense fallback={<SheetLoading />}>
        <Screen key={page.key} />
      </Suspense>
    </PageContext>
  )
}
