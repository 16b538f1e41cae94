import type { Field } from '../model/model.ts'
import { fault } from './fault.ts'
import type { Fault } from './field-type.ts'
import { extensionsOf } from './upload.ts'

/** Why a picture is not taken: nothing here can open it, whatever its name says. Others would not see it either. */
export async function pictureFault(file: Blob, field: Field): Promise<Fault | undefined> {
  if (field.type !== 'image') return undefined
  const found = fault('upload.unreadable', { kinds: extensionsOf(field).join(', ') })
  return createImageBitmap(file).then(
    picture => {
      picture.close()
      return undefined
    },
    () => found,
  )
}
