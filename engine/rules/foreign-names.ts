/** Names of other systems for the fields that every record has. */
const systemFields: Readonly<Record<string, readonly string[]>> = {
  createUser: ['createdBy', 'createBy', 'creator', 'creatorId', 'created_by', 'createUserId', 'author'],
  createTime: [
    'createdAt',
    'createAt',
    'created',
    'created_at',
    'createdTime',
    'createdOn',
    'createDate',
    'creationTime',
  ],
  createDept: ['createdDept', 'deptId', 'createDepartment'],
  updateUser: ['updatedBy', 'updateBy', 'updated_by', 'updateUserId', 'modifiedBy', 'modifier'],
  updateTime: [
    'updatedAt',
    'updateAt',
    'updated',
    'updated_at',
    'updatedTime',
    'updateDate',
    'modifiedAt',
    'modifyTime',
  ],
}

/** Words of other systems for operations, and for what happens to references when a record is deleted. */
const operations: Readonly<Record<string, readonly string[]>> = {
  view: ['read', 'list', 'get', 'query', 'show', 'see', 'select', '查看', '查询'],
  add: ['create', 'insert', 'new', 'post', '新增', '添加'],
  edit: ['update', 'modify', 'write', 'change', 'put', '编辑', '修改'],
  clear: ['setNull', 'SET NULL', 'set_null', 'SET_NULL', 'nullify'],
  refuse: ['restrict', 'RESTRICT', 'protect', 'PROTECT', 'NO ACTION', 'noAction', 'deny'],
  delete: ['remove', 'del', 'destroy', '删除'],
  export: ['download', '导出'],
  import: ['upload', '导入'],
}

const colours: Readonly<Record<string, readonly string[]>> = {
  grey: ['gray', '灰', '灰色', 'default', 'info'],
  blue: ['蓝', '蓝色', 'primary'],
  green: ['绿', '绿色', 'success'],
  orange: ['橙', '橙色', 'warning'],
  red: ['红', '红色', 'danger', 'error'],
  amber: ['黄', '黄色', 'yellow', 'gold'],
  purple: ['紫', '紫色', 'violet'],
  cyan: ['青', '青色', 'teal'],
  pink: ['粉', '粉色', '粉红'],
}

const channels: Readonly<Record<string, readonly string[]>> = {
  sms: ['短信', 'phone', 'mobile'],
  email: ['邮件', '邮箱', 'mail'],
  inApp: ['站内信', '站内消息', 'notice', 'notification', 'app'],
}

const known = new Map(
  [systemFields, operations, colours, channels].flatMap(table =>
    Object.entries(table).flatMap(([name, others]) => others.map(other => [other, name] as const)),
  ),
)

/** The one of the known names that a word of another system, or a path or a code with its parts, means. */
export function equivalentName(word: string, names: readonly string[]): string | undefined {
  const [, prefix = '', verb = ''] = /^(\w+?)[_:.](\w+)$/.exec(word) ?? []
  const file = word.replace(/^.*\//, '').replace(/\.ya?ml$/, '')
  const [base = ''] = word.split(/[.[(?]/)
  // A permission of Django: `visit.change_visit`.
  const [, djangoVerb = '', noun = ''] = /^(?:\w+\.)?([a-z]+)_([a-zA-Z]+)$/.exec(word) ?? []
  // Lookups of Django: `site__name`.
  const path = word.includes('__') ? word.split('__') : []
  const candidates = [
    known.get(word),
    verb && `${prefix}_${known.get(verb) ?? verb}`,
    `${word}_*`,
    noun && `${noun}_${known.get(djangoVerb) ?? djangoVerb}`,
    file,
    base,
    word && `${word}Id`,
    ...(path.length > 1 ? [path[0], `${path[0]}Id`] : []),
    // Of a list of operations, that of a permission code.
    operationIn(verb),
  ]
  return candidates.find(one => one !== undefined && one !== word && names.includes(one))
}

/** The operation that a word of another system means, or the word. */
export const meantOperation = (verb: string): string => known.get(verb) ?? verb

/** The operation that the end of a permission code means. */
function operationIn(verb: string): string | undefined {
  const name = meantOperation(verb)
  return Object.hasOwn(operations, name) ? name : undefined
}
