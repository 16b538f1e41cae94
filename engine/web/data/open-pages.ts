import type { QueryClient } from '@tanstack/react-query'
import type { ShownBrand } from '../../model/brand.ts'
import type { Bilingual } from '../../model/model.ts'
import { type IndexPage, indexKey, type ModelIndex } from './model-source.ts'
import { openPagesPath } from './paths.ts'
import type { Session } from './session.ts'

/** What a visitor receives without signing in. */
export interface OpenPages {
  readonly revision: string
  readonly title: Bilingual
  readonly brand: ShownBrand
  readonly pages: readonly IndexPage[]
}

export const openPagesKey = ['open-pages'] as const

/** The query of the pages that need no session. */
export const openPagesQuery = (session: Session) => ({
  queryKey: openPagesKey,
  queryFn: () => session.call<OpenPages>(openPagesPath),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The address of the sign-in page; its usual one while the server cannot be reached. */
export async function signInAddress(session: Session, queries: QueryClient): Promise<string> {
  const index = queries.getQueryData<ModelIndex>(indexKey)
  const { pages } = index ?? (await queries.ensureQueryData(openPagesQuery(session)).catch(() => ({ pages: [] })))
  return signInPage(pages).path
}

/** The sign-in page among the pages that need no session. */
export const signInPage = (pages: readonly IndexPage[]): IndexPage =>
  pages.find(({ key }) => key === 'signIn') ?? usualSignIn

const usualSignIn: IndexPage = {
  key: 'signIn',
  path: '/login',
  title: { zh: '登录', en: 'Sign in' },
  tab: 'none',
  frame: 'bare',
  screen: 'SignIn',
  anyone: true,
}
