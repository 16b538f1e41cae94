/** Path prefix of the links of uploaded files. */
export const filesPath = '/image-api/'

/** The key of a link of an uploaded file; undefined for other addresses. */
export function fileKey(link: string): string | undefined {
  if (!link.startsWith(filesPath)) return undefined
  try {
    return decodeURIComponent(link.slice(filesPath.length))
  } catch (error) {
    if (error instanceof URIError) return undefined
    throw error
  }
}

/** A stored file by its links as fields contain them: with the name encoded, as uploads write it, and plain. */
export interface FileLinks {
  readonly tenantId: string
  readonly links: readonly string[]
}

export function fileLinks(key: string): FileLinks {
  const [tenantId = '', id = '', name = ''] = key.split('/')
  const folder = `${filesPath}${tenantId}/${id}/`
  return { tenantId, links: [`${folder}${encodeURIComponent(name)}`, `${folder}${name}`] }
}

/** The links of uploaded files in a value, at any depth. */
export function linksIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.startsWith(filesPath) ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(linksIn) : []
}
