import { typeOf } from '../../fields/index.ts'
import { isDictionary } from '../../fields/traits.ts'
import type { Bilingual, Field, Model, Resource } from '../../model/model.ts'
import type { PendingLoss } from './pending-revision.ts'

/** What to write in the files instead of confirming a loss, and what becomes of the values if it is confirmed. */
export function lossHint(
  before: Model | undefined,
  after: Model,
  { loss, renames }: Pick<PendingLoss, 'loss' | 'renames'>,
): Bilingual | undefined {
  const [, kind = '', subject = '', column] = /^(\w+):(\w+)(?:\.([\w-]+))?/.exec(loss) ?? []
  // The page offers the renames themselves.
  const isOffered = renames.length > 0
  if (kind === 'drop' && subject === 'role' && column !== undefined) return role(column)
  if (kind === 'visible' && subject === 'role' && column !== undefined) return scope
  if (kind === 'grants') return granting
  if (kind === 'visible' && (column === 'access' || column === 'hide')) return access
  if (kind === 'drop' && column === undefined) return resource(inTable(before, subject)?.name, isOffered)
  if (kind === 'drop' && column === 'owner_id') return owner
  if (kind === 'drop') return field(fieldIn(before, subject, column)?.name, isOffered)
  if (kind === 'constrain' && isOfState(after, subject, column))
    return isOfState(before, subject, column) ? state : newState
  if (kind === 'constrain') return constraint(isOfDictionary(after, subject, column), isOffered)
  if (kind === 'meaning' && isMeasured(after, subject, column)) return unit
  if (kind === 'meaning' && !isOfDictionary(after, subject, column)) return referring
  return hints[kind]
}

const both = (zh: string, en: string): Bilingual => ({ zh, en })

const renamedFrom = (name: string | undefined): Bilingual =>
  name === undefined
    ? both('renamedFrom 和原来的名称', 'renamedFrom and its former name')
    : both(`renamedFrom: ${name}`, `renamedFrom: ${name}`)

const role = (alias: string): Bilingual =>
  both(
    `要保留这个角色，请在 roles.yaml 中恢复它；如果由新角色取代，请在新角色中写 renamedFrom: ${alias}。`,
    `To keep the role, restore it in roles.yaml, or write renamedFrom: ${alias} in the role that replaces it.`,
  )

const resource = (name: string | undefined, isOffered: boolean): Bilingual =>
  isOffered
    ? both('要保留这些数据，请恢复该资源的文件。', 'To keep the rows, restore the file of the resource.')
    : both(
        `要保留这些数据，请恢复该资源的文件；如果由新资源取代，请在新文件中写 ${renamedFrom(name).zh}。`,
        `To keep the rows, restore the file of the resource, or write ${renamedFrom(name).en} in the file that replaces it.`,
      )

const field = (name: string | undefined, isOffered: boolean): Bilingual =>
  isOffered
    ? both('要保留这些值，请恢复这个字段。', 'To keep the values, restore the field.')
    : both(
        `要保留这些值，请恢复这个字段；如果由新字段取代，请在新字段中写 ${renamedFrom(name).zh}。`,
        `To keep the values, restore the field, or write ${renamedFrom(name).en} in the field that replaces it.`,
      )

const owner = both(
  '要保留所属方，请恢复 owner，或改正它依据的字段。',
  'To keep the owners, restore owner, or correct the field by which it is set.',
)

const scope = both(
  '要保留各用户看到的数据，请恢复 roles.yaml 中该角色原来的 dataScope。确认后，拥有这个角色的用户立即看到更多数据；范围为 all 且没有其他限制的用户，如果有权修改角色或用户，还可以授予自己拥有的所有权限。',
  'To keep what the users see, restore the former dataScope of the role in roles.yaml. If it is confirmed, users with the role see more rows at once. With all, those without another restriction who may change roles or users can also grant all rights that they have.',
)

const access = both(
  '要保留各用户看到的数据，请恢复这些角色的访问规则，及其 where、dataScope 和 hide：本资源的、所属方资源的，或最后一条提到该角色的规则。确认后，拥有这些角色的用户也能看到这些数据。',
  'To keep who sees the rows, restore the access rules of these roles with their where, dataScope and hide: those of this resource or of the owner resource, or the last rule that names the role. If it is confirmed, users with these roles will see the rows too.',
)

const granting = both(
  '要继续限制这些用户，请恢复提到该角色的访问规则，或在 roles.yaml 中给它 dataScope，或去掉它修改角色和用户的权限。确认后，这些用户可以授予自己拥有的所有权限。',
  'To keep these users restricted, restore an access rule that names the role, give it a dataScope in roles.yaml, or remove its rights to change roles and users. If it is confirmed, these users can grant all rights that they have.',
)

const unit = both(
  '请恢复原来的 unit 或 currency；要换算，请用 migrations/ 中的 SQL 文件改写数值，或增加另一个字段。确认后数值不变，单位改变。',
  'Restore the former unit or currency. To convert the numbers, write an SQL file in migrations/, or add another field. If it is confirmed, the numbers remain and get the new unit.',
)

const state = both(
  '请先恢复这个状态，让这些数据通过步骤离开它，再删除；如果由另一个状态取代，请在那一项中写 renamedFrom 和原来的 key。确认后，这些数据停留在已删除的状态，没有步骤可以改变。',
  'Restore the state, let these rows leave it by a transition, and remove it then, or write renamedFrom and the former key in the entry that replaces it. If it is confirmed, the rows remain in the removed state, which no transition leaves.',
)

