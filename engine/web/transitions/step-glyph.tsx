import { Play } from 'lucide-react'
import type { Step } from '../../model/model.ts'
import { stateShapes } from '../../model/state-shape.ts'
import { isTransition } from '../../model/steps.ts'
import { StateGlyph } from '../components/state-glyph.tsx'
import type { ResourcePart } from '../data/resource-part.ts'

/** The glyph of a step: that of the state to which a transition leads. */
export function StepGlyph({ part: { resource, model }, step }: { part: ResourcePart; step: Step }) {
  const { lifecycle } = resource
  const field = resource.fields.find(one => one.name === lifecycle?.field)
  const dictionary = model.dictionaries[String(field?.options['of'])]
  const shape = isTransition(step) && lifecycle && dictionary && stateShapes(lifecycle, dictionary).get(step.to)
  return shape ? <StateGlyph shape={shape} /> : <Play aria-hidden />
}
