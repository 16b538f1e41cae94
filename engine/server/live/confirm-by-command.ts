import { pino } from 'pino'
import { type ReloadContext, serveStored } from './apply-descriptors.ts'
import { applyConfirmed, type ConfirmRequest } from './confirm.ts'
import { createModelSlot } from './model-holder.ts'

/**
 * Applies what waits for a confirmation from a command, as any process of a server does: the live ones follow the stored
 * revision. Throws as the confirmation in a server.
 */
export async function confirmByCommand(
  parts: Pick<ReloadContext, 'database' | 'workOf'>,
  request: ConfirmRequest,
): Promise<void> {
  // The server that read the files has compared them with its handlers.
  const reload = { ...parts, log: pino({ level: 'silent' }), slot: createModelSlot(), seen: { reported: '' } }
  await serveStored(reload)
  await applyConfirmed(reload, request)
}
