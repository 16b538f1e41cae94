import type { Model } from '../../model/model.ts'
import { emitClient } from './client.ts'
import type { WriteMembers } from './interface.ts'
import { emitOpenapi } from './openapi.ts'
import { emitPermissions } from './permissions.ts'
import { emitScreens } from './screens.ts'
import { emitTypes } from './types.ts'

/**
 * Everything emitted from a Model, by its path under the app's folder. `engine` is the import path from `generated/` to
 * the engine's folder.
 */
export async function emitAll(
  model: Model,
  write: WriteMembers,
  engine = '../engine',
): Promise<Record<string, string>> {
  return { 'generated/types.ts': await emitTypes(model, engine, write), ...emitPure(model, engine) }
}

/** Everything but the types, which are slow to write and needed for compiling TypeScript only. */
export const emitPure = (model: Model, engine = '../engine'): Record<string, string> => ({
  'generated/client.ts': emitClient(model, engine),
  'generated/permissions.ts': emitPermissions(model),
  'generated/screens.ts': emitScreens(model),
  'generated/openapi.json': emitOpenapi(model),
})
