import { describe, expect, it } from 'vitest'
import { moved, transformOf, turned, whole, zoomed } from './picture-zoom.ts'

describe('a picture in its frame', () => {
  it('keeps the point under the pointer while it grows', () => {
    const at = { x: 100, y: -40 }
    const once = zoomed(whole, 2, at)
    expect(once).toEqual({ x: -100, y: 40, scale: 2, turn: 0 })
    // The point of the picture at the pointer before and after: (pointer - offset) / scale.
    const twice = zoomed(once, 1.5, at)
    expect((at.x - twice.x) / twice.scale).toBeCloseTo((at.x - once.x) / once.scale)
  })

  it('lies in the middle again once it is whole, and grows no further than eight times', () => {
    expect(zoomed(zoomed(whole, 4, { x: 9, y: 9 }), 0.1)).toEqual(whole)
    expect(zoomed(whole, 100).scale).toBe(8)
  })

  it('is moved only while it is enlarged', () => {
    expect(moved(whole, 5, 5)).toEqual(whole)
    expect(moved(zoomed(whole, 2), 5, -5)).toMatchObject({ x: 5, y: -5 })
  })

  it('turns by quarters, whole again', () => {
    const quarter = turned(zoomed(whole, 3))
    expect(transformOf(quarter)).toBe('translate(0px, 0px) scale(1) rotate(90deg)')
    expect(turned(turned(turned(quarter))).turn).toBe(0)
  })
})
