import type { DictionaryEntry, Field } from '../../model/model.ts'
import { type StateShape, shapesOf } from '../../model/state-shape.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import './state-glyph.css'

/** A state as a glyph of 14 px: its shape carries the same meaning as its colour. */
export function StateGlyph({ shape: { kind, share, colour } }: { shape: StateShape }) {
  const mark = `var(--mui-palette-dictionary-${colour}-mark)`
  const paper = 'var(--mui-palette-background-paper)'
  if (kind === 'start' || kind === 'between') {
    return (
      <svg className="state-glyph" viewBox="0 0 14 14" aria-hidden="true">
        <circle
          cx="7"
          cy="7"
          r="5.8"
          fill="none"
          stroke={mark}
          strokeWidth="1.5"
          strokeDasharray={kind === 'start' ? '2.2 2' : undefined}
        />
        {kind === 'between' && (
          // The stroke is half as wide as the radius, so that the ring reaches the centre.
          <circle
            cx="7"
            cy="7"
            r="2"
            fill="none"
            stroke={mark}
            strokeWidth="4"
            strokeDasharray={`${share * 4 * Math.PI} 99`}
            transform="rotate(-90 7 7)"
          />
        )}
      </svg>
    )
  }
  return (
    <svg className="state-glyph" viewBox="0 0 14 14" aria-hidden="true">
      <circle cx="7" cy="7" r={kind === 'dot' ? 5 : 6.5} fill={mark} />
      {kind === 'done' && (
        <path
          d="m4.2 7.2 2 2 3.6-4"
          fill="none"
          stroke={paper}
          strokeWidth="1.6"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      )}
      {kind === 'failed' && (
        <path d="m4.9 4.9 4.2 4.2m0-4.2-4.2 4.2" stroke={paper} strokeWidth="1.6" strokeLinecap="round" />
      )}
      {kind === 'late' && (
        <>
          <path d="M7 3.8v3.6" stroke={paper} strokeWidth="1.7" strokeLinecap="round" />
          <circle cx="7" cy="10" r=".95" fill={paper} />
        </>
      )}
    </svg>
  )
}

/** The state of a record: glyph and word. */
export function State({ part, value }: { part: ResourcePart; value: unknown }) {
  const found = stateOf(part, value)
  if (!found) return <span className="nothing">—</span>
  return (
    <span className="state inline gap-7 nowrap">
      <StateGlyph shape={found.shape} />
      {found.title}
    </span>
  )
}

/** The state of a record on a tinted background, for headers. */
export function StateTag({ part, record }: { part: ResourcePart; record: Readonly<Record<string, unknown>> }) {
  const found = stateOf(part, record[part.resource.state ?? ''])
  if (!found) return null
  const { colour } = found.shape
  const style = {
    color: `var(--mui-palette-dictionary-${colour}-text)`,
    background: `var(--mui-palette-dictionary-${colour}-tint)`,
  }
  return (
    <span className="state-tag inline size-12 medium nowrap round-4 line-22 px-8 gap-5 h-22" style={style}>
      <StateGlyph shape={found.shape} />
      {found.title}
    </span>
  )
}

/** The glyphs of a lifecycle's states, if the field is its state. */
export function marksOf({ resource, model }: ResourcePart, field: Field) {
  const { lifecycle } = resource
  if (!lifecycle || field.name !== lifecycle.field) return undefined
  return ({ name }: DictionaryEntry) => {
    const dictionary = model.dictionaries[String(field.options['of'])]
    const shape = dictionary && shapesOf(lifecycle, dictionary).get(name)
    return shape && <StateGlyph shape={shape} />
  }
}

function stateOf({ resource, model, language }: ResourcePart, value: unknown) {
  const field = resource.fields.find(one => one.name === resource.state)
  const dictionary = model.dictionaries[String(field?.options['of'])]
  const entry = dictionary?.entries.find(one => one.key === value)
  const shape = dictionary && entry && shapesOf(resource.lifecycle, dictionary).get(entry.name)
  return shape && { shape, title: entry.title[language] }
}
