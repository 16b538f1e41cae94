import type { Database } from './database/database.ts'
import { SettingError } from './settings.ts'
import { recordZone } from './storage/time-zone.ts'

/**
 * Records the time zone of days at the first start. Another one is refused later, because two processes would write
 * different days, serial periods and due dates.
 */
export async function assureZone(database: Database, zone: string): Promise<void> {
  const recorded = await recordZone(database, zone)
  if (recorded !== zone)
    throw new SettingError(
      `APP_TZ is "${zone}", but the database was created with "${recorded}": set APP_TZ=${recorded}, or change the zone of the database with "npm run plan -- --apply --allow zone".`,
    )
}
