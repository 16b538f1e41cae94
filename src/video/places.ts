/** The endpoints of cameras, in server/cameras. */
export const videoPath = '/api/video/v1'
export const cameraPath = (id: string, what: string): string => `${videoPath}/cameras/${encodeURIComponent(id)}/${what}`

/** The page of a record, below the path of its resource. */
export const recordPage = (resource: 'entCamera' | 'entCameraScreenshot', id: string): string =>
  `/ent/${resource}/${id}/show`

// The addresses of pages.yaml.

/** The recordings of a camera. */
export const playbackAddress = (camera: string): string => `/video/playback?cameras=${camera}`

/** The resources with zones, and their names. */
export const zoneResources: Readonly<Record<string, string>> = {
  witTemplate: 'templateName',
  witRule: 'name',
  witModel: 'modelName',
}
export const zonesAddress = (of: string, id: string): string => `/pages/wit/zones?of=${of}&id=${id}`
