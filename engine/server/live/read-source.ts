import { isUtf8 } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { descriptorFiles } from '../../compiler/kinds.ts'
import { isImageFile, isProcessFile, type Source, type SourceFault } from '../../compiler/source.ts'
import { parseProcess } from '../../processes/parse-process.ts'

/** The largest descriptor in bytes, and the largest image: each revision contains it, and each visitor receives it. */
const maxBytes = 2_000_000
const maxPictureBytes = 100_000

/** Reads one file; undefined if it does not exist. A file that cannot be used has a fault. */
export async function readSource(root: string, file: string, origin: Source['origin']): Promise<Source | undefined> {
  try {
    const { text, fault = nameFault(file) } = contentOf(await readFile(join(root, file)), file)
    const process = isProcessFile(file) && !fault && { process: await parseProcess(text) }
    return { file, text, origin, ...(fault && { fault }), ...process }
  } catch (error) {
    const { code = 'EIO' } = error as NodeJS.ErrnoException
    return ['ENOENT', 'ENOTDIR'].includes(code)
      ? undefined
      : { file, origin, ...unusable('file.unreadable', { fault: code }) }
  }
}

type Content = Pick<Source, 'text' | 'fault'>

/** Whether the text of a file is its bytes in base64. */
const isBase64 = (file: string): boolean => isImageFile(file) && /\.png$/i.test(file)

/** The bytes of a file whose text was read. */
export const sourceBytes = ({ file, text }: Source): Buffer => Buffer.from(text, isBase64(file) ? 'base64' : 'utf8')

function contentOf(bytes: Buffer, file: string): Content {
  const most = isImageFile(file) ? maxPictureBytes : maxBytes
  if (bytes.length > most) return unusable('file.too-large', { limit: String(most / 1_000_000) })
  return isBase64(file) ? { text: bytes.toString('base64') } : decoded(bytes)
}

const unusable = (code: SourceFault['code'], words: SourceFault['words']): Content => ({
  text: '',
  fault: { offset: 0, code, words },
})

/** The text of a file. Of another encoding than UTF-8, the text as far as the encoding is known, and a fault. */
function decoded(bytes: Buffer): Content {
  const encoding = utf16Of(bytes) ?? (isUtf8(bytes) ? undefined : 'gb18030')
  if (encoding === undefined) return { text: bytes.toString('utf8') }
  const text = decodedAs(encoding, bytes)
  if (text === undefined) {
    const lossy = bytes.toString('utf8')
    return { text: lossy, fault: { offset: lossy.indexOf('\ufffd'), code: 'file.encoding', words: { encoding: '' } } }
  }
  const offset = encoding === 'gb18030' ? text.search(/[^\0-\x7f]/) : 0
  return { text, fault: { offset, code: 'file.encoding', words: { encoding: titles[encoding] } } }
}

const titles = { gb18030: 'GBK', 'utf-16le': 'UTF-16', 'utf-16be': 'UTF-16' } as const
type Encoding = keyof typeof titles

function decodedAs(encoding: Encoding, bytes: Buffer): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** UTF-16 by its byte order mark, or by the zero bytes of the ASCII characters that every descriptor has. */
function utf16Of(bytes: Buffer): Encoding | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const head = bytes.subarray(0, 64)
  const zeros = (parity: number) => head.filter((byte, index) => byte === 0 && index % 2 === parity).length
  if (zeros(1) > head.length / 4 && zeros(0) === 0) return 'utf-16le'
  return zeros(0) > head.length / 4 && zeros(1) === 0 ? 'utf-16be' : undefined
}

const isYaml = /\.ya?ml(\.txt)?$/i

/** Whether a file is a descriptor by its name, or nearly. */
export const isNearlyDescriptor = (file: string): boolean => isYaml.test(file)

/** Whether a file belongs to the descriptors of an app: one of them, an image that they may name, or a process. */
export const isOfDescriptors = (file: string): boolean =>
  isNearlyDescriptor(file) || isImageFile(file) || isProcessFile(file)

/** The file `Menus.yml` is not read, and neither is `menu.yaml`: the fault names the file that would be. */
function nameFault(file: string): SourceFault | undefined {
  if (isImageFile(file) || isProcessFile(file)) return undefined
  if (!file.endsWith('.yaml')) {
    const right = file.replace(isYaml, '.yaml')
    return { offset: 0, code: 'file.extension', words: { file, right } }
  }
  const right = similarTop(file)
  return right === undefined ? undefined : { offset: 0, code: 'file.similar', words: { file, right } }
}

/** The descriptor at the top of the folder that a name resembles: another case, singular for plural. */
export function similarTop(name: string): string | undefined {
  if (name.includes('/') || !isYaml.test(name) || descriptorFiles.includes(name)) return undefined
  const stem = (of: string) => of.toLowerCase().replace(isYaml, '').replace(/s$/, '')
  return descriptorFiles.find(known => stem(known) === stem(name))
}
