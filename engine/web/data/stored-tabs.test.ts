import { expect, it } from 'vitest'
import { createStoredTabs } from './stored-tabs.ts'

function storageOf(entries: Readonly<Record<string, string>>): Storage {
  const storage: Record<string, unknown> = { ...entries }
  Object.defineProperties(storage, {
    getItem: { value: (key: string) => storage[key] ?? null },
    setItem: { value: (key: string, text: string) => Object.assign(storage, { [key]: text }) },
    removeItem: { value: (key: string) => Reflect.deleteProperty(storage, key) },
  })
  return storage as unknown as Storage
}

it('stores the opened pages of one user, and removes those of others', () => {
  const storage = storageOf({ 'mingchu:tabs:1': '["/old"]', 'mingchu:choices': '{}' })
  const tabs = createStoredTabs(storage)
  tabs.write('2', ['/entInfo?name_like=a', '/'])
  expect(tabs.read('2')).toEqual(['/entInfo?name_like=a', '/'])
  expect(Object.keys(storage)).toEqual(['mingchu:choices', 'mingchu:tabs:2'])
  tabs.clear()
  expect(Object.keys(storage)).toEqual(['mingchu:choices'])
})

it('reads only addresses of this origin', () => {
  const tabs = createStoredTabs(storageOf({ 'mingchu:tabs:1': '["/a","//evil","x",3]', 'mingchu:tabs:2': '{' }))
  expect([tabs.read('1'), tabs.read('2')]).toEqual([['/a'], []])
})
