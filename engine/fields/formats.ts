import { isDate, isDateTime, isTime } from './calendar.ts'
import { isCreditCode } from './credit-code/check-digit.ts'
import { isEmail } from './email/email.ts'
import { isId } from './id/id-text.ts'
import { isIdCard } from './id-card/check-digit.ts'
import { isPhone } from './phone/phone.ts'
import { isPlate } from './plate/plate.ts'
import { isLink } from './upload.ts'
import { isWebAddress } from './url/web-address.ts'
import { isClean } from './written.ts'

/** Formats that value schemas name, one list for both validators: Ajv on the server, the interpreter in the browser. */
export const formats: Readonly<Record<string, (text: string) => boolean>> = {
  'clean-text': isClean,
  'credit-code': isCreditCode,
  date: isDate,
  datetime: isDateTime,
  email: isEmail,
  id: isId,
  'id-card': isIdCard,
  link: isLink,
  phone: isPhone,
  plate: isPlate,
  'time-of-day': isTime,
  'web-address': isWebAddress,
}
