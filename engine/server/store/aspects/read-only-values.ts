import { typeOf } from '../../../fields/index.ts'
import { isInputField } from '../../../fields/record-schema.ts'
import { isBoolean, isComputed, isCopied } from '../../../fields/traits.ts'
import type { Bilingual, Field, Resource } from '../../../model/model.ts'
import { isEmptyValue } from '../../../record/empty-value.ts'
import { reservedMessage } from '../../../record/locked.ts'
import { type Row, shapeOf } from '../../database/shape.ts'
import { refuse } from '../../errors/refuse.ts'
import { derivedValues } from '../derived.ts'
import { isSame } from '../history.ts'
import type { ParsedInput } from '../input.ts'
import { enteredLines, type LineInput, type StoredRecord, whole } from '../plan-lines.ts'
import type { Prepared } from '../prepare.ts'
import { withTargets } from '../target-records.ts'
import { withoutInvisible } from '../visible-references.ts'
import type { Work } from '../work.ts'
import type { Aspect } from './aspect.ts'

/**
 * Refuses input with another value of a field that the server sets or computes. A client may send what it read, or what
 * it computed itself: the stored value, or the one after the change.
 */
async function assureReadOnlyValues(
  work: Work,
  resource: Resource,
  before: StoredRecord | null,
  { after, parts }: Prepared,
  readOnly: ParsedInput['readOnly'],
  lineInputs: ReadonlyMap<string, LineInput>,
  reason: (field: Field) => Bilingual,
): Promise<void> {
  const messages: Record<string, Bilingual> = {}
  const stored = before ? await withTargets(work, ctx => whole(ctx, resource, before)) : {}
  note(resource, await knownOf(work, resource, [stored, after], readOnly), readOnly, !before, '', reason, messages)
  for (const { part, lines } of parts)
    for (const [path, { id, readOnly: own = {} }] of enteredLines(lineInputs.get(part.name), part.name)) {
      // Of some lines that are given, others may have the same path.
      const line = lines.find(one => one.path === path && (id === undefined || one.before?.['id'] === id))
      const known = line && (await knownOf(work, part.resource, [line.before ?? {}, line.after], own))
      if (known) note(part.resource, known, own, false, path, reason, messages)
    }
  if (Object.keys(messages).length > 0) throw refuse.input(messages)
}

/** The records as the client may have read them: without invisible references, and with values of other records. */
async function knownOf(work: Work, resource: Resource, records: readonly Row[], given: Row): Promise<readonly Row[]> {
  if (Object.keys(given).length === 0) return []
  const shape = shapeOf(work.ctx.model, resource, new Set())
  const id = records[0]?.['id']
  const isDerived = shape.derived.some(({ name }) => Object.hasOwn(given, name))
  const derived =
    isDerived && id !== undefined ? await derivedValues(work.queries, work.ctx, shape, [String(id)]) : undefined
  const own = { status: 1, isDeleted: 0, tenantId: work.ctx.actor.tenantId }
  const known = records.map(record => ({ ...own, ...record, ...derived?.get(String(id)) }))
  return withoutInvisible(work, shape.references, known)
}

function note(
  { fields }: Resource,
  known: readonly Row[],
  given: Row,
  isNew: boolean,
  path: string,
  reason: (field: Field) => Bilingual,
  messages: Record<string, Bilingual>,
): void {
  for (const [name, value] of Object.entries(given)) {
    const field = fields.find(one => one.name === name)
    // The platform's clients read a missing boolean as 0.
    const absent = field && isBoolean(field) && value === false ? false : null
    const isKnown = (row: Row) =>
      isSame(row[name] ?? absent, value ?? null) || (isEmptyValue(row[name]) && isEmptyValue(value))
    // A comparison with a secret would reveal it.
    const isCompared = isNew || known.some(row => row[name] !== undefined)
    if (!field && isCompared && !known.some(row => String(row[name]) === String(value)))
      messages[`${path}${name}`] = ofServer(name)
    if (field && !(typeOf(field).secret ? value === null : known.some(isKnown)))
      messages[`${path}${name}`] = reason(field)
  }
}

const ofServer = (name: string): Bilingual => ({
  zh: `${name} 由系统填写，不能修改；请使用对应的操作，如“停用”“删除”`,
  en: `${name} is set by the server and cannot be entered; use the operation for it, such as "Disable" or "Delete"`,
})

function reasonOf(field: Field): Bilingual {
  const { title } = field
  if (isComputed(field))
    return { zh: `${title.zh}由系统计算，不能填写`, en: `${title.en} is computed and cannot be entered` }
  const isGiven = isCopied(field) || typeOf(field).given === true
  if (isGiven)
    return { zh: `${title.zh}由系统填写，不能修改`, en: `${title.en} is set by the server and cannot be entered` }
  if (isInputField(field)) return reservedMessage(field)
  return { zh: `${title.zh}是只读的，不能修改`, en: `${title.en} is read-only` }
}

export const readOnlyValues: Aspect = {
  async planned(work, { resource }, planned, { before, readOnly, of, lineInputs }) {
    if (readOnly) await assureReadOnlyValues(work, resource, before, planned, readOnly, lineInputs, reasonOf)
    // Columns of lines that a step does not edit have only the values that the lines have.
    if (of && before)
      await assureReadOnlyValues(work, resource, before, planned, {}, lineInputs, field =>
        isInputField(field)
          ? { zh: `“${of.title.zh}”不能填写${field.title.zh}`, en: `"${of.title.en}" does not edit ${field.title.en}` }
          : reasonOf(field),
      )
  },
}
