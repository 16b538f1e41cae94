import type { Model } from '../../model/model.ts'
import type { Caller } from '../caller.ts'

/** One request as the store sees it: who asks, of which Model, and what time it is. */
export interface Asking {
  readonly caller: Caller
  /** Taken once: a request never sees two Models. */
  readonly model: Model
  readonly clock: { readonly now: Date; readonly zone: string }
}

/** The caller as rules read it. */
export const meOf = ({ caller }: Asking) => ({
  id: caller.userId,
  tenantId: caller.tenantId,
  deptId: caller.deptId,
  roleIds: caller.roleIds,
  sourceType: caller.sourceType,
  ownerIds: caller.ownerIds,
  regionId: caller.regionId,
})

/** The moment as the wire writes it: `YYYY-MM-DD HH:mm:ss` in the system's zone. */
export function wireNow({ clock: { now, zone } }: Asking): string {
  const second = Math.floor(now.getTime() / 1000)
  // Formatting costs more than all else that a save does with its moment, and a busy second has a thousand of them.
  if (second !== latest.second || zone !== latest.zone)
    latest = { second, zone, text: formatterOf(zone).format(now).replace(', ', ' ') }
  return latest.text
}

let latest = { second: Number.NaN, zone: '', text: '' }

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(zone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(zone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    })
    formatters.set(zone, formatter)
  }
  return formatter
}
