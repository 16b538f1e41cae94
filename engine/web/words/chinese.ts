import { reactAdminTexts } from './react-admin-texts.ts'
import { zh } from './zh.ts'

export const chineseTexts = { ...reactAdminTexts.zh, ...zh }
