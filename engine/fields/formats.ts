import { isDate, isDateTime, isTime } from './calendar.ts'
import { creditCode } from './credit-code/field.ts'
import { email } from './email/field.ts'
import { isId } from './id/id-text.ts'
import { idCard } from './id-card/field.ts'
import { anyPhone, phone } from './phone/field.ts'
import { plate } from './plate/field.ts'
import { isClean, isOneLine } from './text-value.ts'
import { isLink } from './upload.ts'
import { url } from './url/field.ts'

const formattedTexts = [creditCode, email, idCard, phone, anyPhone, plate, url]

/** Formats that value schemas name, one list for both validators: Ajv on the server, the interpreter in the browser. */
export const formats: Readonly<Record<string, (text: string) => boolean>> = {
  'clean-text': isClean,
  'one-line': isOneLine,
  date: isDate,
  datetime: isDateTime,
  id: isId,
  link: isLink,
  'time-of-day': isTime,
  ...Object.fromEntries(formattedTexts.map(({ text }) => [text.format, text.check])),
}
