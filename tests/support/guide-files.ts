import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The YAML blocks of a document of the guide that begin with the name of a file, by that name. */
export const guideFiles = (document: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...readFileSync(join('docs', 'guide', document), 'utf8').matchAll(/```yaml\n# (\S+\.yaml)\n(.*?)```/gs)].map(
      ([, file = '', text = '']) => [file, text],
    ),
  )
