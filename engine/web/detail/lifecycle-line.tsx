import { statePath } from '../../model/state-path.ts'
import { type StateShape, stateShapes } from '../../model/state-shape.ts'
import { StateGlyph } from '../components/state-glyph.tsx'
import type { ResourcePart } from '../data/resource-part.ts'
import { stateOf } from '../record/available-steps.ts'
import './record-detail.css'

/** The states on the main path from start to end, the current one, and the next ones; a state apart from it is last. */
export function LifecycleLine({ part, record }: { part: ResourcePart; record: Readonly<Record<string, unknown>> }) {
  const { resource, model, language } = part
  const { lifecycle } = resource
  const field = resource.fields.find(one => one.name === lifecycle?.field)
  const dictionary = model.dictionaries[String(field?.options['of'])]
  const now = stateOf(part, record)
  if (!lifecycle || !dictionary || !now) return null
  const shapes = stateShapes(lifecycle, dictionary)
  const { states, passed, side } = statePath(lifecycle, now)
  const shown = states.map((state, at) => ({
    state,
    place: at < passed ? 'past' : at === passed && side === undefined ? 'now' : 'ahead',
  }))

  return (
    <ol className="lifecycle flex wrap quiet">
      {[...shown, ...(side === undefined ? [] : [{ state: side, place: 'now side' }])].map(({ state, place }) => {
        const entry = dictionary.entries.find(one => one.name === state)
        const shape = shapes.get(state)
        if (!entry || !shape) return null
        return (
          <li key={state} className={place} aria-current={state === now ? 'step' : undefined}>
            <StateGlyph shape={drawn(shape, place)} /> {entry.title[language]}
          </li>
        )
      })}
    </ol>
  )
}

function drawn(shape: StateShape, place: string): StateShape {
  if (place === 'past') return { ...shape, kind: 'done', colour: 'green' }
  return place === 'ahead' ? { ...shape, kind: 'between', share: 0, colour: 'grey' } : shape
}
