const columns = 7
const rows = 5
/** The kitchens with steam, by position. */
const warm = new Set([0, 13, 22, 26])
const lit = 11

/** The illustration: thirty-five dark kitchens, one of them lit. */
export function Stage() {
  const places = Array.from({ length: columns * rows }, (_, place) => place)
  return (
    <svg viewBox={`0 0 ${columns * 104 - 12} ${rows * 104 - 12}`} className="stage-kitchens" aria-hidden="true">
      {places.map(place => (
        <g key={place} transform={`translate(${(place % columns) * 104} ${Math.floor(place / columns) * 104})`}>
          <Kitchen light={place === lit ? 'lit' : warm.has(place) ? 'warm' : 'dark'} />
        </g>
      ))}
    </svg>
  )
}

function Kitchen({ light }: { light: 'lit' | 'warm' | 'dark' }) {
  const [wall, bowl] = {
    lit: ['#FFD58A', '#7A4A00'],
    warm: ['#FFFFFF21', '#FFFFFF4D'],
    dark: ['#FFFFFF0E', '#FFFFFF1F'],
  }[light]
  return (
    <>
      <rect width="92" height="92" rx="16" fill={wall} />
      <path d="M20 47h52a26 26 0 0 1-15.5 22.6V74H35.5v-4.4A26 26 0 0 1 20 47Z" fill={bowl} />
      {light !== 'dark' && (
        <path d="M46 38c-5-4 5-7 0-13" stroke={bowl} strokeWidth="5" strokeLinecap="round" fill="none" />
      )}
    </>
  )
}
