// The addresses of pages.yaml, of which the specification gives the first.

/** The wall, with one camera. */
export const wallAddress = (camera?: string): string =>
  `/pages/ent/entCamera/indexEnt${camera === undefined ? '' : `?size=1&tiles=${camera}`}`

/** The recordings of a camera. */
export const playbackAddress = (camera: string): string => `/video/playback?cameras=${camera}`
