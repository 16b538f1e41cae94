import type { FieldType } from '../field-type.ts'
import type { OneOrMany } from '../one-or-many.ts'
import { isMany } from '../options.ts'
import { asUpload, extensionsOf, uploadOptions } from '../upload.ts'

/** A file, or several, by the addresses of their storage. */
export const file: FieldType<OneOrMany> = {
  ...asUpload,
  upload: 'file',
  title: { zh: '文件', en: 'File' },
  help: { zh: '一个或多个文件', en: 'One or several files.' },
  options: uploadOptions('document'),
  example: (field, _model, n) => {
    const link = `/files/file-${n}.${extensionsOf(field)[0]}`
    return isMany(field) ? [link] : link
  },
}
