import { dictionaryPaints } from './dictionary-colours.ts'
import { neutralColours } from './neutral-colours.ts'
import { accentOf, slateSideBar } from './palette.ts'
import { type ThemeKey, themeOf } from './themes.ts'

/** A miniature list in the colours of a theme, of another seed colour where one is given. */
export function ThemePreview({ theme: key, seed }: { theme: ThemeKey; seed?: string }) {
  const theme = themeOf(key)
  const scheme = theme.alwaysDark ? 'dark' : 'light'
  const ground = neutralColours[scheme]
  const accent = accentOf(seed ?? theme.seed, theme, scheme)
  const paints = dictionaryPaints[scheme]
  const line = theme.highContrast ? ground.control : ground.line
  const side = theme.darkSideBar
    ? { ground: slateSideBar.ground, bar: '#3B4B5A', raised: slateSideBar.raised, text: slateSideBar.text }
    : { ground: ground.canvas, bar: ground.edge, raised: ground.raised, text: ground.text2 }
  const rows = [paints.blue, paints.green, paints.red, paints.green]
  return (
    <svg viewBox="0 0 188 112" aria-hidden="true">
      <rect width="188" height="112" fill={ground.canvas} />
      <rect width="44" height="112" fill={side.ground} />
      <rect x="8" y="9" width="10" height="10" rx="3" fill={accent.fill} />
      <rect x="8" y="30" width="22" height="4" rx="2" fill={side.bar} />
      <rect x="5" y="40" width="35" height="11" rx="3" fill={side.raised} />
      <rect x="9" y="43.5" width="24" height="4" rx="2" fill={side.text} />
      <rect x="8" y="58" width="26" height="4" rx="2" fill={side.bar} />
      <rect x="8" y="70" width="20" height="4" rx="2" fill={side.bar} />
      <rect x="44.5" y="14.5" width="138" height="92" rx="5" fill={ground.paper} stroke={line} />
      <rect x="53" y="23" width="34" height="6" rx="3" fill={ground.text} />
      <rect x="150" y="21" width="24" height="10" rx="3" fill={accent.fill} />
      <rect x="45" y="40" width="137" height="16" fill={accent.soft} />
      {rows.map(({ mark }, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: four drawn rows never move
        <g key={n} transform={`translate(0 ${16 * n})`}>
          <rect x="53" y="46" width="26" height="4" rx="2" fill={n === 0 ? accent.text : ground.text2} />
          <rect x="90" y="46" width={[40, 52, 34, 46][n]} height="4" rx="2" fill={ground.edge} />
          <circle cx="166" cy="48" r="3" fill={mark} />
          {n < 3 && <rect x="45" y="55.5" width="137" height="1" fill={line} />}
        </g>
      ))}
    </svg>
  )
}
