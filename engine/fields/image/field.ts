import { fault } from '../fault.ts'
import type { FieldType } from '../field-type.ts'
import type { OneOrMany } from '../one-or-many.ts'
import { isMany } from '../options.ts'
import { asUpload, extensionsOf, uploadOptions } from '../upload.ts'

/** Pages show pictures without a click: an address elsewhere would report each view to its server. */
const isOwnPath = (link: string): boolean => link.startsWith('/')

/** A picture, or several, by the addresses of their storage. */
export const image: FieldType<OneOrMany> = {
  ...asUpload,
  upload: 'picture',
  fault: (value, field) => ([value].flat().every(isOwnPath) ? asUpload.fault(value, field) : fault('upload.foreign')),
  title: { zh: '图片', en: 'Image' },
  help: { zh: '一张或多张图片', en: 'One or several images.' },
  options: {
    ...uploadOptions('image'),
    keepLocation: {
      schema: { type: 'boolean' },
      help: {
        zh: '上传时保留照片的拍摄位置，默认去除',
        en: 'Keeps the location data of photos. By default, it is removed before the upload.',
      },
      default: false,
      example: true,
    },
    watermark: {
      schema: { type: 'boolean' },
      help: {
        zh: '上传前在图片右下角写上账号和时间',
        en: 'Writes the account and the time into the lower right corner of a picture before the upload.',
      },
      default: false,
      example: true,
    },
  },
  example: (field, _model, n) => {
    const link = `/files/picture-${n}.${extensionsOf(field)[0]}`
    return isMany(field) ? [link] : link
  },
}
