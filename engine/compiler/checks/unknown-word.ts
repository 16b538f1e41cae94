import { shapes } from '../language/shapes.ts'
import { nearestName } from '../nearest.ts'
import type { MessageParameters } from '../problem-messages.ts'

/** The names of a hint at most; the number of further ones follows. */
const maxNames = 40

/** Types of fields in other languages, in small letters: of SQL, Excel, Python, Django, Frappe, Directus and Prisma. */
const typesElsewhere: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    text: 'string varchar varchar2 nvarchar char nchar str data slug uuid guid character code smalltext',
    longtext: 'textarea richtext clob mediumtext markdown html editor texteditor memo',
    integer: 'int bigint smallint tinyint long int4 int8 bigserial biginteger positiveinteger smallinteger',
    decimal: 'number numeric float double real percent percentage rate',
    money: 'amount currency price',
    boolean: 'bool checkbox switch bit check toggle yesno yes/no',
    dictionary: 'enum select radio options choice choices dropdown multiselect tags combo',
    reference:
      'relation ref foreignkey onetoone manytomany link lookup fk m2o m2m belongsto manytoone manytomanyrelation user treeselect',
    children: 'lines subtable table o2m onetomany hasmany childtable sublist',
    datetime: 'timestamp timestamptz datetimetz',
    image: 'photo picture avatar attachimage',
    file: 'attachment upload attach blob',
    json: 'jsonb object map',
    phone: 'mobile tel telephone cellphone',
    email: 'mail emailaddress',
    url: 'uri website hyperlink',
    time: 'timetz',
    date: 'day',
    serial: 'autonumber auto autoincrement sequence autoname namingseries',
    password: 'secret hash',
  }).flatMap(([type, words]) => words.split(' ').map(word => [word, type])),
)

/** Keys of other languages, and what they mean here; the first that is known at the place is meant. */
const keysElsewhere: Readonly<Record<string, readonly string[]>> = wordsOf({
  title: 'label caption name verbose_name verboseName displayName display_name section',
  titles: 'plural verbose_name_plural pluralLabel',
  type: 'fieldtype fieldType field_type datatype dataType data_type',
  help: 'description hint help_text helpText placeholder tooltip comment note',
  max: 'maxLength max_length maxlength length size maximum maxValue max_value',
  min: 'minLength min_length minlength minimum minValue min_value',
  required: 'nullable notNull not_null mandatory reqd isRequired',
  many: 'multiple multi isArray',
  pattern: 'regex regexp match validation',
  index: 'indexed db_index search_index',
  readOnly: 'editable disabled read_only',
  compute: 'formula computed expression calculation generated',
  rules: 'validate validations validators constraints checks',
  rule: 'check if condition assert when',
  message: 'error errorMessage text msg',
  role: 'roles user group who',
  under: 'parent group folder',
  path: 'url route',
  link: 'href iframe',
  screen: 'component view template',
  code: 'permission permissions',
  to: 'receivers recipients target',
  text: 'content body',
  value: 'default',
  entries: 'items options choices values list data',
  transitions: 'steps moves flows',
  where: 'filter filters condition',
  sort: 'orderBy order_by ordering orderby sortBy',
  search: 'searchable searchFields search_fields filters filter list_filter',
  columns: 'list_display',
  fields: 'columns attributes properties props items',
  scale: 'precision decimals',
  key: 'value code',
  sealed: 'disabled hidden deprecated archived inactive',
  hide: 'hidden exclude',
  of: 'to target ref resource dict dictionary options references related_collection relatedCollection model doctype',
  allow: 'permissions can actions operations',
  mixins: 'extends inherits use include',
  field: 'state_field stateField status column',
  initial: 'initialState initial_state start default',
  final: 'end ends finalStates final_states',
  from: 'source src',
  partOf: 'master parent_field',
  mark: 'logo icon',
  colours: 'colors color theme',
  renamedFrom: 'renamed_from formerName formerNames oldName old_name was',
  zh: 'cn zhCN zh_CN zh-CN chinese zn ch',
  en: 'enUS en_US en-US english eng',
})

function wordsOf(words: Readonly<Record<string, string>>): Readonly<Record<string, readonly string[]>> {
  const found: Record<string, string[]> = { 'NOT NULL': ['required'] }
  for (const [name, others] of Object.entries(words))
    for (const other of others.split(' ')) found[other] = [...(found[other] ?? []), name]
  return found
}

