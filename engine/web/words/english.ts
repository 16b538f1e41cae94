import { en } from './en.ts'
import { reactAdminTexts } from './react-admin-texts.ts'

export const englishTexts = { ...reactAdminTexts.en, ...en }
