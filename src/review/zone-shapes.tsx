/** A polygon of points from 0 to 1 of the width and the height of a picture. */
export type Zone = readonly (readonly [x: number, y: number])[]

/** The polygons in a value of a record; none of another shape. */
export const zonesOf = (value: unknown): readonly Zone[] =>
  Array.isArray(value)
    ? value.filter(one => Array.isArray(one) && one.every(point => Array.isArray(point) && point.length === 2))
    : []

/** Zones over a picture of any size. */
export const ZoneShapes = ({ zones }: { readonly zones: readonly Zone[] }) => (
  <svg className="zone-shapes fill no-pointer" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden>
    {zones.map(zone => (
      <polygon key={zone.join()} points={zone.map(point => point.join()).join(' ')} />
    ))}
  </svg>
)
