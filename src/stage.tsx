import { useBrand } from '../engine/web/frame/brand-context.ts'

const columns = 7
const rows = 5
/** The lighter tiles, by position. */
const warm = new Set([0, 13, 22, 26])
const lit = 11

/** The picture of the sign-in page: thirty-five tiles, one of which has the mark. */
export function Stage() {
  const { mark } = useBrand()
  const places = Array.from({ length: columns * rows }, (_, place) => place)
  return (
    <svg viewBox={`0 0 ${columns * 104 - 12} ${rows * 104 - 12}`} className="stage-tiles" aria-hidden="true">
      {places.map(place => (
        <g key={place} transform={`translate(${(place % columns) * 104} ${Math.floor(place / columns) * 104})`}>
          <rect
            width="92"
            height="92"
            rx="16"
            fill={place === lit ? '#FFFFFF' : warm.has(place) ? '#FFFFFF21' : '#FFFFFF0E'}
          />
          {place === lit && <image href={mark} x="18" y="18" width="56" height="56" />}
        </g>
      ))}
    </svg>
  )
}
