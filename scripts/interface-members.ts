import { compile, type Options } from 'json-schema-to-typescript'
import type { WriteMembers } from '../engine/compiler/emit/interface.ts'

const options: Partial<Options> = { bannerComment: '', format: false, unknownAny: true }

/** Members written by json-schema-to-typescript, with doc comments of one line. */
export const interfaceMembers: WriteMembers = async schema => {
  const text = await compile(schema as Parameters<typeof compile>[0], 'Members', options)
  return text
    .slice(text.indexOf('{') + 1, text.lastIndexOf('}'))
    .trim()
    .replaceAll(/\/\*\*\n \* (.*)\n \*\//g, '/** $1 */')
    .replaceAll(/^(.*?): \(([^()]*)\)$/gm, '$1: $2')
}