/** Keys of other languages that nothing here corresponds to, and what to do instead. */
const keysWithoutEquivalent = new Map(
  [
    [
      'primaryKey primary_key pk primary autoIncrement auto_increment',
      '每条记录都有 id，不用声明主键。',
      'Every record has an id, so no primary key is declared.',
    ],
    [
      'blank null optional',
      '默认可以不填；必填写 required: true。',
      'Values are optional by default; write required: true for a mandatory one.',
    ],
    [
      'pageSize page_size per_page limit width align',
      '由使用者在列表上调整，不用声明。',
      'Users choose it in the list, so it is not declared.',
    ],
    [
      'table tableName table_name db_table',
      '表名由文件名得出，不用声明。',
      'The name of the table is derived from the name of the file.',
    ],
    [
      'deny except',
      '只写允许的：没有写进 allow 的都不允许。',
      'Write only what is allowed: everything else is denied.',
    ],
    [
      'visible hidden',
      '不给某个角色看，写 access 的 hide；有条件地显示，写 when。',
      'Write `hide` in `access` to hide a field from a role, or `when` to show it under a condition.',
    ],
    ['default', '默认值写在字段上，例：default: planned', 'Write it on the field, such as default: planned.'],
    [
      'sort',
      '写在资源的最外层，例：sort: -createTime',
      'Write it at the top level of the resource, such as sort: -createTime.',
    ],
    ['order', '按书写的次序排列。', 'They are shown in the order in which they are written.'],
    [
      'format',
      '日期和数字按使用者的语言显示，不用声明。',
      'Days and numbers are shown in the format of the language of the user.',
    ],
  ].flatMap(([words = '', zh = '', en = '']) => words.split(' ').map(word => [word, { zh, en }] as const)),
)

/** The type that one of another language means, whatever its capitals, size and suffix: `VARCHAR(50) NOT NULL`, `String?`. */
export function typeElsewhere(name: string): string | undefined {
  const word = name
    .toLowerCase()
    .replace(/^(models|db|sa|types|fields)\./, '')
    .replace(/[\s([?!].*$/, '')
    .replace(/[\s_-]/g, '')
    .replace(/(?<=.)field$/, '')
  if (shapes[`field-${word}`] && word !== name) return word
  return Object.hasOwn(typesElsewhere, word) ? typesElsewhere[word] : undefined
}

/** An unknown type of a field: the one that is meant, and what its size is written as. */
export function typeMeant(name: string, known: Iterable<string>): MessageParameters {
  const names = [...known]
  const word = name.replace(/[\s([?!].*$/, '')
  const near = names.find(one => one.toLowerCase() === word.toLowerCase()) ?? typeElsewhere(name)
  if (near === undefined || near === name || !names.includes(near)) return choice(name, names)
  const [, size, scale] = /\(\s*(\d+)\s*(?:,\s*(\d+)\s*)?\)/.exec(name) ?? []
  const option = scale !== undefined ? `scale: ${scale}` : near.endsWith('text') && size ? `max: ${size}` : undefined
  return { name, near, ...(option && { write: `type: ${near}, ${option}` }) }
}

/** An unknown key: the one that is meant, what to do instead, a similar key or all. */
export function keyMeant(
  name: string,
  known: Iterable<string>,
  isWritten: (key: string) => boolean,
): MessageParameters {
  const names = [...known]
  const near = Object.hasOwn(keysElsewhere, name)
    ? keysElsewhere[name]?.find(one => names.includes(one) && !isWritten(one))
    : undefined
  if (near !== undefined) return { name, near }
  const found = choice(name, names)
  const instead = keysWithoutEquivalent.get(name)
  return instead && found['near'] === undefined ? { name, ...instead } : found
}

/** A transition between two states that is written as an arrow in other languages. */
export const arrow = /^(\w+)\s*(?:[-=~]*>|→|⇒|\bto\b|到)\s*(\w+)$/

/** An unknown word with the nearest known one, or with all known ones. */
export function choice(name: string, known: Iterable<string>): MessageParameters {
  const names = [...known]
  const near = nearestName(name, names)
  if (near !== undefined) return { name, near }
  const more = names.length - maxNames
  return { name, known: names.slice(0, maxNames).join(', '), ...(more > 0 && { more: String(more) }) }
}
