import type { Field } from '../model/model.ts'
import { hasMetadata, locationOf, withExif } from './exif-location.ts'
import { fault } from './fault.ts'
import { PictureFault } from './picture-fault.ts'
import { bytesOf, extensionOf, extensionsOf, fileFault, kindsOf } from './upload.ts'

/** The longest side of a transmitted picture, in pixels. */
const longestSide = 1920
/** A larger file is not decoded: a browser would need gigabytes for it. */
const largest = 50 * 1024 * 1024

let last: Promise<unknown> = Promise.resolve()

/**
 * The picture as a field accepts it: upright, at most 1,920 pixels long, within the field's size, in an accepted
 * format, and without metadata except the location where the field keeps it. A picture that already is all this is
 * unchanged. Pictures are processed one at a time: a phone has no memory for several of 50 megapixels. Throws a
 * `PictureFault` for a file that is too large or that the browser cannot decode. A field with `watermark` has the stamp in
 * the lower right corner.
 */
export function preparedPicture(file: File, field: Field, stamp: string): Promise<File> {
  const prepared = last.then(() => prepare(file, field, field.options['watermark'] === true ? stamp : ''))
  last = prepared.catch(() => undefined)
  return prepared
}

async function prepare(file: File, field: Field, stamp: string): Promise<File> {
  if (file.size > largest) throw new PictureFault(fault('upload.picture-large', { limit: '50 MB' }))
  const bytes = new Uint8Array(await file.arrayBuffer())
  const picture = await decoded(file, field)
  try {
    const keepsLocation = field.options['keepLocation'] === true
    if (stamp === '' && isReady(file, picture, field) && (keepsLocation || !hasMetadata(bytes))) return file
    const blob = await encoded(picture, field, stamp)
    const location = keepsLocation && blob.type === 'image/jpeg' ? locationOf(bytes) : undefined
    const part = location ? withExif(new Uint8Array(await blob.arrayBuffer()), location) : blob
    return new File([part as BlobPart], renamed(file.name, blob.type, field), { type: blob.type })
  } finally {
    picture.close()
  }
}

/** Decoded with the orientation of its metadata applied. */
async function decoded(file: File, field: Field): Promise<ImageBitmap> {
  // Safari displays HEIC pictures that it does not decode from a file.
  const found = await createImageBitmap(file).catch(() => ofElement(file).catch(() => undefined))
  if (!found) throw new PictureFault(fault('upload.unreadable', kindsOf(field)))
  return found
}

async function ofElement(file: File): Promise<ImageBitmap> {
  const element = new Image()
  element.src = URL.createObjectURL(file)
  try {
    await element.decode()
    return await createImageBitmap(element)
  } finally {
    URL.revokeObjectURL(element.src)
  }
}

function isReady(file: File, picture: ImageBitmap, field: Field): boolean {
  // All its frames but the first would be lost.
  const isAnimated = extensionOf(file.name) === 'gif'
  return fileFault(file, field) === undefined && (isAnimated || longestOf(picture) <= longestSide)
}

const longestOf = ({ width, height }: ImageBitmap) => Math.max(width, height)

/** From the best to the worst acceptable quality, until the picture is within the field's size. */
const attempts = [
  [1, 0.86],
  [1, 0.75],
  [1, 0.6],
  [0.7, 0.7],
  [0.5, 0.7],
  [0.3, 0.6],
] as const

async function encoded(picture: ImageBitmap, field: Field, stamp: string): Promise<Blob> {
  const type = typeFor(field)
  const fit = Math.min(1, longestSide / longestOf(picture))
  for (const [share, quality] of attempts) {
    const blob = await drawn(picture, { scale: fit * share, type, quality, stamp })
    if (blob.type === type && blob.size <= bytesOf(field)) return blob
  }
  throw new PictureFault(fault('upload.unreadable', kindsOf(field)))
}

function typeFor(field: Field): string {
  const accepted = extensionsOf(field)
  if (accepted.includes('jpg') || accepted.includes('jpeg')) return 'image/jpeg'
  return accepted.includes('webp') ? 'image/webp' : 'image/png'
}

interface Drawing {
  readonly scale: number
  readonly type: string
  readonly quality: number
  readonly stamp: string
}

async function drawn(picture: ImageBitmap, { scale, type, quality, stamp }: Drawing): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const pen = canvas.getContext('2d', { alpha: type !== 'image/jpeg' })
  if (!pen) throw new Error('The browser has no canvas.')
  // Transparent pixels become white, not black.
  if (type === 'image/jpeg') {
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, canvas.width, canvas.height)
  }
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
  if (stamp !== '') writeStamp(pen, stamp)
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, type, quality))
  // Safari releases the memory of a canvas only at this size.
  canvas.width = 0
  if (!blob) throw new Error('The browser could not encode the picture.')
  return blob
}

/** White with a dark edge, which is legible on every picture. */
function writeStamp(pen: CanvasRenderingContext2D, stamp: string): void {
  const { width, height } = pen.canvas
  const size = Math.max(12, Math.round(width / 40))
  pen.font = `${size}px sans-serif`
  pen.textAlign = 'right'
  pen.lineWidth = size / 6
  pen.strokeStyle = '#000'
  pen.fillStyle = '#fff'
  const place = [stamp, width - size / 2, height - size / 2, width - size] as const
  pen.strokeText(...place)
  pen.fillText(...place)
}

function renamed(name: string, type: string, field: Field): string {
  const endings = { 'image/jpeg': ['jpg', 'jpeg'], 'image/webp': ['webp'] }[type] ?? ['png']
  const ending = endings.find(one => extensionsOf(field).includes(one)) ?? endings[0]
  return endings.includes(extensionOf(name) ?? '') ? name : `${name.replace(/\.[^.]*$/, '')}.${ending}`
}
