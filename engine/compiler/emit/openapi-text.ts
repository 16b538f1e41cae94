import type { Bilingual } from '../../model/model.ts'

/**
 * A text of the document: both languages in a standard member, which every tool of OpenAPI shows, and each by itself in
 * the extension `x-title`.
 */
export const titled = (member: 'title' | 'summary' | 'description', text: Bilingual) => ({
  [member]: bilingualText(text),
  'x-title': text,
})

export const bilingualText = ({ zh, en }: Bilingual): string => `${en} ${zh}`
