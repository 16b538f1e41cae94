import { expect, it } from 'vitest'
import { addressOf, type ResourceScreen } from './addresses.ts'
import type { IndexEntry, IndexPage, ModelIndex } from './model-source.ts'
import { guessedRoute, routesOf, unlistedScreen } from './routes.ts'
import { clearShell, storedShell, storeShell } from './stored-shell.ts'

const entry = (module: string, name: string, path = `/${module}/${name}`) => ({ module, name, path }) as IndexEntry
const user = entry('blade', 'bladeUser', '/system/user')
const letter = entry('ent', 'letter')
const board = { key: 'board', path: '/ent/letter/board' } as IndexPage
const home = { key: 'home', path: '/' } as IndexPage
const forms = { key: 'forms', path: '/ent/process/*' } as IndexPage
const index = { resources: [user, letter], pages: [home, board, forms] } as unknown as ModelIndex
const routes = routesOf(index)

function memory(): Storage {
  const values = new Map<string, string>()
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
  return storage as Storage
}

it.each<ResourceScreen>(['list', 'create', 'bin', 'import', 'edit', 'show'])(
  'parses the address that it makes for the %s screen',
  screen => {
    const id = screen === 'edit' || screen === 'show' ? '4/7' : ''
    for (const resource of [user, letter])
      expect(routes.at(addressOf(resource, screen, id))).toEqual({ kind: 'resource', resource, screen, id })
  },
)

it.each([
  ['a page with an address below that of a list', '/ent/letter/board', 'page'],
  ['home', '/', 'page'],
  ['an address below a page that has them', '/ent/process/letter/handle/7', 'page'],
  ['a record by the address of a former module', '/former/letter/7/show', 'resource'],
  ['an error page', '/404', 'error'],
  ['an unknown address', '/ent/other', 'unlisted'],
  ['an address with too many segments', '/ent/letter/7/show/more', 'unlisted'],
])('recognises %s', (_what, address, kind) => {
  expect(routes.at(address).kind).toBe(kind)
})

it.each([
  ['/bladeUser', '/system/user'],
  ['/bladeUser/7/show', '/system/user/7/show'],
  ['/letter/create', '/ent/letter/create'],
  ['/ent/letter', undefined],
  ['/nothing', undefined],
])('redirects the former address %s to %s', (former, present) => {
  expect(routes.redirect(former)).toBe(present)
})

it('reads the address of lines with the response of the server', () => {
  const line = { name: 'item', path: '/ent/item' }
  expect(unlistedScreen(line, '/ent/item/7/show')).toEqual({ screen: 'show', id: '7' })
  expect(unlistedScreen(line, '/item/7')).toEqual({ screen: 'edit', id: '7' })
})

it('guesses a resource by its usual address, and others by the last stored index', () => {
  const [storage, me] = [memory(), { userId: '7' } as ModelIndex['me']]
  const last = (user: string) => storedShell(storage, user)
  expect(guessedRoute('/ent/letter/7/show', last('7'))).toEqual({ entity: 'letter', screen: 'show', id: '7' })
  expect(guessedRoute('/system/user', last('7'))?.entity).toBe('user')
  storeShell({ ...index, me }, storage)
  expect(guessedRoute('/system/user', last('7'))).toEqual({ entity: 'bladeUser', screen: 'list', id: '' })
  expect(guessedRoute('/ent/letter/board', last('7'))).toBeUndefined()
  expect(guessedRoute('/', last('7'))).toBeUndefined()
  expect(guessedRoute('/system/user', last('8'))?.entity, "another user's is not used").toBe('user')
  clearShell(storage)
  expect(guessedRoute('/system/user', last('7'))?.entity).toBe('user')
})
