import { type ReactNode, startTransition, useLayoutEffect, useMemo, useState } from 'react'
import {
  type Blocker,
  type BlockerFunction,
  UNSAFE_createBrowserHistory as createBrowserHistory,
  type DataRouter,
  UNSAFE_DataRouterContext as DataRouterContext,
  UNSAFE_DataRouterStateContext as DataRouterStateContext,
  IDLE_BLOCKER,
  type Location,
  type NavigateOptions,
  NavigationType,
  UNSAFE_RouteContext as RouteContext,
  Router,
  resolvePath,
  type To,
} from 'react-router'

interface RouterState {
  readonly location: Location
  readonly historyAction: NavigationType
  readonly blockers: ReadonlyMap<string, Blocker>
}

/** Navigation by the browser's history, which a form with unsaved input can block. */
export interface BrowserRouter {
  state(): RouterState
  /** Calls the listener after every change of the state. */
  subscribe(listener: () => void): () => void
  /** Settles at once: the next render shows the address. A number is a step in the history. */
  navigate(to: To | number | null, options?: NavigateOptions): Promise<void>
  getBlocker(key: string, isBlocked: BlockerFunction): Blocker
  deleteBlocker(key: string): void
  readonly navigator: ReturnType<typeof createBrowserHistory>
}

/**
 * The part of React Router's data router that the engine uses. Screens fetch their data themselves, and the rest,
 * loaders, actions and rendering on a server, would be a twentieth of the first load.
 */
export function createBrowserRouter(): BrowserRouter {
  const history = createBrowserHistory()
  const listeners = new Set<() => void>()
  const conditions = new Map<string, BlockerFunction>()
  let state: RouterState = { location: history.location, historyAction: NavigationType.Pop, blockers: new Map() }
  /** Receives the next change of the history, which is the way back from a blocked one. */
  let onReturn: (() => void) | undefined

  const update = (change: Partial<RouterState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const block = (key: string, blocker: Blocker) => update({ blockers: new Map(state.blockers).set(key, blocker) })
  const complete = (historyAction: NavigationType, location: Location) =>
    update({
      location,
      historyAction,
      blockers: new Map([...state.blockers.keys()].map(key => [key, IDLE_BLOCKER])),
    })
  /** The key of the last blocker, if it blocks this navigation and the user has not confirmed it. */
  const blockerOf = (historyAction: NavigationType, nextLocation: Location): string | undefined => {
    const [key, isBlocked] = [...conditions].at(-1) ?? []
    if (key === undefined || state.blockers.get(key)?.state === 'proceeding') return undefined
    return isBlocked?.({ currentLocation: state.location, nextLocation, historyAction }) ? key : undefined
  }
  const hold = (key: string, location: Location, proceed: () => void) =>
    block(key, {
      state: 'blocked',
      location,
      proceed() {
        block(key, { state: 'proceeding', location, proceed: undefined, reset: undefined })
        proceed()
      },
      reset: () => block(key, IDLE_BLOCKER),
    })

  const navigate = async (to: To | number | null, options: NavigateOptions = {}) => {
    if (typeof to === 'number') return history.go(to)
    const url = history.createURL(resolvePath(to ?? '', state.location.pathname))
    if (url.origin !== window.location.origin) throw new Error(`"${url.href}" is not an address of this app.`)
    const { pathname, search, hash } = url
    const location = { pathname, search, hash, state: options.state ?? null, key: locationKey() }
    const action = options.replace === true ? NavigationType.Replace : NavigationType.Push
    const blocker = blockerOf(action, location)
    if (blocker !== undefined) return hold(blocker, location, () => void navigate(to, options))
    if (action === NavigationType.Replace) history.replace(location)
    else history.push(location)
    complete(action, location)
  }

  // The browser has already changed the address: a blocked change is reverted, and repeated when the user confirms it.
  history.listen(({ action, location, delta }) => {
    if (onReturn) {
      const returned = onReturn
      onReturn = undefined
      return returned()
    }
    const blocker = blockerOf(action, location)
    if (blocker === undefined || delta === null) return complete(action, location)
    const returned = new Promise<void>(resolve => {
      onReturn = resolve
    })
    history.go(-delta)
    hold(blocker, location, () => void returned.then(() => history.go(delta)))
  })

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    navigate,
    getBlocker(key, isBlocked) {
      conditions.set(key, isBlocked)
      return state.blockers.get(key) ?? IDLE_BLOCKER
    },
    deleteBlocker(key) {
      conditions.delete(key)
      state = { ...state, blockers: new Map([...state.blockers].filter(([other]) => other !== key)) }
    },
    navigator: history,
  }
}

/** Identifies an entry of the history. Over plain HTTP browsers have no `crypto.randomUUID`. */
const locationKey = () => Math.random().toString(36).slice(2, 10)

/** The one route: the engine's own table resolves the address. */
const route = {
  outlet: null,
  matches: [{ params: {}, pathname: '/', pathnameBase: '/', route: { id: 'all', path: '*' } }],
  isDataRoute: true,
}

/** Provides the router to the hooks of React Router and of react-admin. */
export function RoutedApp({ router, children }: { readonly router: BrowserRouter; readonly children: ReactNode }) {
  const [state, setState] = useState(router.state)
  useLayoutEffect(() => {
    // The previous screen remains until the code of the next one is loaded.
    const follow = () => startTransition(() => setState(router.state()))
    if (router.state() !== state) follow()
    return router.subscribe(follow)
  }, [router, state])
  const navigator = useMemo(() => navigatorOf(router), [router])
  const context = useMemo(
    // The hooks call the three methods that it has.
    () => ({ router: router as unknown as DataRouter, navigator, static: false, basename: '/' }),
    [router, navigator],
  )
  return (
    <DataRouterContext value={context}>
      <DataRouterStateContext value={state as unknown as DataRouter['state']}>
        <Router location={state.location} navigationType={state.historyAction} navigator={navigator}>
          <RouteContext value={route}>{children}</RouteContext>
        </Router>
      </DataRouterStateContext>
    </DataRouterContext>
  )
}

const navigatorOf = ({ navigator, navigate }: BrowserRouter) => ({
  createHref: navigator.createHref,
  createURL: navigator.createURL,
  encodeLocation: navigator.encodeLocation,
  go: (steps: number) => void navigate(steps),
  push: (to: To, state: unknown) => void navigate(to, { state }),
  replace: (to: To, state: unknown) => void navigate(to, { state, replace: true }),
})
