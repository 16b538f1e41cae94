import { type RuleFaultCode, ruleFaultCodes, ruleFaultMessage } from '../rules/fault.ts'
import { type FaultText, type FaultWords, faultText, type Texts } from '../rules/fault-texts.ts'

/** Of something that has no effect where it is written. */
const unused = (zh: string, en: string): Texts => [
  `“$name”在这里不起作用：${zh}。 → 去掉 $name。`,
  `"$name" has no effect here: ${en}. → Remove $name.`,
]

/** Of a key of something for which it has no effect. */
const unusedKey = (zh: string, en: string): Texts => [
  `“$name”不能有 $key：${zh}。 → 去掉 $key。`,
  `"$name" cannot have \`$key\`: ${en}. → Remove \`$key\`.`,
]

/** Of a name that another part has. */
const taken = (zh: string, en: string): Texts => [
  `${zh}“$name”已在 $other 中使用。 → 换一个，或去掉其中一个。`,
  `The ${en} "$name" is already used in $other. → Choose another one, or remove one of the two.`,
]

/** All problems of descriptors. Codes never change meaning; tests and docs cite them. */
const table = {
  // Files and YAML
  'file.misplaced': [
    '文件“$file”的位置不对，不会被读取。 → 读取的位置：$known。',
    'The file "$file" is not in a folder that is read. → Files are read from: $known.',
  ],
  'file.name': [
    '文件或文件夹名“$name”不合规则。 → 小写字母开头，只含字母和数字（字典编号还可用下划线），例：siteVisit、visit_kind',
    'A file or folder cannot be named "$name". → Begin with a lower-case letter and use only letters and digits (in dictionaries also underscores), such as siteVisit, visit_kind.',
  ],
  'file.encoding': [
    '文件的编码是 $encoding，不是 UTF-8。 | 文件不是 UTF-8 编码的文字。 → 用编辑器另存为 UTF-8，或从备份恢复。',
    'The file is encoded in $encoding, not in UTF-8. | The file is not UTF-8 text. → Save it as UTF-8 in an editor, or restore it.',
  ],
  'file.extension': [
    '文件“$file”的扩展名不是 .yaml。 → 改名为 $right。',
    'The extension of the file "$file" is not .yaml. → Rename it to $right.',
  ],
  'file.similar': [
    '“$file”不会被读取。 → 是否应改名为“$right”？',
    '"$file" is not read. → Did you mean "$right"? Then rename it.',
  ],
  'file.unknown': [
    '“$file”里的描述文件不会被读取。 → 应用由这些组成：$known。',
    'The descriptors of "$file" are not read. → An app consists of: $known.',
  ],
  'file.empty': [
    '文件是空的。 → 写上内容，例：$line；不需要这个文件就删去它。',
    'The file is empty. → Write its content, such as $line, or remove the file.',
  ],
  'file.too-large': [
    '文件“$file”太大。 → 描述文件不能超过 $limit MB。',
    'The file "$file" is too large. → A descriptor may have at most $limit MB.',
  ],
  'file.unreadable': [
    '文件“$file”无法读取（$fault）。 → 请给运行服务的用户读取权限；不是普通文件的，换成普通文件或删除。',
    'The file "$file" cannot be read ($fault). → Allow the user of the server to read it. Replace or remove what is not a regular file.',
  ],
  'yaml.syntax': [
    'YAML 写法有误：这里多出了内容。 → 检查缩进、括号、引号和冒号后的空格。',
    'Invalid YAML: unexpected content. → Check indentation, brackets, quotes, and the space after each colon.',
  ],
  'yaml.bracket-extra': [
    '多了一个“$found”。 → 去掉它，或补上前面缺少的左括号。',
    'There is an extra "$found". → Remove it, or add the opening bracket before it.',
  ],
  'yaml.bracket-open': [
    '“$found”没有闭合，这里缺少“$write”。 → 在这里写上“$write”。',
    'A "$write" is missing here: the "$found" before it is not closed. → Write "$write" here.',
  ],
  'yaml.colon': [
    '“$name”后面缺少冒号。 → 写成“$name: 值”。',
    'The colon after "$name" is missing. → Write `$name: <value>`.',
  ],
  'yaml.colon-in-text': [
    '文字里的冒号被当成了键的结尾。 → 给这段文字加引号。',
    'The colon in the text was read as the end of a key. → Quote the text.',
  ],
  'yaml.colon-space': [
    '“$name:”后面缺少空格。 → 冒号后面写一个空格：$name: 值',
    'The space after "$name:" is missing. → Write a space after the colon: $name: <value>',
  ],
  'yaml.comma': [
    '这里缺少逗号。 → 括号里的各项用英文逗号加空格分开。',
    'A comma is missing here. → Separate the items inside brackets with a comma and a space.',
  ],
  'yaml.comment': [
    '“#”从这里开始了注释，后面的“$write”不起作用。 → 去掉 #，或给含 # 的文字加引号。',
    'The "#" begins a comment, so the "$write" after it has no effect. → Remove the #, or quote the text that contains it.',
  ],
  'yaml.control': [
    '文件里有控制字符 $found。 → 请删去它；如果整个文件都是乱码，请从备份恢复。',
    'The file contains the control character $found. → Remove it. If the whole file is damaged, restore it.',
  ],
  'yaml.dash': [
    '带“- ”的各项之间有一项没有“- ”。 → 在这一项前面写上“- ”；如果它属于上一项，请缩进 $expected 个空格。',
    'An entry without a dash is among entries with dashes. → Write "- " before it. If it belongs to the entry above, indent it by $expected spaces.',
  ],
  'yaml.dash-space': [
    '“-”后面缺少空格。 → “-”后面写一个空格：- 值',
    'The space after "-" is missing. → Write a space after the dash: - <value>',
  ],
  'yaml.deep': [
    '嵌套太深。 → 最多嵌套 $limit 层。',
    'The nesting is too deep. → Maps and lists are nested at most $limit levels deep.',
  ],
  'yaml.equals': [
    '键和值之间写了等号。 → 改成冒号加空格。',
    'The key and the value are separated by an equals sign. → Write a colon and a space instead.',
  ],
  'yaml.full-width': [
    '“$found”是中文标点，YAML 不认。 → 改成半角的 $write',
    'The full-width "$found" has no meaning in YAML. → Write $write instead.',
  ],
  'yaml.indent': [
    '这一行缩进了 $found 个空格，同级的行是 $expected 个。 → 缩进 $expected 个空格，它属于 $under。 | 缩进 $expected 个空格。',
    'The line is indented by $found, the lines of its level by $expected spaces. → Indent it by $expected, below `$under`. | Indent it by $expected.',
  ],
  'yaml.quote-braces': [
    '括号里的文字含有“$found”，却没有加引号。 → 给整段文字加引号，例：pattern: "ZG{0000}"',
    'A text inside brackets contains "$found" and is not quoted. → Quote the whole text, such as pattern: "ZG{0000}".',
  ],
  'yaml.quote-comma': [
    '括号里的文字含有英文逗号，却没有加引号，被分成了几项。 → 加上引号：$quoted',
    'A text inside brackets contains a comma and is not quoted, so it was divided into items. → Quote the text: $quoted',
  ],
  'yaml.quote-inside': [
    '引号 $found 在这里结束了文字，后面还有内容。 → 文字里的引号写成 $write，或换一种引号。',
    'The quote $found ends the text here, but it continues. → Write $write for a quote inside the text, or use the other quotes around it.',
  ],
  'yaml.quote-open': [
    '引号 $found 没有结束。 → 在文字末尾写上 $found',
    'The quote $found is not closed. → Write $found at the end of the text.',
  ],
  'yaml.quote-start': [
    '以“$found”开头的文字没有加引号。 → 给整段文字加引号，例：pattern: "[A-Z]+"',
    'A text that begins with "$found" needs quotes. → Quote the whole text, such as pattern: "[A-Z]+".',
  ],
  'yaml.space': [
    '字符 $found:space不是普通的空格。 → $remove?删去它；看不见时，把这个词重新输入一遍。 | 换成普通的空格。',
    'The character $found:space is not a space. → $remove?Delete it. If it is invisible, type the word again. | Replace it with a space.',
  ],
  'yaml.tab': [
    '缩进用了制表符。 → 换成空格，每级两个。',
    'The line is indented with a tab. → Replace it with spaces, two for each level.',
  ],
  'yaml.unstorable': [
    '文字里有 PostgreSQL 不能保存的字符 $found。 → 删去它的转义写法，如 \\0、\\ud800。',
    'The text contains $found, a character that PostgreSQL cannot store. → Remove its escape, such as \\0 or \\ud800.',
  ],
  'yaml.key-twice': ['“$name”写了两次。 → 只保留一个。', '"$name" is defined twice. → Keep one of them.'],
  'yaml.alias': [
    '不支持锚点、别名和标签（$name）。 → 把内容写在这里，或放进 mixins/ 公用；以 & * ! 开头的文字请加引号。',
    'Anchors, aliases and tags are not supported ($name). → Repeat the content here, or share it in mixins/. Quote a text that begins with &, * or !.',
  ],

  // Keys and values
  'key.unknown': ['这里没有“$name”这个键。', 'There is no key "$name" here.'],
  'key.indent': [
    '“$name”属于 $under，不在这一级。 → 缩进它，放到 $under 下面。',
    '"$name" belongs below `$under`, not on this level. → Indent it below `$under`.',
  ],
  'key.outdent': [
    '“$name”不属于 $under，是最外层的键。 → 去掉它和它下面各行的缩进。',
    '"$name" is a key of the top level, not of `$under`. → Remove its indentation, and that of the lines below it.',
  ],
  'number.comma': [
    '逗号把数字分成了两项。 → 数字不写千位分隔符，例：1000',
    'The comma divides the number into two items. → Write numbers without separators, such as 1000.',
  ],
  'key.missing': ['缺少“$name”。 → 请在这里写上它，例：$line', '"$name" is missing. → Add it here, for example: $line'],
  'value.missing': [
    '这里没有写值，应为$expected:either。 → 例：$line',
    'The value is missing; expected $expected:either. → For example: $line',
  ],
  'value.comment': [
    '“#”从这里开始了注释，所以没有值。 → 加上引号：$quoted',
    'The "#" begins a comment, so the value is missing. → Quote it: $quoted',
  ],
  'value.type': [
    '这里应为$expected:either，却是$found:types。 → 写成 $example | 加上引号：$quoted | $zh。例：$line | 例：$line',
    'Expected $expected:either, found $found:types. → Write $example | Quote it: $quoted | $en For example: $line | For example: $line',
  ],
  'value.choice': ['“$name”不在可选值之中。', '"$name" is not one of the choices.'],
  'value.form': ['“$value”的格式不对。 → 例：$example', '"$value" has the wrong format. → For example: $example'],
  'value.code': [
    '没有加引号，会被读成数字 $value，与所写的不同。 → 加上引号：$quoted',
    'Without quotes it is read as the number $value, which is not what is written. → Quote it: $quoted',
  ],
  'value.day': [
    '没有“$value”这一天。 → 这个月的最后一天是 $example。',
    'The day "$value" does not exist. → The last day of this month is $example.',
  ],
  'value.empty': [
    '这里不能为空。 → 请写上内容，或删去这个键。',
    'The value cannot be empty. → Write a value, or remove the key.',
  ],
  'value.long': ['太长，最多 $limit 个字符。', 'The value is too long: at most $limit characters.'],
  'value.small': ['不能小于 $limit。', 'The value cannot be less than $limit.'],
  'value.large': ['不能大于 $limit。', 'The value cannot be greater than $limit.'],
  'list.item-twice': [
    '列表里“$name”出现了两次。 → 只保留一个。',
    '"$name" occurs twice in this list. → Keep one of them.',
  ],
  'text.language-missing': [
    '缺少语言 $name 的文字。 → 写成 { zh: 中文, en: English }',
    'The text in the language $name is missing. → Write { zh: 中文, en: English }',
  ],
  'text.comma': [
    '逗号截断了文字，“$name”被当成了另一个键。 → 写成 $write | 加上引号：$quoted',
    'The comma ended the text, so "$name" was read as a key. → Write $write | Quote the text: $quoted',
  ],
  'title.missing': [
    '“$name”没有标题。 → 写 title: { zh: 中文, en: English }，或在 titles.yaml 里给这个名称写标题。',
    '"$name" has no title. → Write title: { zh: 中文, en: English }, or add the name to titles.yaml.',
  ],

  // Names
  'name.form': [
    '“$name”不能作名称。 → 小写字母开头，只含字母和数字，例：$write | 小写字母开头，只含字母和数字，例：startDay',
    '"$name" cannot be a name. → Begin with a lower-case letter and use only letters and digits, such as $write. | Begin with a lower-case letter and use only letters and digits, such as startDay.',
  ],
  'name.reserved': [
    '“$name”是系统保留的名称。 → $given?每条记录本来就有它：删去这个字段，或换一个名称。 | 请换一个名称。',
    'The name "$name" is reserved. → $given?Every record has it already: remove the field, or choose another name. | Choose another name.',
  ],
  'name.long': [
    '“$name”太长。 → 在数据库里不能超过 $limit 个字符。',
    'The name "$name" is too long. → In the database it may have at most $limit characters.',
  ],
  'renamed-from.present': [
    '“$name”仍然存在，不能是曾用名。 → 改名后请删去旧名称；没有改名则删去 renamedFrom。',
    '"$name" still exists, so it cannot be a former name. → Remove the old name, or remove `renamedFrom` if nothing was renamed.',
  ],
  'renamed-from.twice': [
    '“$name”已经是“$other”的曾用名。 → 一个曾用名只能写在一处，请删去其中一个。',
    '"$name" is already a former name of "$other". → A former name belongs to one part only; remove it from the other.',
  ],

  // Resources and references
  'resource.unknown': ['没有名为“$name”的资源。', 'There is no resource "$name".'],
  'resource.name-twice': [
    '资源“$name”已在 $other 中定义。 → 不同模块的资源也不能同名，大小写不同也不行：请改名，或删去一个文件。',
    'The resource "$name" is already defined in $other. → Names must be unique across all modules, ignoring case: rename or remove one of the files.',
  ],
  'resource.code-twice': taken('权限码', 'permission code'),
  'resource.path-twice': taken('页面地址', 'path'),
  'dialect.path-twice': taken('接口路径', 'path'),
  'resource.columns': [
    '资源有 $count 个存储的字段。 → PostgreSQL 的表最多容纳 $limit 个，请分成几个资源。',
    'The resource has $count stored fields. → A PostgreSQL table can have at most $limit: split it into several resources.',
  ],
  'resource.fields-missing': [
    '资源至少要有一个字段。 → 写 fields，或用 mixins 引入公共字段。',
    'A resource requires at least one field. → Write `fields`, or include a mixin with `mixins`.',
  ],
  'dictionary.unknown': ['没有编号为“$name”的字典。', 'There is no dictionary "$name".'],
  'dictionary.entry-unknown': ['字典里没有“$name”。', 'The dictionary has no entry "$name".'],
  'dictionary.entry-sealed': [
    '“$name”不能停用：$other 的初始值、默认值或流转会用到它。 → 先改那里的值，或去掉 sealed。',
    '"$name" cannot be sealed: it is an initial value, a default or the result of a transition of $other. → Change the value there first, or remove `sealed`.',
  ],
  'dictionary.alias-taken': [
    '别名“$name”已是另一个条目的键值、名称或别名。 → 一种写法只能属于一个条目。',
    'The alias "$name" is already the key, title, name or alias of another entry. → A spelling must belong to one entry only.',
  ],
  'dictionary.key-twice': [
    '键值“$name”已被另一个条目使用。 → 每个条目的键值须不同。',
    'The key "$name" is already used by another entry. → Give each entry a unique key.',
  ],
  'dictionary.key-comma': [
    '键值“$name”含有逗号。 → 查询和列表里用逗号分隔键值，请换一个。已有数据用了它的，再写 renamedFrom: "$name"，数据随之改写。',
    'The key "$name" contains a comma. → Commas separate the keys in queries and lists. Choose another key, and if rows contain this one, also write renamedFrom: "$name", which migrates them.',
  ],
  'dictionary.title-twice': [
    '条目“$other”的名称也是“$name”。 → 换一个名称，或停用其中一个（sealed: true）。',
    'The title "$name" is also the title of the entry "$other". → Change a title, or seal one of the two (sealed: true).',
  ],
  'dictionary.unused': [
    '没有字段使用字典“$name”。 → 在字段上写 { type: dictionary, of: $name }，或删去文件。',
    'No field uses the dictionary "$name". → Write { type: dictionary, of: $name } on a field, or remove the file.',
  ],
  'mixin.unknown': ['没有名为“$name”的公共字段。', 'There is no mixin "$name".'],
  'icon.unknown': [
    '没有名为“$name”的图标。 → 图标名写小写英文和短横线，如 map-pin，见 lucide.dev/icons。',
    'There is no icon "$name". → Write the name of a Lucide icon, such as map-pin; all are listed at lucide.dev/icons.',
  ],
  'menu.unknown': ['没有名为“$name”的菜单组。', 'There is no menu group "$name".'],
  'menu.cycle': [
    '菜单组“$name”在自己的下级里。 → 修改 under，使上级不再回到它自己。',
    'The menu group "$name" is under itself. → Change `under` so that its parents do not lead back to it.',
  ],
  'menu.deep': [
    '菜单组“$name”太深：菜单组最多 $limit 级。 → 把它放到更高的一级；顶部菜单也算一级。',
    'The menu group "$name" is too deep: groups are nested at most $limit levels deep. → Move it to a higher level. A top menu is a level too.',
  ],
  'menu.top-under': [
    '顶部菜单“$name”不能有上级。 → 去掉 top 或 under。',
    'The top menu "$name" cannot have a parent. → Remove `top` or `under`.',
  ],
  'role.code-unknown': ['没有权限编码“$name”。', 'There is no permission code "$name".'],
  'role.menu-unknown': ['菜单里没有“$name”。', 'The menu has no entry "$name".'],
  'role.unknown': [
    'roles.yaml 没有声明角色“$name”。 → 请在 roles.yaml 中声明：$name: { title: { zh: …, en: … } }。已有：$known。',
    'roles.yaml declares no role "$name". → Declare it in roles.yaml: $name: { title: { zh: …, en: … } }. Declared: $known.',
  ],
  'role.reserved': [
    '角色 $name 每个系统都有，拥有全部权限，不能声明。 → 换一个别名。',
    'Every installation has the role $name, with every right: it cannot be declared. → Choose another alias.',
  ],
  'role.case': [
    '角色别名“$name”与“$other”只有大小写不同。 → 换一个别名。',
    'The role "$name" differs from "$other" only in case. → Choose another alias.',
  ],
  'path.reserved': [
    '页面地址“$name”是保留的。 → 地址不能以 /api、/assets、/health、/image-api、/operations、/403、/404、/500 开头，也不能以 create、import、bin、show 或数字结尾。',
    'The path "$name" is reserved. → A path cannot begin with /api, /assets, /health, /image-api, /operations, /403, /404 or /500, nor end in create, import, bin, show or a number.',
  ],
  'brand.mark-type': [
    '标志“$name”不是 SVG 或 PNG 文件。 → 把 .svg 或 .png 文件放在 app.yaml 旁边，只写文件名，例：mark: mark.svg',
    'The mark "$name" is not an SVG or PNG file. → Put an .svg or .png file next to app.yaml and write its name without a folder, such as mark: mark.svg.',
  ],
  'brand.mark-missing': [
    'app.yaml 旁边没有文件“$name”。 → 可用：$known。 | 把图片放在 app.yaml 的文件夹里。',
    'There is no file "$name" next to app.yaml. → Known: $known. | Put the image in the folder of app.yaml.',
  ],
  'brand.mark-large': [
    '标志文件“$name”超过 100 KB。 → 缩小图片，或改用 SVG。',
    'The mark "$name" is larger than 100 KB. → Reduce the image, or use an SVG file.',
  ],
  'brand.mark-unreadable': [
    '标志文件“$name”无法读取。 → 换成服务可以读取的普通文件。',
    'The mark "$name" cannot be read. → Replace it with a regular file that the server can read.',
  ],
  'brand.mark-content': [
    '文件“$name”的内容与扩展名不符。 → SVG 文件以 <svg> 开头，是 UTF-8 编码；PNG 请用图片软件另存。',
    'The content of "$name" does not match its extension. → An SVG file begins with <svg> and is encoded in UTF-8; export a PNG file again.',
  ],
  'brand.colour-unknown': [
    '没有颜色“$value”。 → 按 #RRGGBB 写，并加引号，例："#1FA99A"',
    'There is no colour "$value". → Write it as #RRGGBB in quotes, such as "#1FA99A".',
  ],
  'brand.contrast-low': [
    '白字在“$value”上的对比度只有 $found : 1，看不清。 → 至少 $least : 1，例："$dark"',
    'White text on "$value" has a contrast of only $found : 1. → It needs at least $least : 1, such as "$dark".',
  ],
  'page.path-twice': taken('页面地址', 'path'),
  'page.screen-or-link': [
    '页面“$name”须有 screen 或 link，只能有一个。 → 手写页面写 screen: 名称，外部网站写 link: https://…。',
    'The page "$name" requires either `screen` or `link`. → Write `screen: Name` for a hand-written screen, `link: https://…` for another site.',
  ],
  'page.link-unsafe': [
    '“$value”不能作为链接。 → 写完整的 http 或 https 地址，不含用户名，例：https://maps.example.cn/',
    '"$value" cannot be a link. → Write a complete http or https address without a user name, such as https://maps.example.cn/.',
  ],
  'page.platform-anyone': [
    '无需登录的页面没有租户，不能写 platform: true。 → 去掉 platform，或把 code 改为 signedIn 或一个权限码。',
    'A page for everyone has no tenant, so it cannot have platform: true. → Remove `platform`, or set `code` to signedIn or a permission code.',
  ],
  'page.code-unknown': [
    '没有权限码“$name”。 → 写资源的权限码，如 visit_view，或页面自己的、以 _view 结尾的权限码。',
    'There is no permission code "$name". → Write the code of a resource, such as visit_view, or a code of the page itself that ends in _view.',
  ],

  // Charts and boards
  'chart.unknown': ['没有名为“$name”的图表。', 'There is no chart "$name".'],
  'chart.field': [
    '图表不能按“$name”分组或筛选。 → 用有一个值的字段；个人信息、引用人员和多值的字段不行。',
    'A chart cannot be grouped or narrowed by "$name". → Use a field with one value that is neither personal nor refers to persons.',
  ],
  'chart.unit': [
    '“$name”不能取“$unit”。 → 日期和时间字段可加 day、week、month、quarter、year、weekday；时间还可加 hour、hourOfDay。',
    '"$name" has no "$unit". → Days and times have day, week, month, quarter, year and weekday; times also hour and hourOfDay.',
  ],
  'chart.level': ['没有名为“$name”的级别。', 'There is no level "$name".'],
  'chart.search': [
    '“$value”不是这个字段的默认值。 → 写 all；日期和时间写 30 days、12 weeks、12 months、today、week、month 或 year；其他写它的值。',
    '"$value" is not a default of this field. → Write `all`; of a day or time 30 days, 12 weeks, 12 months, today, week, month or year; otherwise a value.',
  ],
  'chart.measure': [
    '“$name”不能对一组记录计算。 → 可用：count()、count(条件)、distinct(表达式)、sum(数字)、avg(数字)、min(字段)、max(字段)、share(条件)、ratio(count(条件),count(条件))',
    '"$name" cannot be computed for a group of records. → Available: count(), count(condition), distinct(expression), sum(number), avg(number), min(field), max(field), share(condition), ratio(count(condition), count(condition)).',
  ],
  'chart.kind': [
    '这些分组和数值不能画成 $name。 → figure 没有分组；share、donut 一个分组；bars、columns 一个分组，可有 split；stack 一个分组和 split；line 按时间；heat 两个分组，或一个分组和 split；map 按树的一级；calendar 按 .day；list 没有分组，有 columns。share、donut、stack 的第一个数值是 count 或 sum。',
    'These groups and measures cannot be drawn as $name. → figure has no group; share and donut have one; bars and columns have one, also with `split`; stack has one and `split`; line has a time; heat has two, or one and `split`; map has a level of a tree; calendar has `.day`; list has no group but `columns`. The first measure of share, donut and stack is a count or a sum.',
  ],
  'chart.sort': ['没有名为“$name”的数值。', 'There is no measure "$name".'],
  'chart.compare': [
    'search 里没有时间字段，不能比较。 → 例：search: { startDay: 30 days }',
    'Without a day or time in `search` there is nothing to compare with. → For example: search: { startDay: 30 days }',
  ],
  'chart.target': ['没有名为“$name”的参数。', 'There is no parameter "$name".'],
  'board.tile': [
    '每块须有 chart、figure、table、work、add 或 part，只能有一个；part 可另有 chart。 → 例：{ chart: visitKinds }',
    'A tile has one of `chart`, `figure`, `table`, `work`, `add` and `part`; with `part` also a `chart`. → For example: { chart: visitKinds }',
  ],
  'board.joined': [
    '“$name”不能合进这张表。 → 各图表须有一个相同的分组，数值的名称各不相同。',
    '"$name" cannot be joined to this table. → The charts have one group, the same, and measures with different names.',
  ],
  'board.tiles': [
    '看板须有 tiles；as: screen 的看板可以改写 scenes。 → 例：tiles: { kinds: { chart: visitKinds } }',
    'A board has `tiles`; one with `as: screen` may have `scenes` instead. → For example: tiles: { kinds: { chart: visitKinds } }',
  ],
  'board.each': [
    '“$name”不是这一场景的图表用来筛选的、引用树的字段。',
    'No chart of this scene is narrowed by "$name" as a reference to a tree.',
  ],
  'board.figure': [
    '图表“$name”有分组，不是一个数字。 → 单独写成一块：{ chart: $name }',
    'The chart "$name" has groups and is no figure. → Write a tile of its own: { chart: $name }',
  ],
  'board.home': ['没有名为“$name”的角色或用户类别。', 'There is no role or kind of user "$name".'],
  'board.home-alone': unused('没有地址的首页不用它', 'a first page without an address does not use it'),
  'board.step': ['没有名为“$name”、由用户执行的步骤。', 'There is no step "$name" that users run.'],
  'board.chart-twice': [
    '图表“$name”在这个看板里用了两次。 → 只保留一块；需要另一种筛选时，另写一个图表。',
    'The board has the chart "$name" twice. → Keep one tile. For another search, write another chart.',
  ],
  'board.tile-unknown': ['没有名为“$name”的块。', 'There is no tile "$name".'],
  'board.search': ['没有一个图表能按“$name”筛选。', 'No chart of the board can be narrowed by "$name".'],

  // Fields
  'field.type-unknown': ['没有名为“$name”的字段类型。', 'There is no field type "$name".'],
  'field.unknown': ['没有名为“$name”的字段。', 'There is no field "$name".'],
  'field.refined-type': [
    '字段“$name”的类型已由 $other 决定。 → 去掉 type，只写要改的键；如果是另一个字段，请改名。',
    'The type of the field "$name" is determined by $other. → Remove `type` and write only the keys that change; rename the field if it is a different one.',
  ],
  'mixin.role-twice': [
    '角色“$name”的访问规则在 $other 里也有。 → 只在一处写；要不同的规则，就写在资源里。',
    'The mixin $other has access rules for the role "$name" too. → Keep one of them; rules of the resource itself replace those of its mixins.',
  ],
  'access.twice': [
    '角色“$name”有两条规则都允许“$operation”。 → 合并成一条，用 || 连接行条件。',
    'Two rules allow "$operation" to the role "$name". → Combine them into one, with || between the row conditions.',
  ],
  'field.name-twice': taken('字段', 'field'),
  'field.name-taken': [
    '“$name”已被占用：引用字段“$other”的显示名用这个名称返回。 → 请换一个名称。',
    '"$name" is taken: the display text of the reference "$other" is returned under this name. → Choose another name.',
  ],
  'parameter.value-or-values': [
    '参数“$name”要么有一个值，要么有按日期的值。 → 写 value 或 values，不要两个都写。',
    'The parameter "$name" has either one value or dated values. → Write `value` or `values`, not both.',
  ],
  'parameter.unfit': [
    '“$value”不是 $type 类型的值。 → 不加引号：$write | 改正这个值，或改 type。',
    '"$value" is not a value of the type $type. → Write it without quotes: $write | Correct the value, or change `type`.',
  ],
  'parameter.day-twice': [
    '参数“$name”在 $value 有两个值。 → 只保留一个。',
    'The parameter "$name" has two values from $value. → Keep one of them.',
  ],
  'default.unfit': [
    '“$value”不是这个字段的有效值。 → 请写 $write | 写“$of”的记录的 ID，并加引号（"12"）；或返回这种记录的表达式，例：引用用户时写 me.id。 | 写一个能填进这个字段的值；字典字段写条目的名称。',
    '"$value" is not a valid value of this field. → Write $write | Write the ID of a record of "$of" in quotes ("12"), or an expression that returns one, such as me.id for a user. | Write a value that the field accepts; for a dictionary, the name of an entry.',
  ],
  'default.other-record': [
    '默认值不能经过“$text”读取别的记录。 → 取用户的值时，把该字段声明在 bladeUser 上。',
    'A default cannot read another record through "$text". → To read a value of the user, declare the field on bladeUser.',
  ],
  'default.reads': [
    '默认值不能读取“$name”。 → 操作的输入的默认值只能用 now()、today() 和 me.，例：today() + 7、me.id。',
    'A default cannot read "$name". → The default of an input of a step can only use now(), today() and me., such as today() + 7 or me.id.',
  ],
  'compute.master-lines': [
    '子表的值不能由“$master”的“$name”计算，它本身由子表计算。 → 改为读取主表中录入的字段。',
    'A value of a line cannot be computed from "$name" of "$master", which is computed from the lines. → Read a field of the master that is entered.',
  ],
  'default.literal': [
    '“$name”的默认值是文字，按原样存储，不会计算。 → 要算出文字，写 compute；默认值里的表达式只能是“引用.字段”或“me.字段”，例：productId.unit。',
    'The default of "$name" is a text, which is stored as written, not evaluated. → Write `compute` for a computed text. As a default of a text, only <reference>.<field> and me.<field> are expressions, such as productId.unit.',
  ],
  'default.self': [
    '“$name”的默认值读取它自己。 → 默认值可以读取本记录的其他字段和引用的记录，例：productId.unitPrice。',
    'The default of "$name" reads the field itself. → It can read other fields of the record and records that it refers to, such as productId.unitPrice.',
  ],
  'default.reference': [
    '这是“$found”的记录，不是“$of”的记录。 | 这不是“$of”的记录。 → $found?引用用户的字段可以写 me.id。 | 请写引用“$of”的字段，或写一条记录的 ID 并加引号。',
    'This is a record of "$found", not of "$of". | This is not a record of "$of". → $found?A field that refers to users can use me.id. | Write a field that refers to "$of", or the ID of a record in quotes.',
  ],
  'option.unfit': ['“$key”的值无效。 → $zh', 'The value of "$key" is invalid. → $en'],
  'column.unfit': [
    '“$name”不能作列表的列。 → 明细和密码不在列表里显示。',
    '"$name" cannot be a column of a list. → Lists show neither lines nor passwords.',
  ],
  'column.no-clock': [
    '没有可以倒计时的期限。 → 请在 lifecycle 里写 due 或 opens，如 due: { issued: deadline }。',
    'There is no deadline to count down to. → Declare `due` or `opens` of the lifecycle, such as `due: { issued: deadline }`.',
  ],
  'due.unfit': [
    '“$text”不是由记录决定的日期或时间。 → 请写一个 date 或 datetime 字段，或由它们算出的表达式，例如 handledAt + days(3)，不读 today() 和 now()。',
    '"$text" is not a date or time of the record. → Write a field of type date or datetime, or an expression over such fields without today() and now(), for example handledAt + days(3).',
  ],
  'opens.unfit': [
    '“$name”不是日期或时间。 → 请写一个 date 或 datetime 字段。',
    '"$name" is neither a date nor a time. → Name a field of type date or datetime.',
  ],
  'search.unfit': [
    '“$name”不能用来搜索。 → 它没有存储，或它的类型没有比较方式；计算字段可写 stored: true。',
    '"$name" cannot be searched. → It is not stored, or its type has no search operators; for a computed field, write stored: true.',
  ],
  'unique.during': [
    '“$name”不构成一个时间段。 → 请写两个类型相同的 date、datetime 或 time 字段，先开始后结束，例如 during: [startDay, endDay]。',
    '"$name" is not a period. → Name two fields of the same type, date, datetime or time: first the start, then the end, for example during: [startDay, endDay].',
  ],
  'unique.where': [
    "“$text”不能限定哪些记录之间不可重复。 → 只用 == != < <= > >= ! && || in 比较本记录存储的字段和固定值，不用函数和其他记录的字段，例如 state != 'done'。",
    '"$text" cannot decide among which records values are unique. → Compare stored fields of the record with constants, using == != < <= > >= ! && || in, without functions or fields of other records, for example state != \'done\'.',
  ],
  'sort.unfit': [
    '“$name”不能用来排序。 → 选一个会存储、能比较大小的字段，如文字、数字或日期。',
    '"$name" cannot be used for sorting. → Choose a stored field whose values have an order, such as a text, a number or a date.',
  ],
  'display.unfit': [
    '“$name”不能代表一条记录。 → 选一个文本、编号或其他简单的字段。',
    '"$name" cannot be the display field. → Choose a text, a number or another plain field.',
  ],
  'state.unfit': [
    '“$name”不能表示记录的状态。 → 选一个单选的字典字段；有生命周期时状态就是它的字段，不必写 state。',
    '"$name" cannot be the state of a record. → Choose a dictionary field with a single value. With a lifecycle, omit `state`: it is the field of the lifecycle.',
  ],
  'form.unfit': [
    '“$name”由系统生成，不能放进表单。 → 从表单里去掉它。',
    '"$name" is set by the system and cannot be in a form. → Remove it from the form.',
  ],
  'index.unfit': unusedKey('它没有可比较的列', 'it has no column with comparable values'),
  'stored.idle': [
    'stored 只和 compute 一起用。 → 写上 compute，或删去 stored。',
    '`stored` is only for computed fields. → Write `compute` as well, or remove `stored`.',
  ],
  'keep.unfit': [
    '“$name”不能写 keep。 → keep 只用于由人填写、会存储、不要求唯一的字段，明细和只读资源没有。',
    '"keep" is not allowed for "$name". → Use it for stored fields that users enter and that are not unique; not in lines and read-only resources.',
  ],
  'compute.stored-clock': [
    '“$name”存储计算结果，不能读取 today() 或 now()：存下的值不会随时间更新。 → 请去掉 stored: true，读取时再计算。',
    '"$name" stores its value, which does not follow the clock: it cannot read today() or now(). → Remove "stored: true", so that it is computed when it is read.',
  ],
  'compute.stored-other': [
    '“$name”存储计算结果，只能经过本记录或其明细的引用字段读取本租户的记录：否则存下的值不会随那条记录更新。 → 请去掉 stored: true，读取时再计算；或用 copy 在选择时复制该值。',
    '"$name" stores its value, which follows only records of the tenant that a reference field of the record or of its lines names. → Remove "stored: true", so that it is computed when it is read, or copy the value with `copy` when the record is chosen.',
  ],
  'compute.related-line': [
    '“$name”在明细里，不能存储由相关记录算出的值。 → 请去掉 stored: true，读取时再计算。',
    '"$name" is a field of lines, which do not store values of related records. → Remove "stored: true", so that it is computed when it is read.',
  ],
  'compute.related-only': [
    '“$name”存储由相关记录算出的值，只能读取这些记录，不能读取本记录的字段、明细、绑定或别的记录。 → 把其余的计算写进另一个计算字段，由它读取本字段。',
    '"$name" stores a value of related records: it may read only those, and not fields, lines or binds of the record or other records. → Compute the rest in another field that reads this one.',
  ],
  'compute.related-shared': [
    '“$name”存储由“$of”记录算出的值，两个资源须同为各租户共享，或同为各租户自有。 → 请去掉 stored: true，读取时再计算。',
    '"$name" stores a value of records of "$of": both resources must be shared by all tenants, or neither. → Remove "stored: true", so that it is computed when it is read.',
  ],
  'compute.related-where': [
    '“$name”存储由“$list”算出的值，“$list”的 where 只能读取相关记录和本记录填写的字段，不能读取时间、参数或别的记录。 → 改写 where，或去掉 stored: true，读取时再计算。',
    '"$name" stores a value of "$list", whose `where` may read only the related record and entered fields of this one: not the clock, a parameter or other records. → Change `where`, or remove "stored: true", so that the value is computed when it is read.',
  ],
  'compute.rows-hidden': [
    '角色“$role”能看到“$name”，却看不到用来计算它的“$of”记录：该值由全部记录计算。 → 请在 access 中对该角色 hide: [$name]，或授予 $of 的 view。',
    'The role "$role" sees "$name" but not the records of "$of" from which it is computed: the value includes all of them. → Hide it from the role in "access" with hide: [$name], or grant view of $of.',
  ],
  'access.no-rows': [
    '角色“$role”可查看“$of”，却看不到任何行：别的资源的访问规则提到了它，这里没有给它行的规则。 → 请在这里或归属资源的 access 中写 $write；只看所属记录时，where 写归属条件。',
    'The role "$role" may view "$of" but sees no rows of it: access rules of other resources name the role, and none gives it rows here. → Write $write in "access" here or of the owners, or a condition on the owners for "where".',
  ],
  'value.source-hidden': [
    '角色“$role”不能查看“$of”，却会在“$name”里看到由它得出的值。 → 请在 access 中对该角色 hide“$name”，或让该角色能查看“$of”。',
    'The role "$role" cannot read "$of", but reads a value of it in "$name". → Hide "$name" from the role in "access", or let the role read "$of".',
  ],
  'compute.cycle': [
    '计算字段互相依赖：$names。 → 让其中一个不读取其余的字段。',
    'These computed fields depend on each other: $names. → Compute one of them without the others.',
  ],
  'reference.cycle': [
    '必填的引用成环，第一条记录无法建立：$names。 → 去掉其中一个 required。',
    'Required references form a cycle, so no record can be created: $names. → Remove `required` from one of them.',
  ],
  'owner.unfit': [
    '“$name”不指向 $owner。 → owner 是指向 app.yaml 里 owner 资源的单值引用。',
    '"$name" does not refer to $owner. → `owner` is a reference to one record of the owner resource of app.yaml.',
  ],
  'owner.by-unfit': [
    'bladeUser 的“$name”不指向 $owner。 → by 是 bladeUser 里的引用：$name: { type: reference, of: $owner, many: true }。',
    '"$name" of bladeUser does not refer to $owner. → `by` is a reference of bladeUser: $name: { type: reference, of: $owner, many: true }.',
  ],
  'owner.missing': [
    'app.yaml 没有写 owner，记录无从归属。 → 在 app.yaml 里写 owner: 资源名。',
    'app.yaml defines no owner resource, so records cannot have an owner. → Write owner: <resource> in app.yaml.',
  ],
  'partOf.unfit': [
    '“$name”不是指向主表的引用。 → partOf 是指向另一个资源的单值引用。',
    '"$name" is not a reference to a parent record. → `partOf` is a reference to one record of another resource.',
  ],
  'readOnly.step': unused('只读资源的动作只运行处理程序', 'an action of a read-only resource only runs its handler'),
  'partOf.unlisted': [
    '$master 没有列出这些明细的字段，它们无法查看和填写。 → 在 $master 的 fields 里写 { type: children, of: $name }，或去掉 partOf。',
    'No field of $master lists these lines, so they can be neither seen nor entered. → Add a field { type: children, of: $name } to $master, or remove `partOf`.',
  ],
  'partOf.unused': unused('明细的权限和状态随主表 $master', 'rights and state of lines are those of $master'),
  'effect.one-record': unused('record 只指一条记录', '`record` names one record'),
  'readOnly.unused': unused('只读资源不由用户填写', 'users do not write rows of a read-only resource'),
  'readOnly.no-states': [
    'readOnly 的列表是状态，而本资源没有状态。 → 写 lifecycle 或 state，或写 true，或写一个条件。',
    'A list under `readOnly` contains states, and this resource has none. → Declare `lifecycle` or `state`, or write true or a condition.',
  ],
  'field.condition-unfit': unusedKey('用户不填写它', 'users do not enter it'),
  'personal.unfit': [
    '“$name”没有可以遮盖的值。 → 把 personal 写在明细的字段上；口令本来就不显示。',
    '"$name" has no value that could be masked. → Write `personal` on the fields of the lines; passwords are never shown.',
  ],
  'shared.tenant-reference': [
    '“$name”从各租户共用的记录引用某个租户的“$of”。 → 让“$of”也共用（shared: true），或去掉这个引用。',
    '"$name" refers from rows of all tenants to "$of", whose rows are of one. → Write `shared: true` in "$of", or remove the reference.',
  ],
  'personal.revealed': [
    '“$name”没有写 personal，却写入个人信息“$of”，那里不遮盖。 → 给它写上 personal，或在这一步写 reveals: true。',
    '"$name" is not personal, and gets the personal value of "$of", which is not masked there. → Write `personal` on the field, or `reveals: true` in the step.',
  ],
  'access.mask-hidden': [
    '“$name”已在 hide 里，遮盖不起作用。 → 从 mask 或 hide 里去掉它。',
    '"$name" is hidden, so masking it has no effect. → Remove it from `mask` or from `hide`.',
  ],
  'onDelete.unfit': [
    '“$name”不能写 onDelete: $value。 → 指向主表和上级的引用不能写 onDelete；明细里的和指向明细的只能 refuse；必填的不能 clear，列表不能 cascade。',
    '"$name" cannot have `onDelete: $value`. → References to the master or the parent cannot have `onDelete`, and those of and to lines only `refuse`; a required one cannot be cleared, and a list cannot cascade.',
  ],
  'required.lines': [
    '“$name”是明细，不能写必填的条件。 → 写 min，或写一条规则：size(明细) > 0。',
    '"$name" contains lines and cannot be required by a condition. → Write `min`, or a rule that reads the number of lines: size(lines) > 0.',
  ],
  'input.key-unfit': [
    '这个输入或返回值不能有 $key。 → 去掉 $key。',
    'This input or result cannot have `$key`. → Remove `$key`.',
  ],
  'input.condition-unfit': [
    '查询的输入和返回值的 $key 不能是条件。 → 写 true，或去掉。',
    '`$key` of an input of a query, or of a result, cannot be a condition. → Write true, or remove it.',
  ],
  'platform.not-shared': [
    '只有所有租户共用的数据才能属于平台。 → 加上 shared: true，或去掉 platform。',
    'Only rows that all tenants share can belong to the platform. → Add shared: true, or remove platform.',
  ],
  'guard.line': [
    '明细不能有自己的 guard。 → 明细作为主表的修改写入：把 guard: authority 写在 $name 里。',
    'Lines cannot have their own guard. → Lines are written as changes of their master: write guard: authority in $name.',
  ],
  'tree.unfit': [
    '“$name”不指向本资源。 → tree 是指向上级的单值引用，of 写本资源。',
    '"$name" does not refer to this resource itself. → `tree` is a reference to the parent record: its `of` is this resource.',
  ],
  'children.unfit': [
    '“$name”不是 $master 的明细。 → 在明细资源里写 partOf: 指向主表的字段。',
    '"$name" is not part of $master. → Write partOf: <field that refers to the parent record> in the resource of the lines.',
  ],
  'related.of-unfit': [
    '$name 没有指向本资源的引用。 → 相关记录是引用本记录的记录，of 写它们的资源。',
    '$name has no reference to this resource. → Related records are those that refer to this record: `of` is their resource.',
  ],
  'related.by-missing': [
    '$name 有多个指向本资源的引用。 → 用 by 写其中一个：$known。',
    '$name has several references to this resource. → Write one of them as `by`: $known.',
  ],
  'related.by-unfit': [
    '$of 的“$name”不指向本资源。 → 指向本资源的引用：$known。 | of 写引用本记录的资源。',
    '"$name" of $of does not refer to this resource. → References to this resource: $known. | `of` is the resource whose records refer to this one.',
  ],
  'related.input': [
    '“$name”是相关记录，不能填写。 → 在资源的 fields 中声明它。',
    '"$name" is a list of related records, which is not entered. → Declare it among the fields of the resource.',
  ],
  'bind.http': [
    '绑定要有一个 POST 接口和一个 GET 接口。 → 例：http: [POST bindSites, GET listSites]',
    'A bind has one POST endpoint and one GET endpoint. → Example: http: [POST bindSites, GET listSites]',
  ],
  'bind.of-unfit': [
    '不能绑定“$name”的记录。 → of 写一个有自己权限的资源：不能是明细，也不能是 platform: true。',
    'Records of "$name" cannot be linked. → `of` is a resource with rights of its own: no lines, and not `platform: true`.',
  ],
  'bind.unfit': [
    '有 $name 的资源不能有绑定。 → 绑定是租户自己的数据，写在租户自己的资源里。',
    'A resource with $name cannot have binds. → Links belong to a tenant: declare them in a resource whose rows do.',
  ],
  'bind.name-taken': [
    '“$name”已是字段的名称。 → 给绑定换一个名称。',
    '"$name" is already the name of a field. → Choose another name for the bind.',
  ],
  'field.key-unused': unused('$type 类型的字段没有它', 'fields of type $type do not have it'),

  // Lifecycles, transitions, actions, access
  'lifecycle.field-unfit': [
    '“$name”不能保存状态。 → 状态字段是单值的字典字段。',
    '"$name" cannot contain the state. → Choose a dictionary field with a single value.',
  ],
  'lifecycle.field-key': unusedKey('状态只由 initial 和流转决定', 'only `initial` and transitions set the state'),
  'state.unknown': ['字典里没有状态“$name”。', 'The dictionary has no state "$name".'],
  'state.unreachable': [
    '没有步骤能到达状态“$name”。 → 加一个到达它的步骤，或从字典里去掉它。',
    'No transition leads to the state "$name". → Add a transition to it, or remove it from the dictionary.',
  ],
  'path.start': [
    '主路径没有从初始状态开始。 → 第一个状态写 $initial。',
    'The main path does not begin with the initial state. → Write $initial first.',
  ],
  'path.gap': [
    '没有从“$from”到“$to”的流转。 → 主路径上每个状态都要能直接转到下一个。',
    'No transition leads from "$from" to "$to". → On the main path a transition leads from each state to the next.',
  ],
  'state.dead-end': [
    '状态“$name”没有出路。 → 加一个离开它的步骤，或把它写进 final。',
    'No transition leaves the state "$name". → Add a transition from it, or list it in `final`.',
  ],
  'primary.unfit': [
    '角色“$role”不能做“$name”。 → 请在该角色的 access 里加上它，或从 primary 里去掉该角色。',
    'The role "$role" may not perform "$name". → Add it to the `access` of the role, or remove the role here.',
  ],
  'step.name-taken': [
    '“$name”已有别的含义，不能作流转、动作、查询或绑定的名称。 → 请换一个名称；如果接口必须叫这个名字，写 http: POST $name。',
    '"$name" has another meaning and cannot be the name of a transition, action, query or bind. → Choose another name. If the endpoint must have this one, write http: POST $name.',
  ],
  'input.unknown': ['没有名为“$name”的输入。', 'There is no input "$name".'],
  'http.taken': [
    '接口“$name”已被使用。 → 换一个名称，或改它的 http。',
    'The endpoint "$name" is already used. → Choose another name, or change its `http`.',
  ],
  'http.get': [
    '流转和动作会写入数据，不能用 GET 或 DELETE。 → 写 POST 或 PUT；只读取数据的写在 queries 里。',
    'A transition or an action writes, so its method cannot be GET or DELETE. → Write POST or PUT; declare an endpoint that only reads under `queries`.',
  ],
  'http.reserved': [
    '路径“$name”属于系统。 → 写在别的路径下，例：/api/ent/v1/entRecipes/dishes/page',
    'The path "$name" belongs to the engine. → Use another path, such as /api/ent/v1/entRecipes/dishes/page.',
  ],
  'step.message-alone': [
    '没有 if，message 永远不会显示。 → 加上 if，或去掉 message。',
    'Without `if`, the `message` is never shown. → Add `if`, or remove the `message`.',
  ],
  'step.rule-enters-nothing': [
    '这条规则没有读取这一步填写的任何值。 → 规则检查 edit 里的字段和 input.名称；只看记录本身的条件写成 if 和 message。',
    'The rule reads nothing that is entered in this step. → A rule checks fields of `edit` and `input.<name>`; write a condition on the record alone as `if` and `message`.',
  ],
  'step.automatic': unused('有 $by 的步骤没有使用者', 'no user runs a step with `$by`'),
  'step.auto': [
    'auto 的步骤必须有 if，不能有 after，也不能写在明细里。 → 写上 if；按时间执行的步骤只写 after；明细变化后要做的，写在主表里。',
    'A step with `auto` must have `if`, cannot have `after`, and cannot be a step of lines. → Write `if`. A step that runs at a day or time has only `after`; one that follows lines belongs to their record.',
  ],
  'step.auto-clock': [
    'auto 步骤的 if 不能读时间。 → 到了某个日期或时间要做的步骤写 after。',
    'The `if` of a step with `auto` cannot read the clock. → Write `after` for a step that runs at a day or time.',
  ],
  'step.writes-state': [
    '“$name”是生命周期的状态，只由流转改变。 → 改状态写成 lifecycle.transitions 里的 to。',
    '"$name" is the lifecycle\'s state; only transitions change it. → To change the state, write `to` of a transition.',
  ],
  'input.edited': [
    '“$name”在 edit 里已有。 → 同一步里的输入和字段不能同名，请换一个名称。',
    '"$name" is already in `edit`. → An input and an edited field of one step need different names.',
  ],
  'edit.no-lines': unusedKey('它没有明细行', 'it has no lines'),
  'edit.add-incomplete': [
    '新行必填的“$name”不在 columns 里。 → 把它加进 columns，或去掉 add。',
    'A new line requires "$name", which is not in `columns`. → Add it to `columns`, or remove `add`.',
  ],
  'action.collection': unused('on: collection 的动作没有记录', 'an action with `on: collection` has no record'),
  'action.returns': [
    '“$name”没有 handler，不会返回 returns 里的数据。 → 写上 handler，或去掉 returns。',
    '"$name" has no handler, so nothing provides the values of `returns`. → Add a `handler`, or remove `returns`.',
  ],
  'query.unindexed': [
    'where 里没有索引能支持的条件，数据多时会读遍整张表。 → 加上引用、状态、index: true 或检索字段的条件；数据始终很少时写 small: true。',
    'No condition of `where` is supported by an index, so it would read the whole table. → Add a condition on a reference, the state, a field with `index: true` or a searched text; write `small: true` if there are always few rows.',
  ],
  'query.unused': ['这个查询不用“$name”。 → 请去掉。', '"$name" has no effect on this query. → Remove it.'],
  'query.input-unread': unused('where 和 columns 都没有读取它', 'neither `where` nor `columns` reads it'),
  'query.group': [
    '分组查询须同时写 group 和 measure，且 returns: list。 → 例：group: [siteId], measure: { visits: count() }',
    'A query with groups requires `group`, `measure` and `returns: list`. → For example: group: [siteId], measure: { visits: count() }',
  ],
  'query.measure': [
    '“$name”不能对一组记录计算。 → 可用：count()；数字字段的 sum、avg；数字、日期或时间字段的 min、max。',
    '"$name" cannot be computed for a group of records. → Available: count(); sum and avg of a number; min and max of a number, a day or a time.',
  ],
  'query.claims': [
    '只能领取整条记录：returns 为 list 或 one，没有 group 和 handler；资源不是明细，也不是 readOnly。',
    'Only records can be claimed: with `returns: list` or `one`, without `group` and `handler`, of a resource that has no `partOf` and is not `readOnly`.',
  ],
  'query.http': [
    '查询的方法是 GET；有 claims 的查询会写入，方法是 POST。',
    'The method of a query is GET; one with `claims` writes, so its method is POST.',
  ],
  'query.handler': [
    '有 handler 的查询须在 returns 里写出返回的各个值。 → 例：returns: { total: { type: money, title: { zh: 合计, en: Total } } }；只查询记录时去掉 handler。',
    'A query with `handler` returns typed values, so `returns` must be a map of fields. → For example: returns: { total: { type: money, title: { zh: 合计, en: Total } } }; remove `handler` to find rows.',
  ],
  'query.handler-of-step': [
    'handler“$name”已用于流转或操作，查询不能共用。 → 给查询的 handler 另起一个名称。',
    'The handler "$name" belongs to a transition or an action, so a query cannot use it. → Give the handler of the query another name.',
  ],
  'query.column': [
    '这个表达式的结果不能传输。 → 写得出文字、数字、日期、是否或列表字段。',
    'The result of this expression cannot be transmitted. → Write one whose result is a text, a number, a day, true or false, or a list field.',
  ],
  'set.unfit': [
    '不能写入“$name”。 → 它由系统生成、由其他字段算出，或是明细的主记录，请从这里去掉。',
    '"$name" cannot be set. → It is set by the system, computed from other fields, or the parent record of lines; remove it here.',
  ],
  'effect.record-or-of': [
    '写哪些记录：要么 record，要么 of 加 where。 → 一条：record: 引用字段；几条：of: 资源, where: 条件。',
    'The records are named either by `record`, or by `of` and `where`. → One record: `record: <reference>`. Several: `of: <resource>, where: <condition>`.',
  ],
  'effect.record': [
    '“$name”不是指向一条记录的引用。 → 写本记录的单值引用字段，或 input. 加输入的引用。',
    '"$name" is not a reference to one record. → Write a reference of this record, or `input.` and one of the input.',
  ],
  'effect.transition': [
    '$automatic?“$name”自动进行，不能由别的步骤引起。 | “$of”没有步骤“$name”。 → 可用：$known。',
    '$automatic?"$name" is automatic: no other step can run it. | "$of" has no transition "$name". → Known: $known.',
  ],
  'starts.process': [
    '没有流程“$name”。 → 加上文件 processes/$name.bpmn。',
    'There is no process "$name". → Add the file processes/$name.bpmn.',
  ],
  'starts.resource': [
    '流程“$name”办理的是“$of”的记录。 → 换一个流程，或修改它的 app:resource。',
    'The process "$name" is about records of "$of". → Choose another process, or change its app:resource.',
  ],
  'starts.field': [
    '变量“$name”与“$of”的字段同名，始终取该字段的值。 → 换一个变量名，或去掉这一项。',
    'The variable "$name" has the name of a field of "$of" and always has its value. → Choose another name, or remove it.',
  ],
  'starts.variable': [
    '流程“$of”没有变量“$name”。 → 可用：$known。',
    'The process "$of" has no variable "$name". → Known: $known.',
  ],
  'effect.guarded': [
    '步骤不能写“$name”的记录：它们授予权限，或属于所有租户。 → 这类记录由处理函数（handler）写入。',
    'A step cannot write records of "$name": they grant rights, or belong to all tenants. → A handler writes such records.',
  ],
  'effect.line': [
    '“$name”是“$of”的明细，不能单独生成。 → 生成 $of，在 with 里给它的明细字段写 { each, with }。',
    '"$name" is a line of "$of" and has no record of its own. → Create $of, and write { each, with } for its field of lines under `with`.',
  ],
  'effect.list': [
    '“$name”不是本记录的明细、绑定或多选引用。',
    '"$name" is neither a field of lines nor a bind or a reference with `many: true` of this record.',
  ],
  'effect.lines': [
    '{ each, where, with } 只用于明细字段，明细字段也只能这样写：“$name”。 → 其他字段写一个表达式。',
    '{ each, where, with } is only for fields of lines, and these accept nothing else: "$name". → Write an expression for any other field.',
  ],
  'effect.copy': [
    '“$name”在“$of”里是另一种类型，不能复制。 → 在 with 里写表达式。',
    '"$name" has another type in "$of" and cannot be copied. → Write an expression in `with`.',
  ],
  'effect.required': [
    '“$of”必填的“$name”没有值。 → 在 with 或 fields 里写上它。',
    'The required field "$name" of "$of" gets no value. → Add it to `with` or `fields`.',
  ],
  'effect.reference': [
    '这是“$found”的记录，不是“$of”的记录。 | 这不是“$of”的记录。 → 写一个指向 $of 的引用，或指向它的 input。',
    'This is a record of "$found", not of "$of". | This is not a record of "$of". → Write a reference to $of, or an input that refers to it.',
  ],
  'message.braces': [
    '“$found”会原样出现在文字里。 → 字段的值写成一对花括号：{startDay}',
    '"$found" appears in the text as it is written. → Write a field in one pair of braces: {startDay}',
  ],
  'message.receiver': ['没有接收人“$name”。', 'There is no receiver "$name".'],
  'message.no-owner': [
    '“$name”的记录没有归属，owners 没有人。 → 给资源写 owner，或换一种接收人。',
    'Records of "$name" have no owner, so `owners` is empty. → Declare `owner` on the resource, or choose another receiver.',
  ],
  'message.not-an-address': [
    '“$name”不是手机号、邮箱，也不是用户。 → 写一个 phone 或 email 字段、指向 bladeUser 的引用、owners 或角色别名。',
    '"$name" is neither a phone number, an e-mail address nor a user. → Write a field of type phone or email, a reference to bladeUser, `owners` or the alias of a role.',
  ],
  'message.landline': [
    '“$name”可以是座机，座机收不到短信。 → 去掉 landline，或另设一个手机号字段作接收人。',
    '"$name" accepts landlines, which receive no text messages. → Remove `landline`, or choose a field for mobile numbers as the receiver.',
  ],
  'message.phone-without-sms': [
    '“$name”是手机号，只能用短信，channels 里却没有 sms。 → 在 channels 里加上 sms。',
    '"$name" is a phone number, which requires sms, but `channels` has no sms. → Add sms to `channels`.',
  ],
  'message.address-without-email': [
    '“$name”是邮箱，只能用邮件，channels 里却没有 email。 → 在 channels 里加上 email。',
    '"$name" is an e-mail address, which requires email, but `channels` has no email. → Add email to `channels`.',
  ],
  'message.path': [
    '“$name”不是“引用.字段”。 → 只能经过一个单值引用。',
    '"$name" is not <reference>.<field>. → Only one reference, to one record, can be followed.',
  ],
  'message.unprintable': [
    '“$name”的值不能写进文字。 → 明细、文件、密码和 JSON 不行；引用的记录里只能用有列的字段。',
    'The value of "$name" cannot be used in a text. → Lines, files, passwords and JSON cannot be used; of another record, only fields with a column can.',
  ],
  'step.outside': [
    '没有 handler，“outside”不起作用。 → 写上 handler，或去掉 outside。',
    'Without a handler, `outside` has no effect. → Add `handler`, or remove `outside`.',
  ],
  'effect.outside': [
    '“$name”要先询问外部服务，不能作为别的步骤的结果。 → 换一个步骤，或去掉它的 outside。',
    '"$name" first calls an external service, so it cannot be the effect of another step. → Choose another transition, or remove its `outside`.',
  ],
  'effect.reads-user': [
    '自动步骤没有使用者，它引起的“$name”却读取“$text”。 → 换一个不读取 me. 的步骤，或由人来做这个自动步骤。',
    'No user runs an automatic step, but "$name", which it causes, reads "$text". → Choose a transition that does not read `me.`, or let users run the step.',
  ],
  'effect.default-user': [
    '自动步骤没有使用者，“$name”的默认值“$text”没有值可取。 → 在 with 或 fields 里写上它；没有值就写 "null"。',
    'No user runs an automatic step, so the default "$text" of "$name" has no value. → Add it to `with` or `fields`; for no value, write "null".',
  ],
  'sends.message': ['没有关于“$of”的消息“$name”。', 'There is no message "$name" about "$of".'],
  'sends.none': [
    '还没有关于“$name”的消息。 → 在 messages/ 里写一个 of: $name 的文件。',
    'There is no message about "$name". → Add a file with of: $name to messages/.',
  ],
  'sends.input': [
    '“$name”不是字典“$dictionary”的输入。 → 写 input.名称，它的类型为 { type: dictionary, of: $dictionary, many: true }；或写组名的列表。',
    '"$name" is not an input of the dictionary "$dictionary". → Write input.<name> with the type { type: dictionary, of: $dictionary, many: true }, or a list of groups.',
  ],
  'sends.group': ['这条消息没有接收人组“$name”。', 'The message has no group of receivers "$name".'],
  'sends.choice-automatic': [
    '定时任务做的步骤没有人选消息。 → 只写一条 message。',
    'A step that a job runs has no request that could choose a message. → Write one `message`.',
  ],
  'sends.choice-preview': [
    '要选消息，却没有预览可供选择。 → 写上 preview，或只写一条 message。',
    'The user chooses a message, but there is no preview to choose in. → Add `preview`, or write one `message`.',
  ],
  'sends.choice-twice': [
    '一步里只能有一处由调用方选消息。 → 在这里只写一条 message。',
    'A request can choose only one message, but a second effect has several. → Write one `message` here.',
  ],
  'copy.unfit': [
    '“$name”不能复制到这个字段。 → 写成“引用字段.字段”：引用为单值，两个字段的类型（字典、引用还有 of）相同，本字段没有 compute。',
    '"$name" cannot be copied into this field. → Write <reference>.<field>: a reference to one record; both fields have the same type (and `of`); no `compute` here.',
  ],
  'pick.many': [
    '“$name”有多个值，不能用 pick。 → 去掉 pick 或 many。',
    '"$name" has several values, so it cannot have `pick`. → Remove `pick` or `many`.',
  ],
  'pick.computed': [
    'pick 的 where 不能读计算字段“$name”。 → 写出它所依据的字段。',
    'The `where` of a `pick` cannot read the computed field "$name". → Read the fields from which it is computed.',
  ],
  'sort.without-pick': [
    '引用“$name”没有 pick，sort 不起作用。 → 加上 pick: first，或去掉 sort。',
    'The reference "$name" has no `pick`, so `sort` has no effect. → Add pick: first, or remove `sort`.',
  ],
  'serial.part-unfit': [
    '编号样式不能用“$name”。 → 写“引用.字段”：引用是本资源必填的单值引用（不是主表），字段是那条记录的编号，或必填的单行文字、整数，不是个人信息，也不是算出来的。',
    'The pattern of the number cannot contain "$name". → Write reference.field: a required reference to one record, not to the master, and a serial number of that record, or a required text of one line or integer that is neither personal nor computed.',
  ],
  'serial.part-hidden': [
    '角色“$role”不能查看“$name”，却会在编号里看到它。 → 换一个该角色能查看的字段，或在 access 中对该角色 hide: [$number]。',
    'The role "$role" cannot read "$name", but would read it in the number. → Write a field that the role can read, or hide the number from the role in "access" with hide: [$number].',
  ],
  'serial.counter-unclear': [
    '从编号“$name”看不出哪几位是计数，不同的记录会得到同一个编号。 → 引用的字段写在计数位的同一侧，中间至少有一个不是数字的字符：{siteId.code}-{0000}。',
    'The number "$name" does not show which digits are its counter, so different records could get the same number. → Write the fields of references on one side of the counter, with a character between that is not a digit: {siteId.code}-{0000}.',
  ],
  'serial.input': [
    '“$name”不能是编号：输入和返回值没有系统自动给出的编号。 → 填写或返回已有的编号用 text。',
    '"$name" cannot be a serial number: no number is generated for an input or a result. → Use text for a number that is entered or returned.',
  ],
  'serial.line': [
    '明细的编号“$name”不能导入。 → 去掉 imported；要保留原来的编号，另加一个 text 字段。',
    'The number "$name" of a line cannot be imported. → Remove `imported`; add a text field to keep the former numbers.',
  ],
  'against.record': ['“$name”不是本资源的单选引用字段。', '"$name" is not a reference of this resource to one record.'],
  'against.unfit': [
    '“$of”没有同类型的“$name”，不能对照。 | 本资源和“$of”没有同名同类型的字段。 → 可以对照：$known。',
    '"$of" has no "$name" of the same type to compare. | This resource and "$of" have no field of the same name and type. → Fields that both have: $known.',
  ],
  'allowIf.line': [
    '明细不能单独写 allowIf。 → 把条件写在主表 $name 上，明细随主表。',
    'Lines cannot have their own allowIf. → Write the condition in the parent resource $name; it applies to its lines.',
  ],
  'allow.automatic': [
    '“$name”有 $key，由系统执行，不能授予角色。 → 在这里删去 $name；要由人来做，就删去这一步的 $key。',
    '"$name" has `$key`: the engine runs it, so it cannot be granted to a role. → Remove $name here. If users run it, remove `$key` from the step instead.',
  ],
  'allow.unknown': ['没有操作“$name”。', 'There is no operation "$name".'],

  // Rules; the messages of faults inside an expression are in the rules' own table
  'rule.restates': [
    '这条规则只是重复了“$name”的 $key。 → 删去规则，在字段上写 $key。',
    'This rule only repeats $key of "$name". → Remove the rule and write $key on the field.',
  ],
  'rule.warning-rolled-up': [
    '“$name”是相关记录的汇总，会因别的记录而变，那时无人可以确认警告。 → 去掉 level，让规则拒绝；或只读本记录填写的字段。',
    '"$name" is a value of related records, and no user is asked to acknowledge a warning when one of them changes it. → Remove `level`, so that the rule refuses, or read entered fields only.',
  ],
  'rule.examples-missing': [
    '这条规则缺少 $key 的例子。 → 例：valid: { count: 1 }，invalid: { count: 0 }',
    'This rule has no example under $key. → For example: valid: { count: 1 }, invalid: { count: 0 }',
  ],
  'rule.example-unread': [
    '“$value”的写法不对。 → 例：$example',
    '"$value" is not written as a value of this field. → For example: $example',
  ],
  'rule.example-fails': [
    '这个例子应当符合规则，实际不符合。 → 请修改例子，或修改规则。',
    'This example should satisfy the rule but does not. → Correct the example or the rule.',
  ],
  'rule.example-holds': [
    '这个例子应当违反规则，实际没有违反。 → 缺少的值会使规则放行；请写出规则所读的每个字段。',
    'This example should violate the rule but does not. → A missing value lets a rule pass: write every field that it reads.',
  ],
} satisfies Record<string, Texts>

