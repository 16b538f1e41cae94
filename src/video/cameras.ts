import { useQuery } from '@tanstack/react-query'
import type { EntCamera } from '../../generated/types.ts'
import { useClient } from '../client.ts'

export type Camera = Pick<EntCamera, 'id' | 'name' | 'entId' | 'entIdName' | 'cameraStatus' | 'statusAt'>

/** A business with its cameras, by name. */
export interface CameraBranch {
  readonly id: string
  readonly name: string
  readonly cameras: readonly Camera[]
}

export const online = '1'
/** Since when a camera is offline; undefined where it is on. */
export const offlineOf = ({ cameraStatus, statusAt }: Camera) =>
  cameraStatus === online ? undefined : { since: statusAt }

/** A list ends here; the search then asks the server. */
const most = 1000

/** The cameras that the user may view: all of them, or those that a text finds where there are too many. */
export function useCameras(text = '') {
  const client = useClient()
  const all = useQuery({
    queryKey: ['video', 'cameras'],
    queryFn: () => client.entCamera.list(),
    staleTime: 60_000,
    refetchInterval: 60_000,
  })
  const asks = text !== '' && all.data?.length === most
  const found = useQuery({
    queryKey: ['video', 'cameras', text],
    enabled: asks,
    queryFn: async () => {
      const owners = await client.entInfo.list({ name_like: text })
      const [byName, byOwner] = await Promise.all([
        client.entCamera.list({ name_like: text }),
        owners.length === 0 ? [] : client.entCamera.list({ entId_in: owners.map(({ id }) => id) }),
      ])
      return [...new Map([...byName, ...byOwner].map(camera => [camera.id, camera])).values()]
    },
  })
  return { ...all, data: asks ? (found.data ?? []) : all.data }
}

/** The cameras of these ids, whether or not they are among those that are listed. */
export function useCamerasOf(ids: readonly string[]): ReadonlyMap<string, Camera> {
  const client = useClient()
  const { data: all } = useCameras()
  const missing = all ? ids.filter(id => id !== '' && !all.some(camera => camera.id === id)) : []
  const { data: others = [] } = useQuery({
    queryKey: ['video', 'cameras', 'of', missing],
    enabled: missing.length > 0,
    queryFn: () => client.entCamera.list({ id_in: missing }),
  })
  return new Map([...(all ?? []), ...others].map(camera => [camera.id, camera]))
}

/** Cameras by business; of those whose business does not match the text, the cameras that do. */
export function branchesOf(cameras: readonly Camera[], text: string): readonly CameraBranch[] {
  const wanted = text.trim().toLowerCase()
  const branches = new Map<string, { id: string; name: string; cameras: Camera[] }>()
  for (const camera of cameras) {
    const name = camera.entIdName ?? ''
    if (![name, camera.name].some(one => one.toLowerCase().includes(wanted))) continue
    const branch = branches.get(camera.entId) ?? { id: camera.entId, name, cameras: [] }
    branches.set(camera.entId, branch)
    branch.cameras.push(camera)
  }
  return [...branches.values()].sort((one, other) => one.name.localeCompare(other.name, 'zh'))
}
