import type { Model } from '../../model/model.ts'
import { emitClient } from './client.ts'
import { emitOpenapi } from './openapi.ts'
import { emitPermissions } from './permissions.ts'
import { emitTypes } from './types.ts'

/**
 * Everything that follows from a model for programs, by its path under the app's folder. `engine` is the way from
 * its `generated/` to the engine's folder, as an import says it.
 */
export async function emitAll(model: Model, engine = '../engine'): Promise<Record<string, string>> {
  return {
    'generated/types.ts': emitTypes(model),
    'generated/client.ts': emitClient(model, engine),
    'generated/permissions.ts': emitPermissions(model),
    'generated/openapi.json': emitOpenapi(model),
  }
}