type OwnCode = keyof typeof table

/** `subject.fault`: the compiler's own, and those of expressions. */
export type ProblemCode = OwnCode | RuleFaultCode

/** The codes of warnings. */
export const warnings: readonly ProblemCode[] = [
  'icon.unknown',
  'partOf.unlisted',
  'file.similar',
  'file.unknown',
  'dictionary.title-twice',
  'dictionary.unused',
  'board.home',
  'role.unknown',
  'compute.rows-hidden',
  'access.no-rows',
  'value.source-hidden',
  'message.braces',
  'default.literal',
]

/** Every code: the compiler's own in the table's order, then those of expressions. */
export const codes: readonly ProblemCode[] = [...(Object.keys(table) as OwnCode[]), ...ruleFaultCodes()]

/** The message of a problem. */
export function problemText(code: ProblemCode, words: FaultWords): FaultText {
  if (!isOwn(code)) return ruleFaultMessage({ code, words })
  return faultText(code === 'yaml.syntax' ? (syntax[words['fault'] ?? ''] ?? table[code]) : table[code], words)
}

const isOwn = (code: ProblemCode): code is OwnCode => Object.hasOwn(table, code)

/** The texts of YAML faults that say more, by the library's codes. */
const syntax: Readonly<Record<string, Texts>> = {
  BAD_DQ_ESCAPE: [
    'YAML 写法有误：双引号里的转义符不对。 → 改用单引号，或写 \\\\。',
    'Invalid YAML: an escape sequence in double quotes is unknown. → Use single quotes, or write \\\\.',
  ],
  BAD_INDENT: [
    'YAML 写法有误：缩进不齐。 → 同级的行缩进相同。',
    'Invalid YAML: the indentation is inconsistent. → Indent the lines of a level equally.',
  ],
  BAD_SCALAR_START: [
    'YAML 写法有误：文字不能以这个符号开头。 → 给文字加引号。',
    'Invalid YAML: no text begins with this character. → Quote the text.',
  ],
  BLOCK_AS_IMPLICIT_KEY: [
    'YAML 写法有误：一行里有两个冒号。 → 给含冒号的文字加引号。',
    'Invalid YAML: two colons on one line. → Quote a text that contains a colon.',
  ],
  MISSING_CHAR: [
    'YAML 写法有误：缺少引号、括号、逗号或冒号。 → 检查这一行和上一行。',
    'Invalid YAML: a quote, bracket, comma or colon is missing. → Check this line and the one before.',
  ],
  MULTILINE_IMPLICIT_KEY: [
    'YAML 写法有误：键不能跨行。 → 检查上一行的引号和冒号。',
    'Invalid YAML: a key cannot span lines. → Check quotes and colon of the line before.',
  ],
  LIST_ITEM: [
    'YAML 写法有误：这里要写键，不能是列表项。 → 去掉行首的“- ”。',
    'Invalid YAML: a list item cannot be among keys. → Remove the "- " before the key.',
  ],
  MULTIPLE_DOCS: [
    'YAML 写法有误：一个文件里只能有一份内容。 → 去掉“---”（或“...”）这一行。',
    'Invalid YAML: a file can contain only one document. → Remove the line "---" (or "...").',
  ],
  TAB_AS_INDENT: [
    'YAML 写法有误：缩进用了制表符。 → 换成空格，每级两个。',
    'Invalid YAML: the line is indented with a tab. → Use spaces, two for each level.',
  ],
  NON_STRING_KEY: [
    'YAML 写法有误：键必须是一个词。 → 去掉括号和“?”。',
    'Invalid YAML: a key must be a word. → Remove brackets and "?".',
  ],
}
