import type { Client } from '../../generated/client.ts'

/** A capture as the queue answers it. */
export type Capture = Awaited<ReturnType<Client['witCaptureRecord']['review']>>[number]

/** A box as a part of the picture. */
export interface FrameBox {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

/** The boxes of a capture that are parts of the picture. */
export const frameBoxesOf = ({ boxes }: Pick<Capture, 'boxes'>): readonly FrameBox[] =>
  Array.isArray(boxes)
    ? boxes.filter(one => ['x', 'y', 'w', 'h'].every(key => Number(one?.[key]) >= 0 && Number(one[key]) <= 1))
    : []

export const frameOf = ({ pictures }: Pick<Capture, 'pictures'>): string | undefined => pictures?.[0]

/** Captures of one camera and detection follow each other within this time, in milliseconds. */
const burst = 10 * 60_000
const timeOf = ({ shotTime }: Capture) => Date.parse(String(shotTime).replace(' ', 'T'))

/** Bursts in the order of their first capture: what one camera captured of one detection within minutes. */
export function burstsOf(captures: readonly Capture[]): readonly (readonly Capture[])[] {
  const groups: Capture[][] = []
  for (const one of captures) {
    const group = groups.findLast(([first]) => first?.cameraId === one.cameraId && first.modelType === one.modelType)
    const last = group?.at(-1)
    if (group && last && Math.abs(timeOf(one) - timeOf(last)) <= burst) group.push(one)
    else groups.push([one])
  }
  return groups
}

/** The share of confirmed captures and its interval of 95 % (Wilson), in per cent. */
export function precisionOf(approved: number, failed: number) {
  const n = approved + failed
  if (n === 0) return undefined
  const [p, z] = [approved / n, 1.96]
  const middle = p + (z * z) / (2 * n)
  const half = z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n))
  const end = (value: number) => (100 * value) / (1 + (z * z) / n)
  return { share: 100 * p, low: end(middle - half), high: end(middle + half), n }
}
