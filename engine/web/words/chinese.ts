import { reactAdminZh } from './react-admin-zh.ts'
import { zh } from './zh.ts'

export const chineseTexts = { ...reactAdminZh, ...zh }
