import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { parentPort } from 'node:worker_threads'
import pdfMake from 'pdfmake'
import { documentOf } from './document-of.ts'
import { imageContent } from './fields-content.ts'
import type { Image, Paper, PaperEntry } from './paper.ts'

/** The answer of the thread: the file, or an error. */
export type Drawn = { readonly bytes: Uint8Array } | { readonly error: string }

// The package exports only links to fonts; its files are next to its main file.
const package_ = createRequire(import.meta.url).resolve('@embedpdf/fonts-sc')
const fonts = join(dirname(package_), '..', 'fonts')
const normal = join(fonts, 'NotoSansHans-Regular.otf')
const bold = join(fonts, 'NotoSansHans-Medium.otf')

pdfMake.setFonts({ paper: { normal, bold } })
// Documents contain texts from users, so pdfmake may read only its fonts.
pdfMake.setUrlAccessPolicy(() => false)
pdfMake.setLocalAccessPolicy(path => path === normal || path === bold)

parentPort?.on('message', (paper: Paper) => {
  draw(paper).then(
    bytes => parentPort?.postMessage({ bytes } satisfies Drawn),
    (error: Error) => parentPort?.postMessage({ error: error.stack ?? error.message } satisfies Drawn),
  )
})

async function draw(paper: Paper): Promise<Uint8Array> {
  try {
    return await fileOf(paper)
  } catch (error) {
    // A picture may be damaged: the document is then rendered without the damaged ones.
    const images = entriesIn(paper).flatMap(({ pictures = [] }) => pictures.flatMap(({ image }) => image ?? []))
    const broken = new Set<Image>()
    for (const image of images) if (!(await isDrawable(image))) broken.add(image)
    if (broken.size === 0) throw error
    return fileOf(without(broken, paper))
  }
}

const fileOf = async (paper: Paper): Promise<Uint8Array> => bytesOf(documentOf(paper))

const bytesOf = async (document: ReturnType<typeof documentOf>): Promise<Uint8Array> =>
  new Uint8Array(await pdfMake.createPdf(document).getBuffer())

const entriesIn = ({ groups }: Paper): readonly PaperEntry[] =>
  groups.flatMap(({ parts }) => parts.flatMap(part => (part.kind === 'fields' ? part.entries : [])))

const isDrawable = (image: Image): Promise<boolean> =>
  bytesOf({ content: [imageContent(image)], defaultStyle: { font: 'paper' } }).then(
    () => true,
    () => false,
  )

const without = (broken: ReadonlySet<Image>, paper: Paper): Paper => ({
  ...paper,
  groups: paper.groups.map(group => ({
    ...group,
    parts: group.parts.map(part =>
      part.kind === 'fields' ? { ...part, entries: part.entries.map(entry => entryWithout(broken, entry)) } : part,
    ),
  })),
})

const entryWithout = (broken: ReadonlySet<Image>, entry: PaperEntry): PaperEntry =>
  entry.pictures
    ? { ...entry, pictures: entry.pictures.map(one => (one.image && broken.has(one.image) ? { name: one.name } : one)) }
    : entry
