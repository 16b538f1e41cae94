interface Exif {
  /** Degrees, minutes and seconds north; absent for a picture without a location. */
  readonly latitude?: readonly [degrees: number, minutes: number, seconds: number]
  /** The Exif orientation: 6 is a quarter turn to the right. */
  readonly orientation: number
  readonly isLittle: boolean
}

/** A JPEG as a phone writes it: with maker, orientation and location in Exif. */
export function locatedJpeg(jpeg: Uint8Array, { latitude, orientation, isLittle }: Exif): Buffer {
  const tiff = Buffer.alloc(160)
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.length)
  const entry = (at: number, tag: number, type: number, count: number) => {
    view.setUint16(at, tag, isLittle)
    view.setUint16(at + 2, type, isLittle)
    view.setUint32(at + 4, count, isLittle)
    return at + 8
  }
  tiff.write(isLittle ? 'II' : 'MM', 'latin1')
  view.setUint16(2, 42, isLittle)
  view.setUint32(4, 8, isLittle)
  view.setUint16(8, latitude ? 3 : 2, isLittle)
  view.setUint32(entry(10, 0x010f, 2, 8), 90, isLittle)
  tiff.write('A phone\0', 90, 'latin1')
  view.setUint16(entry(22, 0x0112, 3, 1), orientation, isLittle)
  if (latitude) {
    view.setUint32(entry(34, 0x8825, 4, 1), 50, isLittle)
    view.setUint16(50, 2, isLittle)
    tiff.write('N\0', entry(52, 1, 2, 2), 'latin1')
    view.setUint32(entry(64, 2, 5, 3), 100, isLittle)
    for (const [n, part] of latitude.entries()) {
      view.setUint32(100 + 8 * n, part, isLittle)
      view.setUint32(104 + 8 * n, 1, isLittle)
    }
  }
  const head = Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, tiff.length + 8])
  return Buffer.concat([head, Buffer.from('Exif\0\0'), tiff, jpeg.subarray(2)])
}
