import type { Bilingual } from '../../model/model.ts'

/** First line of every generated file. */
export const header = '// Generated from the descriptors by `npm run generate`. Do not edit.\n'

/** A title inside a comment, with the comment's end mark escaped. */
export const commentOf = ({ zh, en }: Bilingual): string => `${en} ${zh}`.replaceAll('*/', '* /').replaceAll('\n', ' ')
