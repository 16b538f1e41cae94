import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** One code block of the tutorial: a file that it writes, lines that it adds or replaces, or commands that it runs. */
export type TutorialStep =
  | { readonly kind: 'file' | 'addition'; readonly path: string; readonly text: string }
  | { readonly kind: 'replacement'; readonly path: string; readonly key: string; readonly text: string }
  | { readonly kind: 'commands'; readonly text: string }

/** The heading of a section, and its steps in order. */
export interface TutorialSection {
  readonly heading: string
  readonly steps: readonly TutorialStep[]
}

/** The sections of the tutorial that have code blocks. Throws at a block that is neither a file nor a command. */
export function tutorialSections(markdown: string): readonly TutorialSection[] {
  return markdown
    .split(/^## /m)
    .map(section => ({
      heading: section.slice(0, section.indexOf('\n')),
      steps: [...section.matchAll(/^```(\S+) ?(\S*)\n(.*?)^```$/gms)].map(([, language = '', path = '', text = '']) =>
        stepOf(language, path, text),
      ),
    }))
    .filter(({ steps }) => steps.length > 0)
}

function stepOf(language: string, path: string, text: string): TutorialStep {
  if (language === 'sh') return { kind: 'commands', text }
  if (language === 'csv') return { kind: 'file', path, text }
  const [, added, file = '', replaced] = /^# (\+ )?(\S+\.yaml)(?:, instead of (\w+))?\n/.exec(text) ?? []
  if (language !== 'yaml' || file === '') throw new Error(`This block names no file: ${text}`)
  const body = text.slice(text.indexOf('\n') + 1)
  if (replaced !== undefined) return { kind: 'replacement', path: file, key: replaced, text: body }
  return { kind: added ? 'addition' : 'file', path: file, text: body }
}

/** Writes what a step changes in the application's folder; commands change nothing here. */
export async function applyStep(folder: string, step: TutorialStep): Promise<void> {
  if (step.kind === 'commands') return
  const file = join(folder, step.path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, step.kind === 'file' ? step.text : changed(await readFile(file, 'utf8'), step))
}

function changed(present: string, step: Exclude<TutorialStep, { kind: 'commands' }>): string {
  if (step.kind !== 'replacement') return present + step.text
  const line = new RegExp(`^ +${step.key}: .*\\n`, 'm')
  if (!line.test(present)) throw new Error(`${step.path} has no line for ${step.key}.`)
  return present.replace(line, () => step.text)
}
