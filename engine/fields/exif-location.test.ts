import { describe, expect, it } from 'vitest'
import { locatedJpeg } from '../../tests/support/located-jpeg.ts'
import { hasMetadata, locationOf, withExif } from './exif-location.ts'

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
const plain = Uint8Array.from([0xff, 0xd8, 0xff, 0xd9])

describe.each([true, false])('location of a picture, little-endian: %s', isLittle => {
  const located = locatedJpeg(plain, { latitude: [31, 12, 5], orientation: 6, isLittle })

  it('copies the location into another picture and nothing else', () => {
    const place = locationOf(located)
    expect(place).toBeDefined()
    const other = withExif(plain, place ?? plain)
    expect(locationOf(other)).toEqual(place)
    expect(text(located)).toContain('A phone')
    expect(text(other)).not.toContain('A phone')
    expect([...other.subarray(-2)]).toEqual([0xff, 0xd9])
  })

  it('finds it after the marks of HEIC, WebP and PNG', () => {
    const tiff = located.subarray(12)
    const contained = (...mark: readonly (number | string)[]) =>
      Buffer.concat([...mark.map(part => Buffer.from(typeof part === 'string' ? part : [part])), tiff])
    for (const picture of [
      contained('ftypheic', 0, 0, 0, 6, 'Exif\0\0'),
      contained('RIFF....WEBPEXIF', 1, 2, 0, 0),
      contained('\x89PNG....eXIf'),
    ])
      expect(locationOf(picture)).toEqual(locationOf(located))
  })

  it.each([14, 22, 40, 60, 90, 120])('is undefined where the file ends after %i bytes', length => {
    expect(() => locationOf(located.subarray(0, length))).not.toThrow()
  })
})

describe('picture', () => {
  it('has metadata where it contains Exif or XMP', () => {
    expect(hasMetadata(plain)).toBe(false)
    expect(hasMetadata(locatedJpeg(plain, { latitude: [1, 2, 3], orientation: 1, isLittle: true }))).toBe(true)
    expect(hasMetadata(Buffer.concat([plain, Buffer.from('http://ns.adobe.com/xap/1.0/')]))).toBe(true)
  })

  it('has no location where its Exif contains none', () => {
    expect(locationOf(plain)).toBeUndefined()
    expect(locationOf(locatedJpeg(plain, { orientation: 6, isLittle: true }))).toBeUndefined()
  })
})
