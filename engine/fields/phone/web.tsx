import type { FieldWeb } from '../field-web.ts'
import { formattedTextWeb } from '../formatted-text-web.tsx'
import { anyPhone, hasLandlines, phone } from './field.ts'

const [ofMobiles, ofLandlines] = [formattedTextWeb(phone), formattedTextWeb(anyPhone)]

export const phoneWeb: FieldWeb<string> = {
  ...ofMobiles,
  width: field => Number((hasLandlines(field) ? ofLandlines : ofMobiles).width),
}
