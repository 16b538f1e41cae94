import type { AnyFieldType } from '../../fields/field-type.ts'
import { codes, say, type Words } from '../wordings.ts'
import { describableTypes, fieldKeys, typeKeys } from './field.ts'
import type { Keys } from './key.ts'
import { actionKeys, lifecycleKeys, moveKeys } from './lifecycle.ts'
import { accessKeys, allowIfKeys, formGroupKeys, listKeys, menuKeys, resourceKeys, ruleKeys } from './resource.ts'
import { sample } from './sample.ts'
import { appKeys, dictionaryKeys, entryKeys, menuGroupKeys, mixinKeys, parameterKeys } from './small.ts'

/** Every table of keys by its heading on the page. */
export const headings: readonly (readonly [heading: string, keys: Keys])[] = [
  ['资源 resources/<module>/<name>.yaml', resourceKeys],
  ['菜单位置 menu', menuKeys],
  ['所有字段 fields.*', fieldKeys],
  ['规则 rules[]', ruleKeys],
  ['列表 list', listKeys],
  ['表单分组 form[]', formGroupKeys],
  ['生命周期 lifecycle', lifecycleKeys],
  ['步骤 lifecycle.moves.*', moveKeys],
  ['动作 actions.*', actionKeys],
  ['访问 access[]', accessKeys],
  ['编辑和删除的条件 allowIf', allowIfKeys],
  ['字典 dictionaries/<code>.yaml', dictionaryKeys],
  ['字典条目 entries.*', entryKeys],
  ['公共字段 mixins/<name>.yaml', mixinKeys],
  ['应用 app.yaml', appKeys],
  ['菜单组 menus.yaml', menuGroupKeys],
  ['参数 parameters.yaml', parameterKeys],
]

/** The reference page of the descriptor language, as Markdown. */
export function page(): string {
  return [
    opening,
    ...Object.entries(sample).map(([file, text]) => `\`${file}\`\n\n\`\`\`yaml\n${text}\`\`\`\n`),
    '## 键 · Keys\n\n带 * 的必填。 Those with * must be given.\n',
    ...headings.map(([heading, keys]) => `### ${heading}\n\n${tableOf(keys)}`),
    '## 字段类型 · Field types\n\n每种类型除了“所有字段”的键，还有自己的键。 Each has keys of its own beside those of every field.\n',
    ...[...describableTypes].map(
      ([name, type]) => `### ${name} ${type.title.zh} · ${type.title.en}\n\n${typeText(type)}`,
    ),
    expressions,
    problems(),
  ].join('\n')
}

const opening = `# 描述文件参考 · Descriptor reference

由 \`npm run generate\` 生成，请勿手改。 Written by \`npm run generate\` from the language itself; do not edit.

一个资源就是一个 YAML 文件：保存后，表、接口、权限和页面立即随之改变；写错了，会得到“文件:行:列”、错在哪里和怎么改。
A resource is one YAML file. Save it, and the table, endpoints, permissions and screens follow; problems are reported with
\`file:line:column\` and the correct form. In VS Code the first line of a file names its schema, and the editor
completes and checks while you type:

\`\`\`yaml
# yaml-language-server: $schema=../../schemas/resource.schema.json
\`\`\`

\`npm run generate -- --expand visit\` 显示一个资源补全默认值后的样子。 It shows a resource with all its defaults.

## 一个完整的例子 · A whole example
`

function tableOf(keys: Keys): string {
  const rows = Object.entries(keys).map(
    ([name, { help, example, required }]) =>
      `| \`${name}\`${required ? ' *' : ''} | ${cell(help.zh)} | ${cell(help.en)} | \`${cell(`${name}: ${example}`)}\` |`,
  )
  return ['| 键 Key | 说明 | Meaning | 例 Example |', '|---|---|---|---|', ...rows, ''].join('\n')
}

const cell = (text: string) => text.replaceAll('|', '\\|')

function typeText(type: AnyFieldType): string {
  const keys = typeKeys(type)
  const text = `${type.help.zh}。 ${type.help.en}\n`
  return Object.keys(keys).length === 0 ? text : `${text}\n${tableOf(keys)}`
}

const expressions = `## 表达式 · Expressions

规则、条件和计算都用 CEL 表达式。 Rules, conditions and computed values are expressions in CEL.

| 写法 | 含义 | Meaning |
|---|---|---|
| \`startDay\` | 本记录的字段 | a field of this record |
| \`it.siteId\` | 候选记录的字段，只在 \`where\` 里 | a field of the candidate, in \`where\` alone |
| \`input.summary\` | \`ask\` 问到的值，只在 \`set\` 里 | what \`ask\` collected, in \`set\` |
| \`me.id\` \`me.tenantId\` \`me.deptId\` \`me.roleIds\` \`me.sourceType\` \`me.ownerIds\` \`me.regionId\` | 当前用户，在 \`if\` \`allowIf\` \`set\` \`where\` \`rows\` 里 | the caller, in \`if\`, \`allowIf\`, \`set\`, \`where\` and \`rows\` |
| \`kind == 'planned'\` | 字典字段与条目名比较 | a dictionary field is compared with an entry's name |
| \`today()\` \`now()\` | 今天、现在 | today, this moment |
| \`daysBetween(a, b)\` \`a + 3\` | 相隔天数；日期加天数 | days from a to b; a day and so many more |
| \`now() - hours(3)\` | 三小时前 | three hours ago |
| \`items.sum(i, i.amount)\` \`size(items)\` | 明细求和、计数 | the sum and the count of lines |
| \`x == null\` \`x != null\` | 有没有值 | whether there is a value |
| \`&&\` \`\\|\\|\` \`!\` \`a ? b : c\` \`in\` | 且、或、非、二选一、属于 | and, or, not, one of two, is among |

**缺值 · Missing values.** 缺值使结果未知：筛选时未知的行不选中，规则遇未知放行，条件（\`if\`）遇未知拒绝。所以 \`x != "a"\` 不会选中没有值的行。
A missing value makes the answer unknown: a filter leaves unknown rows out, a rule lets them pass, a guard (\`if\`)
refuses. So \`x != "a"\` leaves out the rows that have no \`x\`.
`

function problems(): string {
  const rows = codes.map(code => {
    const { message } = say(code, blanks)
    return `| \`${code}\` | ${cell(message.zh)} | ${cell(message.en)} |`
  })
  return ['## 问题 · Problems\n', '| 代码 Code | 说明 | Message |', '|---|---|---|', ...rows, ''].join('\n')
}

/** A message without parameters: every placeholder is an ellipsis. */
const blanks: Words = new Proxy<Record<string, string>>({}, { get: () => '…' })
