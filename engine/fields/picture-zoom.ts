/** The position of a picture in its frame: offset from the centre in pixels, scale, rotation in degrees. */
export interface Placed {
  readonly x: number
  readonly y: number
  readonly scale: number
  readonly turn: number
}

/** The whole picture, centred and not rotated. */
export const whole: Placed = { x: 0, y: 0, scale: 1, turn: 0 }

const most = 8

/** Zooms by a factor around the pointer, given relative to the frame's centre. */
export function zoomed(placed: Placed, factor: number, at = { x: 0, y: 0 }): Placed {
  const scale = Math.min(most, Math.max(1, placed.scale * factor))
  if (scale === 1) return { ...placed, x: 0, y: 0, scale }
  const grown = scale / placed.scale
  return { ...placed, scale, x: at.x - (at.x - placed.x) * grown, y: at.y - (at.y - placed.y) * grown }
}

/** Moves by pixels; a picture at full size stays centred. */
export const moved = (placed: Placed, x: number, y: number): Placed =>
  placed.scale === 1 ? placed : { ...placed, x: placed.x + x, y: placed.y + y }

/** Rotates by a quarter turn clockwise. */
export const turned = (placed: Placed): Placed => ({ ...whole, turn: (placed.turn + 90) % 360 })

/** The CSS transform of a position. */
export const transformOf = ({ x, y, scale, turn }: Placed): string =>
  `translate(${x}px, ${y}px) scale(${scale}) rotate(${turn}deg)`
