import { describe, expect, it } from 'vitest'
import { moved, transformOf, turned, wholePicture, zoomed } from './picture-zoom.ts'

describe('picture in its frame', () => {
  it('keeps the point under the pointer while zooming in', () => {
    const at = { x: 100, y: -40 }
    const once = zoomed(wholePicture, 2, at)
    expect(once).toEqual({ x: -100, y: 40, scale: 2, turn: 0 })
    // The picture's point at the pointer before and after: (pointer - offset) / scale.
    const twice = zoomed(once, 1.5, at)
    expect((at.x - twice.x) / twice.scale).toBeCloseTo((at.x - once.x) / once.scale)
  })

  it('is centred again at full size, and zooms to at most eight times', () => {
    expect(zoomed(zoomed(wholePicture, 4, { x: 9, y: 9 }), 0.1)).toEqual(wholePicture)
    expect(zoomed(wholePicture, 100).scale).toBe(8)
  })

  it('moves only while zoomed in', () => {
    expect(moved(wholePicture, 5, 5)).toEqual(wholePicture)
    expect(moved(zoomed(wholePicture, 2), 5, -5)).toMatchObject({ x: 5, y: -5 })
  })

  it('rotates by quarter turns at full size', () => {
    const quarter = turned(zoomed(wholePicture, 3))
    expect(transformOf(quarter)).toBe('translate(0px, 0px) scale(1) rotate(90deg)')
    expect(turned(turned(turned(quarter))).turn).toBe(0)
  })
})
