import { userResource } from '../../model/account-resources.ts'
import type { Bilingual, Brand } from '../../model/model.ts'
import { checkBrand, markOf } from '../checks/brand.ts'
import type { Kind } from '../kind.ts'
import { type Keys, newKey, objectOf, shared } from '../language/key.ts'
import { at, type Node, textAt } from '../tree.ts'
import { bilingual, type Workspace } from '../workspace.ts'

/** The keys of `owner` in app.yaml. */
export const ownerKeys: Keys = {
  of: newKey(
    { type: 'string' },
    '拥有其他记录的资源',
    'The resource that owns the records of other resources.',
    'site',
    { required: true },
  ),
  by: newKey(
    { type: 'string' },
    'bladeUser 里指向该资源的引用字段，单值或 many 都可以；应用在 resources/blade/bladeUser.yaml 里声明它。默认 ownerIds',
    'The field of bladeUser that refers to the owner resource, with one value or `many`. The app declares it in resources/blade/bladeUser.yaml. Default: ownerIds. Expressions always read it as `me.ownerIds`, even if it has another name.',
    'siteIds',
  ),
}

/** The keys of `signIn` in app.yaml. */
export const signInKeys: Keys = {
  title: newKey(
    shared('bilingual'),
    '登录框的标题；默认“登录”',
    'The heading of the sign-in form. Default: Sign in.',
    '{ zh: 登录走访系统, en: Sign in to Visits }',
  ),
  help: newKey(
    shared('bilingual'),
    '标题下面的一行说明',
    'The line below the heading.',
    '{ zh: 使用工号登录, en: Use your staff number }',
  ),
  note: newKey(
    shared('bilingual'),
    '口号下面的一行小字',
    'The line below the slogan.',
    '{ zh: 市巡查管理平台, en: City inspection platform }',
  ),
}

/** The keys of `colours` in app.yaml. */
export const colourKeys: Keys = {
  primary: newKey(
    { type: 'string' },
    '主色，按 #RRGGBB 写并加引号；按钮、链接等的深浅由它推算，保证看得清。用户自己选了主题的，以用户的为准',
    'The main colour as #RRGGBB, in quotes. The shades of buttons and links are derived from it, so that text remains readable. The theme that a user has selected takes precedence.',
    '"#1FA99A"',
  ),
  signIn: newKey(
    { type: 'string' },
    '登录页图案的背景色，上面是白字，须足够深；默认由主色推算',
    'The background colour of the picture on the sign-in page. The text on it is white, so the colour must be dark. Default: derived from the main colour.',
    '"#12443E"',
  ),
}

/** The keys of app.yaml that make its brand. */
export const brandKeys: Keys = {
  name: newKey(
    shared('bilingual'),
    '品牌的简称，用于浏览器标题、登录页和打印文件的属性；默认是 title',
    'The short name of the brand, shown in the title of the browser window, on the sign-in page and in the properties of printed files. Default: the title.',
    '{ zh: 走访, en: Visits }',
  ),
  mark: newKey(
    { type: 'string' },
    '标志：与 app.yaml 同一文件夹里的 SVG 或 PNG 文件，方形，不超过 100 KB；也作为浏览器标签页的图标。默认画出英文名称的首字母',
    'The logo: a square SVG or PNG file of at most 100 KB in the folder of app.yaml. It is also the icon of the browser tab. Default: the first letter of the English name.',
    'mark.svg',
  ),
  slogan: newKey(
    shared('bilingual'),
    '口号，显示在登录页',
    'The slogan on the sign-in page.',
    '{ zh: 走到，看到, en: Be there }',
  ),
  signIn: newKey(
    objectOf(signInKeys),
    '登录页的文字',
    'Texts of the sign-in page.',
    '{ note: { zh: 市巡查管理平台, en: City inspection platform } }',
  ),
  colours: newKey(objectOf(colourKeys), '品牌的颜色', 'The colours of the brand.', '{ primary: "#1FA99A" }'),
}

/** The version of the descriptor language. */
export const languageVersion = 2

/** The keys of app.yaml. */
export const appKeys: Keys = {
  language: newKey({ const: languageVersion }, '描述语言的版本', 'The version of the descriptor language.', '2'),
  title: newKey(shared('bilingual'), '系统的名称', 'The title of the application.', '{ zh: 走访管理, en: Visits }'),
  ...brandKeys,
  owner: newKey(
    { anyOf: [{ type: 'string' }, objectOf(ownerKeys)] },
    '拥有其他记录的资源，和用户表里指向它的字段；只写资源名时字段是 ownerIds。资源用自己的 owner 说明归谁，用户只看到所属的那些记录',
    'The resource that owns the records of other resources, and the field of users that refers to it. If only the resource is named, the field is `ownerIds`. Other resources declare the reference to their owner with `owner`. Users with owners see only the records of these owners.',
    '{ of: site, by: siteIds }',
  ),
}

/** The application as a whole. */
export const appKind: Kind = {
  location: 'app.yaml',
  schema: objectOf(appKeys),
  sections: [
    ['应用 app.yaml', appKeys],
    ['app.yaml 的 signIn', signInKeys],
    ['app.yaml 的 colours', colourKeys],
    ['app.yaml 的 owner', ownerKeys],
  ],
  check: checkBrand,
  build: (workspace, { resources }) => {
    const { appDraft, owner, ownersField = 'ownerIds' } = workspace
    const title = bilingual(at(appDraft?.root, 'title')) ?? { zh: '管理后台', en: 'Back office' }
    return {
      title,
      brand: brandIn(workspace, title),
      ...(owner !== undefined && { owner }),
      ...(resources[userResource]?.fields.some(({ name }) => name === ownersField) && { ownersField }),
    }
  },
}

function brandIn(workspace: Workspace, title: Bilingual): Brand {
  const root = workspace.appDraft?.root
  const [signIn, colours] = [at(root, 'signIn'), at(root, 'colours')]
  const mark = markOf(workspace)
  return {
    name: bilingual(at(root, 'name')) ?? title,
    ...bilingualAt(root, 'slogan'),
    ...(signIn && {
      signIn: { ...bilingualAt(signIn, 'title'), ...bilingualAt(signIn, 'help'), ...bilingualAt(signIn, 'note') },
    }),
    ...(colours && { colours: { ...textAt(colours, 'primary'), ...textAt(colours, 'signIn') } }),
    ...(mark && { mark }),
  }
}

/** A text in both languages under its own key; nothing if the map lacks it. */
function bilingualAt<Key extends string>(node: Node | undefined, key: Key): { [Name in Key]?: Bilingual } {
  const text = bilingual(at(node, key))
  return text === undefined ? {} : ({ [key]: text } as { [Name in Key]: Bilingual })
}
