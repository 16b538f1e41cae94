import { useBrand } from '../engine/web/frame/brand-context.ts'

const columns = 7
const rows = 5
const places = Array.from({ length: columns * rows }, (_, place) => place)
const lit = 11
const warm = new Set([0, 13, 22, 26])

/** The colours of a tile and of the mark on it: one is lit among the dark ones. */
const lights = {
  lit: ['#FFD58A', '#7A4A00'],
  warm: ['#FFFFFF21', '#FFFFFF4D'],
  dark: ['#FFFFFF0E', '#FFFFFF1F'],
} as const

const lightOf = (place: number) => lights[place === lit ? 'lit' : warm.has(place) ? 'warm' : 'dark']
const cornerOf = (place: number) => ({ x: (place % columns) * 104, y: Math.floor(place / columns) * 104 })

/** The picture of the sign-in page: thirty-five tiles with the light parts of the mark, such as a bowl on its ground. */
export function Stage() {
  const { mark } = useBrand()
  return (
    <svg viewBox={`0 0 ${columns * 104 - 12} ${rows * 104 - 12}`} className="stage-tiles full" aria-hidden="true">
      <filter id="light-parts" colorInterpolationFilters="sRGB">
        <feColorMatrix type="saturate" values="0" />
        <feComponentTransfer>
          <feFuncR type="table" tableValues="0 0 1" />
          <feFuncG type="table" tableValues="0 0 1" />
          <feFuncB type="table" tableValues="0 0 1" />
        </feComponentTransfer>
      </filter>
      <mask id="marks">
        <g filter="url(#light-parts)">
          {places.map(place => {
            const { x, y } = cornerOf(place)
            return <image key={place} href={mark} x={x + 5} y={y + 5} width="82" height="82" />
          })}
        </g>
      </mask>
      {places.map(place => (
        <rect key={place} {...cornerOf(place)} width="92" height="92" rx="16" fill={lightOf(place)[0]} />
      ))}
      <g mask="url(#marks)">
        {places.map(place => (
          <rect key={place} {...cornerOf(place)} width="92" height="92" fill={lightOf(place)[1]} />
        ))}
      </g>
    </svg>
  )
}
