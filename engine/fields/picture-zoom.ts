/** The position of a picture in its frame: offset from the centre in pixels, scale, rotation in degrees. */
export interface PictureTransform {
  readonly x: number
  readonly y: number
  readonly scale: number
  readonly turn: number
}

/** The whole picture, centred and not rotated. */
export const wholePicture: PictureTransform = { x: 0, y: 0, scale: 1, turn: 0 }

const most = 8

/** Zooms by a factor around the pointer, given relative to the frame's centre. */
export function zoomed(view: PictureTransform, factor: number, at = { x: 0, y: 0 }): PictureTransform {
  const scale = Math.min(most, Math.max(1, view.scale * factor))
  if (scale === 1) return { ...view, x: 0, y: 0, scale }
  const grown = scale / view.scale
  return { ...view, scale, x: at.x - (at.x - view.x) * grown, y: at.y - (at.y - view.y) * grown }
}

/** Moves by pixels; a picture at full size stays centred. */
export const moved = (view: PictureTransform, x: number, y: number): PictureTransform =>
  view.scale === 1 ? view : { ...view, x: view.x + x, y: view.y + y }

/** Rotates by a quarter turn clockwise. */
export const turned = (view: PictureTransform): PictureTransform => ({ ...wholePicture, turn: (view.turn + 90) % 360 })

/** The CSS transform of a position. */
export const transformOf = ({ x, y, scale, turn }: PictureTransform): string =>
  `translate(${x}px, ${y}px) scale(${scale}) rotate(${turn}deg)`
