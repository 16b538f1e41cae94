import { type Dictionary, type DictionaryColour, dictionaryColours } from '../../model/model.ts'
import { checkDictionaries } from '../checks/dictionaries.ts'
import type { Draft } from '../draft.ts'
import { formerNames, formerNamesKey } from '../former-names.ts'
import type { Kind } from '../kind.ts'
import { type Keys, mapOf, newKey, objectOf, refining, shared } from '../language/key.ts'
import { at, entriesOf, itemsOf, plain, plainAt, textOf } from '../tree.ts'
import { bilingual, byName } from '../workspace.ts'

/** The keys of an entry of a dictionary. */
export const entryKeys: Keys = {
  key: newKey(
    { anyOf: [{ type: 'string', minLength: 1, maxLength: 64 }, { type: 'integer' }] },
    '数据库和接口里的值，不含逗号；不写则是条目名',
    'The stored and transmitted value, without a comma. Default: the name of the entry.',
    '"1"',
  ),
  title: newKey(shared('bilingual'), '显示的文字', 'The text that is shown.', '{ zh: 计划内, en: Planned }', {
    required: true,
  }),
  aliases: newKey(
    {
      type: 'array',
      items: { type: 'string', minLength: 1, maxLength: 64 },
      minItems: 1,
      uniqueItems: true,
    },
    '别名：导入、粘贴和搜索时也认的写法，不显示',
    'Other spellings that imports, pasted cells and searches accept. They are not displayed.',
    '[月度计划, scheduled]',
  ),
  colour: newKey({ type: 'string', enum: [...dictionaryColours] }, '标签的颜色', 'The colour of the tag.', 'blue'),
  sealed: newKey(
    { type: 'boolean' },
    '停用：不再可选，已有的仍显示',
    'The entry is disabled: it cannot be selected any more, and is still shown in existing records.',
    'true',
  ),
  remark: newKey(
    { type: 'string', minLength: 1, maxLength: 200 },
    '备注：程序读取的附加值，例如流程分类的路由',
    'A value that programs read beside the title, such as the route of a category of processes.',
    'leave',
  ),
  renamedFrom: newKey(
    formerNamesKey.schema,
    '改名前的 key（没写 key 时是条目名）：已有数据、历史和筛选视图里的值随之改写；改过几次的写列表，最近的在前',
    'The former key of the entry (its former name if it had no `key`). Values in rows, history and saved views are migrated. After several renames, a list with the newest first.',
    formerNamesKey.example,
  ),
}

/** The keys of a dictionary's file. */
export const dictionaryKeys: Keys = {
  title: newKey(
    shared('bilingual'),
    '字典的名称',
    'The title of the dictionary.',
    '{ zh: 走访类别, en: Kind of visit }',
    { required: true },
  ),
  entries: newKey(
    { ...mapOf(objectOf(entryKeys)), minProperties: 1 },
    '条目，按此顺序显示；规则里写条目名。与引擎同名的字典在其基础上细化：改写同名条目的键，其余条目加在后面，不去掉任何条目',
    'The entries, in display order. Rules refer to them by name. A dictionary with the same name as a dictionary of the engine extends it: keys of entries with the same name are overwritten, other entries are appended, and no entry is removed.',
    '{ planned: { key: "1", title: { zh: 计划内, en: Planned } } }',
    { required: true },
  ),
  renamedFrom: formerNamesKey,
}

/** Lists of choices. */
export const dictionaryKind: Kind = {
  location: 'dictionaries/<code>.yaml',
  fileName: /^[a-z][a-zA-Z0-9_]*$/,
  schema: refining(objectOf(dictionaryKeys)),
  whole: objectOf(dictionaryKeys),
  sections: [
    ['字典 dictionaries/<code>.yaml', dictionaryKeys],
    ['字典条目 entries.*', entryKeys],
  ],
  check: checkDictionaries,
  build: ({ dictionaries }) => ({ dictionaries: byName(dictionaries, builtOnce) }),
}

// It is built of its file alone, and one that is not changed is compiled again.
const built = new WeakMap<Draft, Dictionary>()

function builtOnce(draft: Draft): Dictionary {
  const found = built.get(draft) ?? buildDictionary(draft)
  built.set(draft, found)
  return found
}

function buildDictionary({ name, root }: Draft): Dictionary {
  return {
    code: name,
    title: bilingual(at(root, 'title')) ?? { zh: name, en: name },
    ...formerNames(root),
    entries: entriesOf(at(root, 'entries')).map(({ key, value }) => {
      const colour = textOf(at(value, 'colour'))
      const aliases = itemsOf(at(value, 'aliases')).map(item => String(plain(item)))
      return {
        name: key,
        key: String(plainAt(value, 'key') ?? key),
        title: bilingual(at(value, 'title')) ?? { zh: key, en: key },
        ...(aliases.length > 0 && { aliases }),
        ...(colour !== undefined && { colour: colour as DictionaryColour }),
        sealed: plainAt(value, 'sealed') === true,
        ...(textOf(at(value, 'remark')) && { remark: String(textOf(at(value, 'remark'))) }),
        ...formerNames(value),
      }
    }),
  }
}
