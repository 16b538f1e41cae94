import type { Field } from '../model/model.ts'
import { fault } from './fault.ts'
import type { Fault, OptionKey } from './field-type.ts'
import { textOption } from './options.ts'

/** Options that days and moments share. */
export const dayOptions = {
  min: {
    schema: { type: 'string', format: 'date' },
    help: { zh: '最早日期，YYYY-MM-DD', en: 'Earliest day, YYYY-MM-DD.' },
    example: '2020-01-01',
  },
  max: {
    schema: { type: 'string', format: 'date' },
    help: { zh: '最晚日期，YYYY-MM-DD', en: 'Latest day, YYYY-MM-DD.' },
    example: '2099-12-31',
  },
  past: {
    schema: { type: 'boolean' },
    help: { zh: '不能选将来的时间', en: 'The value cannot be in the future.' },
    default: false,
    example: true,
  },
} satisfies Record<string, OptionKey>

/** Whether the future is forbidden. */
export const isPast = (field: Field): boolean => field.options['past'] === true

/**
 * The fault of a day or moment outside its limits. All are texts that sort chronologically; a limit is a day, so only
 * the day of a moment is compared.
 */
export function dayFault(value: string, field: Field, now: string | undefined): Fault | undefined {
  const [min, max] = [textOption(field, 'min'), textOption(field, 'max')]
  const day = value.slice(0, 10)
  if (min !== undefined && day < min) return fault('day.early', { limit: min })
  if (max !== undefined && day > max) return fault('day.late', { limit: max })
  if (isPast(field) && now !== undefined && value > now.slice(0, value.length)) return fault('day.future')
  return undefined
}

/**
 * The day written in a cell of a file, as `YYYY-MM-DD`, whether it exists or not: `2026-03-05`, `2026/3/5`, `2026.3.5`,
 * `2026年3月5日` or `20260305`. Undefined for ambiguous orders.
 */
export function writtenDay(text: string): string | undefined {
  const parts =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text) ??
    /^(\d{4})年(\d{1,2})月(\d{1,2})日$/.exec(text) ??
    /^(\d{4})(\d{2})(\d{2})$/.exec(text)
  return parts ? `${parts[1]}-${two(parts[2])}-${two(parts[3])}` : undefined
}

/** The time of day written in a cell of a file: `9:05`, `09:05:30` or `9时5分`, as `HH:mm:ss`. */
export function writtenTime(text: string): string | undefined {
  const parts =
    /^(\d{1,2})[:：](\d{1,2})(?:[:：](\d{1,2})(?:\.\d{1,6})?)?$/.exec(text) ??
    /^(\d{1,2})时(\d{1,2})分(?:(\d{1,2})秒)?$/.exec(text)
  return parts ? `${two(parts[1])}:${two(parts[2])}:${two(parts[3])}` : undefined
}

/** A moment or a time of day without its seconds where they are zero. */
export const withoutSeconds = (value: string): string => value.replace(/(\d{2}:\d{2}):00$/, '$1')

const two = (part: string | undefined) => (part ?? '').padStart(2, '0')
