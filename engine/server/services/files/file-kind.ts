import { extname } from 'node:path'
import type { Bilingual } from '../../../model/model.ts'
import { Refusal } from '../../errors/refuse.ts'
import { pictureSize } from './picture-size.ts'

/** The rules for a file name extension: the permitted content types, and the media type sent to a browser. */
interface Kind {
  /** Types that content detection may return; doc, xls and ppt share one container. */
  readonly content: readonly string[]
  readonly type: string
}

const picture = (ending: string, type: string): Kind => ({ content: [ending], type })
const office = (ending: string, type: string): Kind => ({ content: [ending, 'zip'], type })
const legacy = (type: string): Kind => ({ content: ['cfb'], type })
const openXml = 'application/vnd.openxmlformats-officedocument'

const kinds: Readonly<Record<string, Kind>> = {
  jpg: picture('jpg', 'image/jpeg'),
  jpeg: picture('jpg', 'image/jpeg'),
  png: picture('png', 'image/png'),
  gif: picture('gif', 'image/gif'),
  bmp: picture('bmp', 'image/bmp'),
  dib: picture('bmp', 'image/bmp'),
  mp4: { content: ['mp4', 'm4v', 'mov'], type: 'video/mp4' },
  flv: { content: ['flv'], type: 'video/x-flv' },
  mp3: { content: ['mp3'], type: 'audio/mpeg' },
  wav: { content: ['wav'], type: 'audio/wav' },
  pdf: { content: ['pdf'], type: 'application/pdf' },
  doc: legacy('application/msword'),
  xls: legacy('application/vnd.ms-excel'),
  ppt: legacy('application/vnd.ms-powerpoint'),
  docx: office('docx', `${openXml}.wordprocessingml.document`),
  xlsx: office('xlsx', `${openXml}.spreadsheetml.sheet`),
  pptx: office('pptx', `${openXml}.presentationml.presentation`),
}

/** The extension of a file name, in lower case and without its dot. */
const endingOf = (name: string): string => extname(name).slice(1).toLowerCase()

/** The media type with which a stored file is sent. */
export const mediaTypeOf = (name: string): string => kindOf(name)?.type ?? 'application/octet-stream'

/** Whether a browser may display the file; all others are downloads. */
export const isShown = (name: string): boolean => /^(image|video|audio)\/|^application\/pdf$/.test(mediaTypeOf(name))

/** Refuses a file name with an extension that is not allowed. */
export function assureNamed(name: string): void {
  const formats = Object.keys(kinds)
  if (!kindOf(name))
    refused('file.format', {
      zh: `只支持${formats.join('、')}格式`,
      en: `Only ${formats.join(', ')} formats are supported`,
    })
}

/** Refuses a file whose content does not match its extension. */
export function assureContent(name: string, content: string | undefined): asserts content is string {
  if (content !== undefined && kindOf(name)?.content.includes(content)) return
  refused('file.content', {
    zh: `文件内容与扩展名“${endingOf(name)}”不符`,
    en: `The content of the file does not match its extension "${endingOf(name)}"`,
  })
}

/** The most pixels of a picture: a browser needs four bytes for each to show it. */
const maxPixels = 50_000_000

/** Refuses a picture with too many pixels, or whose header cannot be read, without decoding it. */
export async function assurePixels(path: string, content: string): Promise<void> {
  if (!isPicture(content)) return
  const size = await pictureSize(path, content)
  if (!size)
    refused('file.unreadable', {
      zh: '无法读取图片的尺寸，文件可能已损坏',
      en: 'The size of the picture cannot be read; the file may be damaged',
    })
  if (size.width * size.height > maxPixels)
    refused('file.pixels', {
      zh: `图片为 ${size.width} × ${size.height} 像素，不能超过 5000 万像素，请缩小后再上传`,
      en: `The picture has ${size.width} × ${size.height} pixels; reduce it to at most 50 million`,
    })
}

const isPicture = (content: string): boolean =>
  Object.values(kinds).some(kind => kind.type.startsWith('image/') && kind.content.includes(content))

const kindOf = (name: string): Kind | undefined => {
  const ending = endingOf(name)
  return Object.hasOwn(kinds, ending) ? kinds[ending] : undefined
}

function refused(code: string, text: Bilingual): never {
  throw new Refusal(code, 400, text)
}
