import { type Keys, mapOf, newKey, objectOf, shared } from './key.ts'
import { endpointShape } from './lifecycle.ts'

/** The keys of `claims`. */
export const claimKeys: Keys = {
  for: newKey(
    { type: 'string', pattern: '^(minutes|hours)\\([1-9][0-9]{0,2}\\)$' },
    '领取多久；再次调用为自己已领取的续时',
    'How long a claim lasts. A further call renews those of the caller.',
    'minutes(5)',
    { required: true },
  ),
  rows: newKey(
    { type: 'integer', minimum: 1, maximum: 100 },
    'returns: list 时一次调用至多返回几条，调用者已领取的也计入，默认 10',
    'With `returns: list`: how many rows a call returns at most, those that the caller already has among them. Default: 10.',
    '20',
  ),
}

/** The keys of a query. */
export const queryKeys: Keys = {
  where: newKey(
    shared('expression'),
    '查询哪些记录；input 是输入，me 是当前用户。读到未填的可选输入时，该项条件（&& 之间的一项）不起作用',
    'A condition on the rows; `input` contains the input, `me` is the current user. A part of an && condition that reads an absent optional input is omitted.',
    `"siteId == input.siteId && state != 'done'"`,
  ),
  returns: newKey(
    { anyOf: [{ type: 'string', enum: ['page', 'list', 'one', 'count'] }, mapOf(shared('field'))] },
    '返回什么：page 分页（列表的翻页、排序和查询条件都可用），list 最多 1000 条，one 按 sort 的第一条（没有则为 null），count 条数；写 handler 时为它返回的各个值及其类型，按类型校验',
    'The result. `page`: rows with the paging, sorting and filters of lists. `list`: at most 1,000 rows. `one`: the first row by `sort`, or null. `count`: the number of rows. With `handler`: the returned values by name and type, which are validated.',
    'list',
    { required: true },
  ),
  input: newKey(
    mapOf(shared('field')),
    '查询的输入，即地址栏参数；required: true 的缺失时返回 400',
    'The input of the query, passed as URL parameters. If one with `required: true` is missing, the response is 400.',
    '{ siteId: { type: reference, of: site, required: true } }',
  ),
  sort: newKey(
    { type: 'string', pattern: '^-?[a-z][a-zA-Z0-9]*$' },
    '排序字段，前面加 - 为倒序；默认同资源的 sort',
    'The sort field; a leading - sorts in descending order. Default: `sort` of the resource.',
    '-startDay',
  ),
  columns: newKey(
    { anyOf: [shared('names'), mapOf(shared('expression'))] },
    '返回哪些字段：字段列表，或名称到表达式的映射；默认是整条记录',
    'The columns of a row: a list of fields, or a map of names to expressions. Default: the whole record.',
    '{ number: visitNo, since: startDay }',
  ),
  group: newKey(
    shared('names'),
    '按这些字段的值分组，每组一行，引用和字典还有名称“字段名Name”；须同时写 measure，returns 为 list',
    'Groups the records by the values of these fields: one row for each group, with the label of a reference or a dictionary entry as `<field>Name`. Requires `measure` and `returns: list`.',
    '[siteId]',
  ),
  measure: newKey(
    mapOf({ type: 'string', minLength: 1 }),
    '每组的名称和算法：count()、sum(字段)、avg(字段)、min(字段)、max(字段)；sort 可写这些名称',
    'The aggregates of each group by name: count(), sum(field), avg(field), min(field) or max(field). `sort` can use these names.',
    '{ visits: count(), spent: sum(total) }',
  ),
  small: newKey(
    { const: true },
    'true 表示数据量始终很小，where 可以没有索引支持的条件',
    '`true`: the table always has few rows, so `where` needs no condition that an index supports.',
    'true',
  ),
  handler: newKey(
    shared('name'),
    '程序里的处理函数名，由它给出 returns 的各个值；它在只读事务里通过 store 读取，不能写入',
    'The name of the handler in TypeScript that returns the values of `returns`. It reads through the store in a read-only transaction and cannot write.',
    'workload',
  ),
  claims: newKey(
    objectOf(claimKeys),
    '领取：一次调用为调用者领取还没有人领取的记录，别人查不到；由流转、动作或保存、到时或释放调用（DELETE 同一路径）结束。returns 须为 list 或 one，方法为 POST',
    'A call takes rows that no other user has taken, so that several users work through one queue. A claim ends with a step or save of the record, after its time, or by DELETE of the same path. Requires `returns: list` or `one`; the method is POST.',
    '{ for: minutes(5), rows: 20 }',
  ),
  code: newKey(
    { type: 'string', pattern: '^[a-zA-Z][a-zA-Z0-9_]*$' },
    '单独授权的权限码；不写则需要该资源的查看权限',
    'A separate permission code for the query. Default: the code for viewing the resource.',
    'visit_open',
  ),
  title: newKey(
    shared('bilingual'),
    '名称，用于授权界面和接口文档；默认同资源的名称',
    'The title in the grants of roles and in the API reference. Default: the title of the resource.',
    '{ zh: 在办走访, en: Open visits }',
  ),
  http: newKey(
    endpointShape('GET|POST'),
    '接口的路径，方法是 GET，有 claims 的是 POST；默认路径是名称。大括号里是必填的输入，以 / 开头的是完整路径（/api/…）',
    'The path of the endpoint; the method is GET, with `claims` POST. Default: the name. A name in braces is a required input. A path that begins with / is absolute (/api/…).',
    '"GET open/{siteId}"',
  ),
}
