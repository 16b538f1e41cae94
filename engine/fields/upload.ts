import type { Field } from '../model/model.ts'
import { fault } from './fault.ts'
import type { Fault, FieldType, OptionKey } from './field-type.ts'
import { asList, type OneOrMany, schemaOf, splitList, textsOf } from './one-or-many.ts'
import { isMany, many, numberOption } from './options.ts'
import { isWebAddress } from './url/field.ts'

/** The extensions of a kind in `accept`. */
export const extensionsByKind: Readonly<Record<string, readonly string[]>> = {
  image: ['jpg', 'jpeg', 'bmp', 'dib', 'gif', 'png'],
  document: ['doc', 'docx', 'xls', 'xlsx'],
  office: ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx'],
  media: ['mp4', 'flv', 'mp3', 'wav'],
}

/** Options that pictures and files share. */
export const uploadOptions = (usual: keyof typeof extensionsByKind & string) =>
  ({
    many,
    accept: {
      schema: { type: 'array', items: { type: 'string', pattern: '^[a-z0-9]{1,10}$' }, minItems: 1, uniqueItems: true },
      help: {
        zh: '允许的扩展名，或一类：image、document、office、media',
        en: 'Allowed file extensions, or a group: image, document, office, media.',
      },
      default: [usual],
      example: ['jpg', 'png'],
    },
    maxSize: {
      schema: { type: 'number', exclusiveMinimum: 0, maximum: 500 },
      help: { zh: '单个文件最大多少 MB，默认 2', en: 'Maximum size of a file in MB. Default: 2.' },
      default: 2,
      example: 0.5,
    },
    count: {
      schema: { type: 'integer', minimum: 1, maximum: 50 },
      help: { zh: '最多几个文件，默认 5', en: 'Maximum number of files. Default: 5.' },
      default: 5,
      example: 9,
    },
    public: {
      schema: { type: 'boolean' },
      help: {
        zh: '知道地址的人都可以读取文件，无需登录；默认只有能查看记录的人可以读取',
        en: 'Anyone who has the URL can read the files without signing in. Default: only users who can view the record.',
      },
      default: false,
      example: true,
    },
    evidence: {
      schema: { type: 'boolean' },
      help: {
        zh: '作为证据：保存后文件不能移除或替换，记录不能删除；文件的 SHA-256 可随时核验',
        en: 'The files are evidence: once saved, they are neither removed nor replaced, and the record is not deleted. Their SHA-256 can be verified.',
      },
      default: false,
      example: true,
    },
  }) satisfies Record<string, OptionKey>

/** The accepted extensions, without dots. */
export function extensionsOf(field: Field): readonly string[] {
  const accept = field.options['accept']
  const words = Array.isArray(accept) ? accept.map(String) : [field.type === 'image' ? 'image' : 'document']
  return [...new Set(words.flatMap(word => extensionsByKind[word] ?? [word]))]
}

/** The maximum number of files. */
export const maxFilesOf = (field: Field): number => (isMany(field) ? (numberOption(field, 'count') ?? 5) : 1)

/** Whether the files of the field are kept as they were saved. */
export const isEvidence = (field: Field): boolean => field.options['evidence'] === true

/** The maximum size of one file in bytes. */
export function bytesOf(field: Field): number {
  const megabytes = numberOption(field, 'maxSize') ?? 2
  return Math.round(megabytes < 1 ? megabytes * 1000 * 1024 : megabytes * 1024 * 1024)
}

/** The fault of adding so many files to the present ones; undefined when allowed. */
export function countFault(files: number, field: Field, present: number): Fault | undefined {
  const most = maxFilesOf(field)
  return present + files > most ? fault('upload.count', { limit: most, selected: present + files }) : undefined
}

/** The fault of a file's name or size. */
export function fileFault({ name, size }: { readonly name: string; readonly size: number }, field: Field) {
  if (!extensionsOf(field).includes(extensionOf(name) ?? '')) return kindFault(field)
  return sizeFault({ size }, field) ?? emptyFault({ size })
}

/** The fault of a file that is too large; `size` is in bytes. */
export const sizeFault = ({ size }: { readonly size: number }, field: Field): Fault | undefined =>
  size > bytesOf(field) ? fault('upload.size', { limit: sizeOf(field) }) : undefined

/** The fault of an empty file. */
export const emptyFault = ({ size }: { readonly size: number }): Fault | undefined =>
  size === 0 ? fault('upload.empty') : undefined

/** The maximum length of an address. */
export const maxLinkLength = 500

