import { parseDocument } from 'yaml'
import { readSources } from '../engine/server/live/app-files.ts'
import { median } from './section.ts'
import { things } from './things.ts'

/**
 * What the package `yaml` takes to read the engine's descriptors and a thousand resources, in milliseconds, on the machine
 * for which the bounds of compilations and of saved descriptors were set.
 */
const onReference = 1_450

/** What it takes here. */
export async function yardstick(rounds = 5): Promise<number> {
  const base = (await readSources('.')).filter(source => source.origin === 'base')
  const texts = [...base, ...things(1_000)].map(({ text }) => text)
  const times = Array.from({ length: rounds }, () => {
    const start = performance.now()
    for (const text of texts) parseDocument(text)
    return performance.now() - start
  })
  return median(times)
}

/** A bound of that machine on this one, in milliseconds. */
export const boundHere = (bound: number, here: number): number => (bound * here) / onReference
