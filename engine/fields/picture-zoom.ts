/** How a picture lies in its frame: moved from the middle in pixels, enlarged, turned in degrees. */
export interface Placed {
  readonly x: number
  readonly y: number
  readonly scale: number
  readonly turn: number
}

/** The whole picture in the middle, as it was taken. */
export const whole: Placed = { x: 0, y: 0, scale: 1, turn: 0 }

const most = 8

/** Enlarged by a factor, with the point under the pointer kept where it is; given from the frame's middle. */
export function zoomed(placed: Placed, factor: number, at = { x: 0, y: 0 }): Placed {
  const scale = Math.min(most, Math.max(1, placed.scale * factor))
  if (scale === 1) return { ...placed, x: 0, y: 0, scale }
  const grown = scale / placed.scale
  return { ...placed, scale, x: at.x - (at.x - placed.x) * grown, y: at.y - (at.y - placed.y) * grown }
}

/** Moved by so many pixels; what is whole stays in the middle. */
export const moved = (placed: Placed, x: number, y: number): Placed =>
  placed.scale === 1 ? placed : { ...placed, x: placed.x + x, y: placed.y + y }

/** Turned by a quarter, to the right. */
export const turned = (placed: Placed): Placed => ({ ...whole, turn: (placed.turn + 90) % 360 })

/** How a browser draws it so. */
export const transformOf = ({ x, y, scale, turn }: Placed): string =>
  `translate(${x}px, ${y}px) scale(${scale}) rotate(${turn}deg)`