/** Members that pictures and files share. */
export const asUpload = {
  value: field =>
    schemaOf({ type: 'string', maxLength: maxLinkLength, format: 'link' }, isMany(field), maxFilesOf(field)),
  fault: (value, field) => {
    const extensions = extensionsOf(field)
    const isStrange = (link: string) => !extensions.includes(extensionOf(link) ?? extensions[0] ?? '')
    return [value].flat().some(isStrange) ? kindFault(field) : undefined
  },
  column: field => (isMany(field) ? 'text[]' : 'text'),
  rule: field => (isMany(field) ? 'list<string>' : 'string'),
  operators: ['isNull', 'notNull'],
  operatorsOfMany: ['isNull', 'notNull'],
  sortable: false,
  normalise: (value, field) => asList(value, isMany(field)),
  toColumn: value => value,
  fromColumn: (raw, field) => textsOf(raw, isMany(field)),
  parse: (text, field, _model, split = splitList) => {
    const links = isMany(field) ? split(text) : [text.trim()]
    if (links.length === 0 || !links.every(isLink)) return { fault: fault('value.incorrect') }
    return { value: isMany(field) ? links : String(links[0]) }
  },
  format: value => [value].flat().join(', '),
  span: () => 12,
  chosen: true,
  large: true,
  hasFiles: true,
  unusedKeys: field => (isMany(field) ? [] : ['count']),
} satisfies Partial<FieldType<OneOrMany>>

/** Whether a text is the address of a stored file: a path of this server, but not of its endpoints, or a web address. */
export function isLink(text: string): boolean {
  return /^\/[\p{L}\p{N}_.~!$&'()*+,;=:@%/?-]*$/u.test(text) ? isFilePath(text) : isWebAddress(text)
}

/** Browsers resolve encoded dots too, and the server reads encoded letters. */
function isFilePath(text: string): boolean {
  const [path = ''] = text.split('?')
  const names = decoded(path)?.split('/').slice(1) ?? ['']
  const isUpload = path.startsWith('/image-api/')
  return names[0] !== '' && !names.some(isDots) && (isUpload || !/^(api|health|image-api)$/i.test(names[0] ?? ''))
}

const isDots = (name: string) => name === '.' || name === '..'

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch (error) {
    if (error instanceof URIError) return undefined
    throw error
  }
}

/** The extension of a file's name or address, in lower case. */
export function extensionOf(name: string): string | undefined {
  return /\.([A-Za-z0-9]{1,10})$/.exec(name.replace(/[?#].*$/, ''))?.[1]?.toLowerCase()
}

/** What browsers show or play of a file by themselves; undefined where they do not. */
export function previewOf(link: string): 'picture' | 'sound' | 'film' | 'pages' | undefined {
  const extension = extensionOf(link) ?? ''
  if (['jpg', 'jpeg', 'png', 'gif', 'bmp', 'dib'].includes(extension)) return 'picture'
  if (['mp3', 'wav'].includes(extension)) return 'sound'
  if (extension === 'mp4') return 'film'
  return extension === 'pdf' ? 'pages' : undefined
}

/** A stored file's name, the last part of its address. */
export function nameOfLink(link: string): string {
  const last =
    link
      .replace(/[?#].*$/, '')
      .split('/')
      .at(-1) ?? ''
  try {
    return decodeURIComponent(last) || link
  } catch (error) {
    if (error instanceof URIError) return last
    throw error
  }
}

/** The maximum size of one file as text. */
export function sizeOf(field: Field): string {
  const megabytes = numberOption(field, 'maxSize') ?? 2
  return megabytes < 1 ? `${Math.round(megabytes * 1000)} KB` : `${megabytes} MB`
}

/** The accepted kinds of file as text: `JPG, PNG`, without the rare ones of the default pictures. */
export function kindsOf(field: Field): { readonly zh: string; readonly en: string } {
  const extensions = extensionsOf(field)
  if (extensions.join() === extensionsByKind['image']?.join())
    return { zh: 'JPG、PNG 等图片格式', en: 'JPG, PNG and other image formats' }
  const names = extensions.map(extension => extension.toUpperCase())
  return { zh: `${names.join('、')} 格式`, en: `${names.join(', ')} formats` }
}

const kindFault = (field: Field) => fault('upload.kind', kindsOf(field))

/** Whether a text is the placeholder of a pending upload; no stored file has such a name. */
export const isPending = (link: string): boolean => /^uploading:[0-9a-z]+-\d+$/.test(link)
