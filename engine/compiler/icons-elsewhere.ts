import { near } from '../rules/near.ts'
import { iconNames } from './icon-names.ts'

/** Icons of Font Awesome, Ant Design, Element and Material Design that have other names in Lucide. */
const equivalents: Readonly<Record<string, string>> = {
  account: 'user',
  accounts: 'users',
  apartment: 'building',
  appstore: 'layout-grid',
  apps: 'layout-grid',
  audit: 'clipboard-check',
  bars: 'menu',
  bank: 'landmark',
  comment: 'message-square',
  comments: 'messages-square',
  'cart-shopping': 'shopping-cart',
  chart: 'chart-column',
  'circle-info': 'info',
  'clipboard-question': 'clipboard-list',
  close: 'x',
  cube: 'box',
  cubes: 'boxes',
  dashboard: 'layout-dashboard',
  date: 'calendar',
  delete: 'trash-2',
  document: 'file-text',
  envelope: 'mail',
  environment: 'map-pin',
  exclamation: 'circle-alert',
  'exclamation-circle': 'circle-alert',
  'exclamation-triangle': 'triangle-alert',
  'floppy-disk': 'save',
  gear: 'settings',
  gears: 'settings',
  goods: 'package',
  location: 'map-pin',
  'location-dot': 'map-pin',
  magnifier: 'search',
  'magnifying-glass': 'search',
  'map-marker': 'map-pin',
  message: 'message-square',
  money: 'banknote',
  notification: 'bell',
  'paper-plane': 'send',
  people: 'users',
  person: 'user',
  picture: 'image',
  profile: 'id-card',
  question: 'circle-question-mark',
  safety: 'shield-check',
  schedule: 'calendar-clock',
  setting: 'settings',
  solution: 'user-check',
  team: 'users',
  tools: 'wrench',
  'triangle-exclamation': 'triangle-alert',
  'user-group': 'users',
  warning: 'triangle-alert',
  xmark: 'x',
}

/** Lucide's icon that a name of another set of icons means, or the most similar one. */
export function nearestIcon(name: string): string | undefined {
  const plain = plainName(name)
  const [first = ''] = plain.split('-')
  return (
    [plain, equivalents[plain], `${plain}-2`, `circle-${plain}`].find(one => one !== undefined && iconNames.has(one)) ??
    near(plain, [...iconNames]) ??
    [first, equivalents[first]].find(one => one !== undefined && iconNames.has(one))
  )
}

/** The name without the set of icons and the style: `fa-solid fa-user`, `el-icon-user`, `UserOutlined`, `mdi:home`. */
function plainName(name: string): string {
  const words = name.trim().split(/[\s/]+/)
  return (words.at(-1) ?? '')
    .replace(/([a-z0-9])(?=[A-Z])/g, '$1-')
    .toLowerCase()
    .replaceAll('_', '-')
    .replace(/^([a-z0-9-]+:)/, '')
    .replace(
      /^(fa[srlbd]?|fa-(solid|regular)|el-icon(-s)?|anticon|mdi|icon|bi|ti|ri|lucide|material|md|ion)-(icon-)?/,
      '',
    )
    .replace(/-(outlined|outline|filled|fill|two-?tone|rounded|sharp|line|icon|o)$/, '')
}
