import type { DictionaryColour } from '../../model/model.ts'

/** The shades of one dictionary colour. */
export interface Paint {
  /** A dot or a glyph. */
  readonly mark: string
  /** Text next to it or on the tint. */
  readonly text: string
  /** Background of a tag, used in headers and filters only. */
  readonly tint: string
}
type Paints = Readonly<Record<DictionaryColour, Paint>>

// On a dark background the dot is light enough for text to have the same colour.
const lit = (mark: string, tint: string): Paint => ({ mark, text: mark, tint })

/** Colours represent states and never decorate; they are the same in every theme. */
export const dictionaryPaints: Readonly<Record<'light' | 'dark', Paints>> = {
  light: {
    grey: { mark: '#7C8796', text: '#646E7D', tint: '#F1F2F3' },
    blue: { mark: '#3B8CEB', text: '#136CC8', tint: '#E9F2FD' },
    cyan: { mark: '#0C9EB4', text: '#067788', tint: '#E4F4F7' },
    green: { mark: '#33A45A', text: '#0F7D3D', tint: '#E9F5ED' },
    amber: { mark: '#BB8710', text: '#8E660B', tint: '#F8F2E5' },
    orange: { mark: '#E27125', text: '#AF520E', tint: '#FCEFE7' },
    red: { mark: '#E0474C', text: '#C92F39', tint: '#FCEBEB' },
    purple: { mark: '#8B6CE8', text: '#7655CF', tint: '#F2EFFC' },
    pink: { mark: '#D65A97', text: '#B63D7B', tint: '#FAEDF4' },
  },
  dark: {
    grey: lit('#98A3B3', '#272B32'),
    blue: lit('#5CA4FB', '#1B2C41'),
    cyan: lit('#32B1C7', '#132F37'),
    green: lit('#4AB76C', '#1A3027'),
    amber: lit('#CE9A2F', '#322B1A'),
    orange: lit('#F6833B', '#39271E'),
    red: lit('#FE7271', '#392025'),
    purple: lit('#A891FD', '#292641'),
    pink: lit('#F375B1', '#372332'),
  },
}