const newState = both(
  '请先让这些数据取生命周期中的状态，再加 lifecycle，或把这些值加为状态，并写离开它们的步骤。确认后，这些数据的值不变，没有步骤可以改变。',
  'Before you add the lifecycle, give these rows one of its states, or add their values as states with transitions that leave them. If it is confirmed, the rows keep values that no transition leaves.',
)

function constraint(ofDictionary: boolean, isOffered: boolean): Bilingual {
  const [zh, en] = ofDictionary
    ? ['恢复字典项', 'restore the entries']
    : ['放宽 required、min、max、pattern 等限制', 'relax its limits, such as required, min, max or pattern']
  const renamed =
    ofDictionary && !isOffered
      ? both(
          '如果字典项只是改了 key，请在该项中写 renamedFrom 和原来的 key。',
          ' In an entry whose key was changed, write renamedFrom and the former key.',
        )
      : both('', '')
  return both(
    `请改正这些数据后再保存一次文件，或${zh}。${renamed.zh}确认后数据不变，编辑时须改正。`,
    `Correct these rows and save the files again, or ${en}.${renamed.en} If it is confirmed, the values remain and must be corrected when a row is edited.`,
  )
}

const referring = both(
  '请恢复 of 原来的资源。如果该资源改名，请在其文件中写 renamedFrom；如果数据应移到新的资源，请先保存 migrations/ 中的 move。确认后数据中的 id 不变，指向新资源的记录。',
  'Restore the former resource in of. If the resource was renamed, write renamedFrom in its file; if its rows belong to the other one, first save a move in migrations/. If it is confirmed, rows keep the ids, which then refer to records of the other resource.',
)

/** By the kind of the loss. */
const hints: Readonly<Record<string, Bilingual>> = {
  compute: both(
    '要保留已填写的值，请恢复这个字段，并用另一个名称增加计算的字段。确认后，已填写的值由计算的值替换。',
    'To keep the entered values, restore the field and add the computed one under another name. If it is confirmed, they are replaced by the computed values.',
  ),
  meaning: both(
    '请恢复这些字典项原来的 key，或恢复 of 原来的字典。要对调两项的 key，请分几次保存，每次都写 renamedFrom：先把一项改成没有用过的 key。确认后数据中的 key 不变，含义改为新的字典项。',
    'Restore the keys of the entries, or the former dictionary in of. To exchange the keys of two entries, save several times, each time with renamedFrom: first give one of them an unused key. If it is confirmed, rows keep their keys, which then mean the other entries.',
  ),
  retype: both(
    '请把这些值改成新类型能识别的内容后再保存一次文件，或恢复原来的 type。确认后，这些值会清空或改为最接近的值。',
    'Change these values to ones that the new type can read and save the files again, or restore the former type. If it is confirmed, they are cleared or set to the nearest value.',
  ),
  unique: both(
    '请改正重复的值后再保存一次文件，或去掉 unique。确认后，每个值只留给最早的一条数据。',
    'Correct the duplicates and save the files again, or remove unique. If it is confirmed, only the oldest row keeps each value.',
  ),
  during: both(
    '请改正重叠的时间段后再保存一次文件，或去掉 during。确认后，每对重叠的数据中后新增的一条清空开始时间。',
    'Correct the periods and save the files again, or remove during. If it is confirmed, the start of the row added later is cleared.',
  ),
  reference: both(
    '请改正这些引用后再保存一次文件，或恢复 of 原来的资源。确认后，这些引用会清空。',
    'Correct these references and save the files again, or restore the former resource in of. If it is confirmed, they are cleared.',
  ),
  owner,
  tenant: both(
    '要保留各租户看到的数据，请恢复 shared 原来的值。',
    'To keep which tenants see the rows, restore the former value of shared.',
  ),
  visible: both(
    '要保留各用户看到的数据，请恢复 partOf、platform 或 app.yaml 中 owner 原来的值。确认后，其他用户也能看到这些数据。',
    'To keep who sees the rows, restore the former value of partOf or platform, or of owner in app.yaml. If it is confirmed, other users will see them too.',
  ),
  bin: both(
    '请先恢复 partOf 原来的值，把要保留的数据恢复，再保存这个改动。确认后，这些已删除的数据不能再恢复，以后去掉 partOf 时重新列入回收站。',
    'Restore the former value of partOf, restore the rows that are to remain, and save the change then. If it is confirmed, these deleted rows cannot be restored until partOf is removed, which lists them in the bin again.',
  ),
  merge: both(
    '要区分这些数据，请给字典项一个以前没有用过的 key。确认后，两项的数据不能再区分。',
    'To keep the rows of both entries apart, use a key that no other entry had. If it is confirmed, they can no longer be distinguished.',
  ),
}

const inTable = (model: Model | undefined, table: string): Resource | undefined =>
  Object.values(model?.resources ?? {}).find(one => one.table === table)

const fieldIn = (model: Model | undefined, table: string, column: string | undefined): Field | undefined =>
  inTable(model, table)?.fields.find(one => one.column === column)

function isOfDictionary(model: Model, table: string, column: string | undefined): boolean {
  const found = fieldIn(model, table, column)
  return found !== undefined && isDictionary(found)
}

/** Whether it is a number, which may have a unit. */
function isMeasured(model: Model, table: string, column: string | undefined): boolean {
  const found = fieldIn(model, table, column)
  return found !== undefined && typeOf(found).marks !== undefined
}

function isOfState(model: Model | undefined, table: string, column: string | undefined): boolean {
  const state = inTable(model, table)?.lifecycle?.field
  return state !== undefined && fieldIn(model, table, column)?.name === state
}
