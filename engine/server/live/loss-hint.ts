import type { Bilingual, Model } from '../../model/model.ts'
import type { PendingLoss } from './pending-revision.ts'

/** What to write in the files instead of confirming a loss, and what becomes of the values if it is confirmed. */
export function lossHint(
  before: Model | undefined,
  { loss, renames }: Pick<PendingLoss, 'loss' | 'renames'>,
): Bilingual | undefined {
  const [, kind = '', subject = '', column] = /^(\w+)(?::(\w+)(?:\.([\w-]+))?)?/.exec(loss) ?? []
  if (kind !== 'drop') return hints[kind]
  if (column === 'owner_id') return hints['owner']
  if (subject === 'role') return dropped('这个角色', 'the role', '角色', 'the role', renames, column)
  const resource = Object.values(before?.resources ?? {}).find(({ table }) => table === subject)
  if (column === undefined) return dropped('这些数据', 'the rows', '资源', 'the resource', renames, resource?.name)
  const field = resource?.fields.find(one => one.column === column)
  return dropped('这些值', 'the values', '字段', 'the field', renames, field?.name)
}

const both = (zh: string, en: string): Bilingual => ({ zh, en })

function dropped(
  zh: string,
  en: string,
  partZh: string,
  partEn: string,
  { length }: PendingLoss['renames'],
  name: string | undefined,
): Bilingual {
  const [inZh, inEn] =
    name === undefined
      ? ['renamedFrom 和原来的名称', 'renamedFrom and its former name']
      : [`renamedFrom: ${name}`, `renamedFrom: ${name}`]
  // The page offers the renames themselves.
  if (length > 0) return both(`要保留${zh}，请恢复原来的${partZh}。`, `To keep ${en}, restore ${partEn}.`)
  return both(
    `要保留${zh}，请恢复原来的${partZh}；如果由新的${partZh}取代，请在其中写 ${inZh}。`,
    `To keep ${en}, restore ${partEn}, or write ${inEn} in the one that replaces it.`,
  )
}

/** By the kind of the loss. */
const hints: Readonly<Record<string, Bilingual>> = {
  retype: both(
    '请把这些值改成新类型能识别的内容或存在的记录，再保存一次文件，或恢复原来的 type 或 of。确认后，这些值会清空或改为最接近的值。',
    'Change these values to ones that the new type can read, or to existing records, and save the files again, or restore the former type or of. If it is confirmed, they are cleared or set to the nearest value.',
  ),
  constrain: both(
    '请改正这些数据后再保存一次文件，或放宽 required、min、max、pattern 等限制。确认后数据不变，编辑时须改正。',
    'Correct these rows and save the files again, or relax the limits, such as required, min, max or pattern. If it is confirmed, the values remain and must be corrected when a row is edited.',
  ),
  unique: both(
    '请改正重复的值或重叠的时间段后再保存一次文件，或去掉 unique。确认后，每个值只留给最早的一条数据；重叠的时间段中，后新增的一条清空开始时间。',
    'Correct the duplicates or overlapping periods and save the files again, or remove unique. If it is confirmed, only the oldest row keeps each value, and of two periods the row added later loses its start.',
  ),
  key: both(
    '请恢复这些字典项和它们的 key；如果由另一项取代，请在那一项中写 renamedFrom 和原来的 key，并用一个没有用过的 key。确认后，这些数据属于现在有这个 key 的字典项；没有这样的项时，编辑时须改正。',
    'Restore these entries and their keys, or write renamedFrom and the former key in the entry that replaces one, with a key that no other entry had. If it is confirmed, the rows belong to the entries that have their keys now; without one, they must be corrected when they are edited.',
  ),
  owner: both(
    '要保留所属方，请恢复 owner，或改正它依据的字段。',
    'To keep the owners, restore owner, or correct the field by which it is set.',
  ),
  tenant: both(
    '要保留各租户看到的数据，请恢复 shared 原来的值。',
    'To keep which tenants see the rows, restore the former value of shared.',
  ),
  access: both(
    '要保留现在的访问范围，请恢复这些权限、规则或数据范围。确认后立即生效；不再受限的用户如果有权修改角色或用户，还可以授予自己拥有的所有权限。',
    'To keep the present access, restore these codes, rules or data scopes. If it is confirmed, it is effective at once; users who are no longer restricted and may change roles or users can also grant all rights that they have.',
  ),
  meaning: both(
    '请恢复原来的 unit、currency、of、partOf，或手工填写的字段；要换算或移动这些值，请用 migrations/ 中的 SQL 文件，或增加另一个字段。确认后，这些数据的含义改变；改为计算的字段，已填写的值由计算的值替换。',
    'Restore the former unit, currency, of or partOf, or the entered field. To convert or move the values, write an SQL file in migrations/, or add another field. If it is confirmed, the rows get another meaning; entered values of a computed field are replaced.',
  ),
}
