import type { Bilingual } from '../../model/model.ts'
import { type Problem, positionIn, problem } from '../problem.ts'
import type { MessageParameters, ProblemText } from '../problem-messages.ts'
import type { SourceFault } from '../source.ts'
import type { YamlFault } from '../yaml-fault.ts'

/** What a migration could not convert, with its position in the file of version 1. */
export type MigrationProblem = Pick<Problem, 'at' | 'message' | 'hint'> & {
  readonly code: Problem['code'] | MigrationCode
}

/** What a migration leaves to the author. */
export type MigrationCode = keyof typeof table

const table = {
  'migration.file-twice': ({ name = '', to = '' }) => ({
    message: both(`“${name}”和“${to}”同时存在。`, `Both "${name}" and "${to}" exist.`),
    hint: both(`把内容合并到 ${to}，然后删除 ${name}。`, `Merge the contents into ${to}, then delete ${name}.`),
  }),
  'migration.key-twice': ({ name = '', to = '' }) => ({
    message: both(`这里同时有“${name}”和“${to}”。`, `Both "${name}" and "${to}" are defined here.`),
    hint: both(`“${to}”是现在的写法，只保留它。`, `"${to}" is the present key: keep only that one.`),
  }),
  'migration.ask': () => ({
    message: both('ask 既不是列表也不是映射。', '`ask` is neither a list nor a map.'),
    hint: both(
      '要填写的本记录字段写成 edit: [字段]，一次性的输入写成 input: { 名称: { type: … } }。',
      'Write edit: [field] for fields of the record, input: { name: { type: … } } for values that are entered once.',
    ),
  }),
  'migration.get': ({ name = '' }) => ({
    message: both(
      `“${name}”：GET 不再写入数据，流转和动作不能用 GET 或 DELETE。`,
      `"${name}": GET never writes, so a transition or an action cannot use GET or DELETE.`,
    ),
    hint: both(
      '只读取数据的移到 queries；会写入的改用 POST 或 PUT。',
      'Move what only reads to `queries`; use POST or PUT for what writes.',
    ),
  }),
  'migration.due': ({ name = '', states = '' }) => ({
    message: both(
      `“${name}”也是状态 ${states.replaceAll(', ', '、')} 的期限，但每个状态只能有一个期限。`,
      `"${name}" is another deadline of ${states}; a state has only one.`,
    ),
    hint: both('如需更改，请修改 lifecycle 里的 due。', 'To choose it, change `due` in `lifecycle`.'),
  }),
  'migration.opens': ({ name = '', states = '' }) => ({
    message: both(
      `状态 ${states.replaceAll(', ', '、')} 的步骤从“${name}”起才可做，但一个生命周期只能有一个 opens。`,
      `The transitions of ${states} are possible from "${name}" on; a lifecycle has only one \`opens\`.`,
    ),
    hint: both(
      '条件 if 仍然有效；如需更改，请修改 lifecycle 里的 opens。',
      'The condition still applies. To choose it, change `opens` in `lifecycle`.',
    ),
  }),
} satisfies Readonly<Record<string, (words: MessageParameters) => ProblemText>>

function both(zh: string, en: string): Bilingual {
  return { zh, en }
}

interface Place {
  readonly file: string
  readonly text: string
}

/** A problem of the migration at an offset of the file's text. */
export const migrationProblem = (
  code: MigrationCode,
  place: Place,
  offset: number,
  words: MessageParameters,
): MigrationProblem => ({ code, at: positionIn(place, offset), ...table[code](words) })

/** A YAML fault, or that of a file as such, as a problem. */
export const yamlProblem = (place: Place, { code, offset, words }: YamlFault | SourceFault): MigrationProblem =>
  problem(code, positionIn(place, offset), { file: place.file, ...words })
