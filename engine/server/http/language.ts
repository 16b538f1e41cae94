import type { Language } from '../../model/model.ts'

/**
 * The language of a request by a client of the original platform. Such a client sends the languages of its browser, which
 * its user has not chosen, so that only a header that names English alone is a choice.
 */
export const chosenLanguage = (header: string | undefined): Language =>
  header?.trim().toLowerCase() === 'en' ? 'en' : 'zh'

/** The language preferred by an `Accept-Language` header; Chinese if it names neither. */
export function languageOf(header: string | undefined): Language {
  if (!header) return 'zh'
  const preferences = header.split(',', 16).map((part, order) => {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
    const quality = parameters.find(one => one.trim().startsWith('q='))?.split('=')[1]
    return { language: tag.slice(0, 2), quality: quality === undefined ? 1 : Number(quality) || 0, order }
  })
  const ours = preferences.filter(({ language, quality }) => (language === 'zh' || language === 'en') && quality > 0)
  ours.sort((one, other) => other.quality - one.quality || one.order - other.order)
  return ours[0]?.language === 'en' ? 'en' : 'zh'
}

/** The language of the answer to a request, by its path and its header. */
export const languageOfRequest = (path: string, header: string | undefined): Language =>
  path.startsWith('/api/blade-') ? chosenLanguage(header) : languageOf(header)

/** The language of a request of which only the first bytes were received; Chinese if they have no such header. */
export function languageOfBytes(bytes: unknown): Language {
  const text = Buffer.isBuffer(bytes) ? bytes.toString('latin1', 0, 32_768) : ''
  const [, path = ''] = /^[A-Z]+ (\S+)/.exec(text) ?? []
  return languageOfRequest(path, /^accept-language:(.*)$/im.exec(text)?.[1]?.trim())
}
