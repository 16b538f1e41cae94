import { stateShapes } from '../../model/state-shape.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { StateGlyph } from '../parts/state-glyph.tsx'
import { stateOf } from '../record/available-steps.ts'
import './lifecycle-line.css'

/** The states on the path from start to end, the current one, and the next ones. */
export function LifecycleLine({ part, record }: { part: ResourcePart; record: Readonly<Record<string, unknown>> }) {
  const { resource, model, language } = part
  const { lifecycle } = resource
  const field = resource.fields.find(one => one.name === lifecycle?.field)
  const dictionary = model.dictionaries[String(field?.options['of'])]
  const now = stateOf(part, record)
  if (!lifecycle || !dictionary || !now) return null
  const shapes = stateShapes(lifecycle, dictionary)
  const way = wayThrough(part, now)
  const here = way.indexOf(now)

  return (
    <ol className="lifecycle">
      {way.map((state, at) => {
        const entry = dictionary.entries.find(one => one.name === state)
        const shape = shapes.get(state)
        if (!entry || !shape) return null
        const place = at < here ? 'past' : at === here ? 'now' : 'ahead'
        const drawn =
          place === 'past'
            ? { ...shape, kind: 'done' as const, colour: 'green' as const }
            : place === 'now'
              ? shape
              : { ...shape, kind: 'between' as const, share: 0, colour: 'grey' as const }
        return (
          <li key={state} className={place} aria-current={place === 'now' ? 'step' : undefined}>
            <StateGlyph shape={drawn} /> {entry.title[language]}
          </li>
        )
      })}
    </ol>
  )
}

/** The shortest path from the start through the current state to an end. */
function wayThrough({ resource }: ResourcePart, now: string): string[] {
  const { lifecycle } = resource
  if (!lifecycle) return []
  const toHere = shortest(lifecycle.initial, state => state === now)
  const onward = shortest(now, state => lifecycle.final.includes(state), toHere)
  return [...toHere, ...onward.slice(1)]

  function shortest(from: string, isThere: (state: string) => boolean, avoid: readonly string[] = []): string[] {
    const ways: string[][] = [[from]]
    const seen = new Set([...avoid, from])
    for (const way of ways) {
      const last = way.at(-1) ?? from
      if (isThere(last)) return way
      for (const transition of lifecycle?.transitions ?? []) {
        if (!transition.from.includes(last) || seen.has(transition.to)) continue
        seen.add(transition.to)
        ways.push([...way, transition.to])
      }
    }
    return [from]
  }
}
