import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { iconShapes } from './icon-shapes.ts'

it('returns an icon by its name, without the properties for React', () => {
  expect(iconShapes(['circle', 'circle'])).toEqual({ circle: [['circle', { cx: '12', cy: '12', r: '10' }]] })
})

it('returns an icon by its former name', () => {
  const { home, house } = iconShapes(['home', 'house'])
  expect(home).toEqual(house)
})

it('omits icons that Lucide lacks, and invalid names', () => {
  expect(iconShapes(['no-such-icon', '../createLucideIcon', ''])).toEqual({})
})

it('returns every icon that a descriptor may name', () => {
  const names = readdirSync('node_modules/lucide-react/dist/esm/icons')
    .filter(file => file.endsWith('.mjs') && file !== 'index.mjs')
    .map(file => file.slice(0, -4))
  const drawn = iconShapes(names)
  expect(names.filter(name => !drawn[name])).toEqual([])
  const elements = new Set(Object.values(drawn).flatMap(shapes => shapes.map(([element]) => element)))
  expect([...elements].sort()).toEqual(['circle', 'ellipse', 'line', 'path', 'polygon', 'polyline', 'rect'])
})
