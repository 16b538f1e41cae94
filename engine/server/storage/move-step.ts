import { positionIn, type SourcePosition } from '../../compiler/problem.ts'
import { problemText } from '../../compiler/problem-messages.ts'
import { readYaml } from '../../compiler/read-yaml.ts'
import { at, type Entry, entriesOf, itemsOf, type Node, plainAt, textOf } from '../../compiler/tree.ts'
import { displayKeyColumn } from '../../fields/display-key.ts'
import type { Bilingual, Model } from '../../model/model.ts'
import { snake } from '../../model/names.ts'
import { engineColumns } from '../../model/system-fields.ts'
import type { Queries } from '../database/database.ts'
import { word } from '../database/fragment.ts'
import { execute } from '../database/run.ts'
import { brokenBy, formScan, hasOtherForm } from './broken-limits.ts'
import { isText } from './cast.ts'
import { readCatalogue } from './catalogue.ts'
import type { Counting } from './change.ts'
import { fillKeys } from './fill-keys.ts'
import { meansAlike } from './merged-columns.ts'
import { countAffected, scanned } from './plan.ts'
import { literal, quoted, quotedList } from './sql-text.ts'
import { StepFault } from './step-fault.ts'
import { type Column, hasRulesOf, type Table } from './table.ts'
import { tablesOf } from './tables-of.ts'

/** A migration for what the planner cannot express, run once: `migrations/0001-some-words.sql`, or `.yaml` with a move. */
export interface MigrationStep {
  readonly name: string
  readonly text: string
}

/** `move: { from: customer, to: contact, fields: [phone], by: customerId }` */
export interface Move {
  /** A resource, also one that the descriptors no longer have. */
  readonly from: string
  readonly to: string
  /** The fields whose values are moved; by default all that both have, and rows without any other value are deleted. */
  readonly fields?: readonly string[]
  /** The reference of one of the two to the other. Without it, a row and the one that it becomes have the same id. */
  readonly by?: string
  /** The positions of these values. */
  readonly at: Readonly<Record<string, SourcePosition>>
}

const usage = 'move: { from: customer, to: contact, fields: [phone, email], by: customerId }'

/** The move that a file of `migrations/` declares, or what is wrong with it, with line and column. */
export function readMove({ name, text }: MigrationStep): Move | StepFault {
  const positionOf = (offset: number) => positionIn({ file: `migrations/${name}`, text }, offset)
  const {
    root,
    faults: [fault],
  } = readYaml(text)
  if (fault) {
    const { message, hint } = problemText(fault.code, fault.words)
    const en = hint ? `${message.en} ${hint.en}` : message.en
    return new StepFault({ zh: `${message.zh}${hint?.zh ?? ''}`, en }, positionOf(fault.offset))
  }
  const offset = invalidPart(root)
  if (offset !== undefined)
    return new StepFault({ zh: `迁移须写成 ${usage}。`, en: `A move must be written as ${usage}.` }, positionOf(offset))
  const move = at(root, 'move')
  const positions = entriesOf(move).map(({ key, value }) => [key, positionOf(value.start)] as const)
  return { ...(plainAt(root, 'move') as Omit<Move, 'at'>), at: Object.fromEntries(positions) }
}

/** The offset of the first part that is not as the usage shows it. */
function invalidPart(root: Node): number | undefined {
  const move = at(root, 'move')
  const isUnknown =
    (...known: string[]) =>
    ({ key }: Entry) =>
      !known.includes(key)
  const unknown =
    entriesOf(root).find(isUnknown('move')) ?? entriesOf(move).find(isUnknown('from', 'to', 'fields', 'by'))
  if (unknown) return unknown.keyStart
  if (move?.kind !== 'map') return (move ?? root).start
  const [from, to, fields, by] = ['from', 'to', 'fields', 'by'].map(key => at(move, key))
  if (!isName(from)) return (from ?? move).start
  if (!isName(to) || textOf(to) === textOf(from)) return (to ?? move).start
  const names = itemsOf(fields)
  if (fields && (names.length === 0 || !names.every(isName))) return (names.find(one => !isName(one)) ?? fields).start
  return by && !(isName(by) && fields) ? by.start : undefined
}

const isName = (node: Node | undefined): boolean => /^[A-Za-z]\w*$/.test(textOf(node) ?? '')

/** What a move would do. `count` is the number of rows that have values to move. */
export function moveInWords({ from, to, fields }: Move, count: number): Bilingual {
  const [zh, en] = fields ? [`字段 ${fields.join('、')}`, fields.join(', ')] : ['全部共有字段', 'all common fields']
  return {
    zh: `把 ${from} 中 ${count} 行的${zh} 移到 ${to}`,
    en: `Move ${en} of ${count} ${count === 1 ? 'row' : 'rows'} from ${from} to ${to}.`,
  }
}

/**
 * Moves the values within a transaction. A row without a counterpart becomes a new row with its id, its times and users;
 * an empty value of a counterpart is replaced. Throws where a value would be lost, because the counterpart has another.
 */
export async function runMove(queries: Queries, model: Model, move: Move): Promise<void> {
  const { work } = await foundMove(queries, model, move)
  if (!work) return
  const { former, wanted, columns } = work
  // Nothing is written to either between the check and the deletion.
  await run(queries, `lock table ${quotedList([former.name, wanted.name])} in share row exclusive mode`)
  await assureRelated(queries, work)
  await assureVisible(queries, work)
  await run(queries, insertion(work))
  if (work.link.side === 'former') await run(queries, linking(work))
  await run(queries, completion(work))
  await assureMoved(queries, work)
  await run(
    queries,
    `update ${quoted(former.name)} f set ${settings(columns, () => 'null')} where ${anyOf('f', columns)}`,
  )
  if (!move.fields) await run(queries, deletion(work))
  if (work.link.side !== 'former') await run(queries, recorded(move))
  await derive(queries, work)
}

/** What a move has to do at present, before or after the tables were changed. Throws for a move that cannot run. */
export async function foundMove(
  queries: Queries,
  model: Model,
  move: Move,
): Promise<{ readonly count: number; readonly work?: MoveWork }> {
  const [found, described] = [(await readCatalogue(queries)).tables, tablesOf(model)]
  const [former, next] = [found, described].map(all => all.find(table => isOf(table, move.from)))
  const wanted = described.find(table => isOf(table, move.to))
  if (!wanted)
    throw new StepFault({ zh: `没有名为 ${move.to} 的资源。`, en: `there is no resource ${move.to}.` }, move.at['to'])
  const lacking = move.fields?.find(field => !wanted.columns.some(column => column.field === field))
  if (lacking !== undefined)
    throw new StepFault(
      { zh: `${move.to} 没有字段 ${lacking}。`, en: `${move.to} has no field ${lacking}.` },
      move.at['fields'],
    )
  // A new database has nothing to move.
  if (!former) return { count: 0 }
  const columns = columnsOf(model, move, former)
  const exposed = columns.find(({ name, rules }) => isSecret(wanted, name) !== (rules.secret === true))
  if (exposed && hasRulesOf(3, former))
    throw new StepFault(
      {
        zh: `${exposed.name} 只在 ${move.from} 和 ${move.to} 之一中是密码，不能移动。`,
        en: `${exposed.name} is a password in only one of ${move.from} and ${move.to} and cannot be moved.`,
      },
      move.at['fields'],
    )
  const computed = columns.find(one => isComputedOnlyIn(wanted, one))
  if (computed && hasRulesOf(2, former))
    throw new StepFault(
      {
        zh: `${move.to} 的 ${computed.name} 由公式计算，移入的值会被计算结果替换：请移到用户填写的字段，或在 fields 中只列出其他字段。`,
        en: `${computed.name} of ${move.to} is computed, which would replace the values. Move them to a field that users enter, or list only other fields in "fields".`,
      },
      move.at['fields'],
    )
  const retyped = columns.find(one => !isStoredAlikeIn(wanted, one))
  if (retyped)
    throw new StepFault(
      {
        zh: `${retyped.name} 在 ${move.from} 和 ${move.to} 中的类型不同，移动可能改变其值：请先让两者相同，移动后再修改类型。`,
        en: `${retyped.name} has another type in ${move.to} than in ${move.from}, which could alter its values. Declare it alike in both, and change its type after the move.`,
      },
      move.at['fields'],
    )
  const other = columns.find(one => !meansAlikeIn(move, wanted, former, one))
  if (other)
    throw new StepFault(
      {
        zh: `${other.name} 在 ${move.from} 和 ${move.to} 中的单位、字典或引用的资源不同，移动后值的含义会变：请先让两者相同，移动后再修改。`,
        en: `${other.name} has another unit, dictionary or referenced resource in ${move.to} than in ${move.from}, so that its values would mean something else. Declare it alike in both, and change it after the move.`,
      },
      move.at['fields'],
    )
  // The reference may be as new as the move.
  const link = linkOf(move, next ? [former, next] : [former], wanted)
  if (columns.length === 0) return { count: 0 }
  const count = await countRows(queries, former, move.fields ? anyOf('f', columns) : 'true')
  return { count, work: { move, former, wanted, columns, link } }
}

/**
 * A reference to a row that moves too refers to it afterwards. To what a column without a foreign key referred is known
 * only before the changes of the tables.
 */
function meansAlikeIn({ from, to }: Move, wanted: Table, former: Table, one: Column): boolean {
  const column = wanted.columns.find(({ name }) => name === one.name)
  if (!column) return true
  const { refers, ...others } = column
  const isKnown = one.rules.of !== undefined || former.references.some(({ columns }) => columns.at(-1) === one.name)
  const was = [...(refers?.was ?? []), ...(refers?.of === to ? [from] : [])]
  return meansAlike(
    { wanted, found: former },
    { ...others, ...(refers && isKnown && { refers: { ...refers, was } }) },
    one,
  )
}

interface MoveWork {
  readonly move: Move
  readonly former: Table
  readonly wanted: Table
  /** What both have under the same names. */
  readonly columns: readonly Column[]
  readonly link: Link
}

/** How a row finds its counterpart: by the same id, or by a reference in the former or the wanted table. */
interface Link {
  readonly side: 'none' | 'former' | 'wanted'
  readonly column: string
}

const isOf = ({ mark }: Table, resource: string) => mark.of === resource && mark.code !== undefined
const isSecret = ({ columns }: Table, name: string) => columns.some(one => one.name === name && one.rules.secret)
const isComputedOnlyIn = ({ columns }: Table, { name, rules }: Column) =>
  !rules.made && columns.some(one => one.name === name && one.rules.made)
/** Whether a column has the same type there. The lengths of texts are limits. */
const isStoredAlikeIn = ({ columns }: Table, { name, type }: Column) =>
  columns.every(one => one.name !== name || one.type === type || (isText(one.type) && isText(type)))
const has = ({ columns }: Table, name: string) => columns.some(one => one.name === name)

/** Those of every table, and what is computed from others. */
const systemColumns = new Set<string>([
  engineColumns.tenant,
  'id',
  'create_user',
  'create_dept',
  'create_time',
  'update_user',
  'update_time',
  'status',
  engineColumns.deleted,
  'version',
  engineColumns.owner,
  engineColumns.line,
  displayKeyColumn,
])

/** The system columns of a new row. */
const kept = [
  'create_user',
  'create_dept',
  'create_time',
  'update_user',
  'update_time',
  'status',
  engineColumns.deleted,
]

function columnsOf(model: Model, { to, fields }: Move, former: Table): readonly Column[] {
  const wanted = tablesOf(model).find(table => isOf(table, to))
  if (fields) {
    return fields.flatMap(field => {
      const name = wanted?.columns.find(column => column.field === field)?.name ?? snake(field)
      // One without any value may have been dropped.
      return former.columns.filter(column => column.name === name)
    })
  }
  return former.columns.filter(({ name }) => !systemColumns.has(name) && wanted && has(wanted, name))
}

function linkOf({ by, from, to, at: positions }: Move, formers: readonly Table[], wanted: Table): Link {
  if (by === undefined) return { side: 'none', column: 'id' }
  const column = wanted.columns.find(({ field }) => field === by)?.name ?? snake(by)
  const refers = ({ references }: Table, other: Table) =>
    references.some(({ columns, to: target }) => columns.includes(column) && target === other.name)
  if (formers.some(one => has(one, column) && refers(one, wanted))) return { side: 'former', column }
  if (formers.some(one => refers(wanted, one))) return { side: 'wanted', column }
  throw new StepFault(
    {
      zh: `${by} 须是 ${from} 指向 ${to}、或 ${to} 指向 ${from} 的引用字段。`,
      en: `${by} must be a reference from ${from} to ${to}, or from ${to} to ${from}.`,
    },
    positions['by'],
  )
}

const anyOf = (alias: string, columns: readonly Column[]): string =>
  columns.length === 0 ? 'false' : `(${columns.map(({ name }) => `${alias}.${quoted(name)} is not null`).join(' or ')})`

const settings = (columns: readonly Column[], value: (name: string) => string): string =>
  columns.map(({ name }) => `${quoted(name)} = ${value(name)}`).join(', ')

/** Whether `t` is the counterpart of `f`. */
function isCounterpart({ former, wanted, link }: MoveWork): string {
  const key = link.side === 'former' ? `f.${quoted(link.column)}` : 'f."id"'
  return `t."id" = ${key}${ofTenant(former, wanted)}`
}

const ofTenant = (former: Table, wanted: Table): string =>
  has(former, engineColumns.tenant) && has(wanted, engineColumns.tenant) ? ' and t."tenant_id" = f."tenant_id"' : ''

/** Rows for those that have values and no counterpart. */
function insertion(work: MoveWork): string {
  const { move, former, wanted, columns, link } = work
  const copied = [engineColumns.tenant, 'id', ...kept].filter(name => has(former, name) && has(wanted, name))
  const values = new Map([
    ...copied.map((name): [string, string] => [name, `f.${quoted(name)}`]),
    ...columns.map(({ name }): [string, string] => [name, `f.${quoted(name)}`]),
    ...(link.side === 'wanted' ? [[link.column, 'f."id"'] as [string, string]] : []),
    ...(has(wanted, engineColumns.line) ? [[engineColumns.line, '1'] as [string, string]] : []),
  ])
  for (const { name, first } of wanted.columns) if (first !== undefined && !values.has(name)) values.set(name, first)
  const isFree = link.side === 'former' ? `f.${quoted(link.column)} is null and ` : ''
  const isThere = `exists (select from ${quoted(wanted.name)} t where t."id" = f."id"${ofTenant(former, wanted)})`
  return `insert into ${quoted(wanted.name)} (${quotedList([...values.keys()])})
    select ${[...values.values()].join(', ')} from ${quoted(former.name)} f
    where ${isFree}${move.fields ? anyOf('f', columns) : 'true'} and not ${isThere}`
}

/** Sets the references of the former rows to the new rows. */
const linking = ({ former, wanted, columns, link }: MoveWork): string =>
  `update ${quoted(former.name)} f set ${quoted(link.column)} = f."id" where f.${quoted(link.column)} is null and ${anyOf('f', columns)}
    and exists (select from ${quoted(wanted.name)} t where t."id" = f."id"${ofTenant(former, wanted)})`

/** Sets the missing values of existing counterparts. */
function completion(work: MoveWork): string {
  const { former, wanted, columns } = work
  const given = (name: string) =>
    `(select f.${quoted(name)} from ${quoted(former.name)} f where ${isCounterpart(work)} and f.${quoted(name)} is not null order by f."id" limit 1)`
  const lacks = columns.map(
    ({ name }) =>
      `t.${quoted(name)} is null and exists (select from ${quoted(former.name)} f where ${isCounterpart(work)} and f.${quoted(name)} is not null)`,
  )
  const values = settings(columns, name => `coalesce(t.${quoted(name)}, ${given(name)})`)
  return `update ${quoted(wanted.name)} t set ${values}, "version" = t."version" + 1 where ${lacks.join(' or ') || 'false'}`
}

/**
 * Throws where a row would get values only because its id is that of a row with which no reference and no earlier move
 * connects it: ids of seeds and of other systems are equal by chance.
 */
async function assureRelated(queries: Queries, { move, former, wanted, columns, link }: MoveWork): Promise<void> {
  const { from, to, at: positions } = move
  const wouldGet = columns.map(({ name }) => `f.${quoted(name)} is not null and t.${quoted(name)} is null`)
  const didMove = `exists (select from engine_move where source = ${literal(from)} and target = ${literal(to)})`
  const isConnected = {
    none: didMove,
    former: `f.${quoted(link.column)} is not null or not ${anyOf('f', columns)}`,
    wanted: `coalesce(t.${quoted(link.column)} = f."id", ${didMove})`,
  }[link.side]
  const { count, ids } = await rowsInTheWay(
    queries,
    `select f."id" from ${quoted(former.name)} f join ${quoted(wanted.name)} t on t."id" = f."id"${ofTenant(former, wanted)}
      where not (${isConnected})${link.side === 'former' ? '' : ` and (${wouldGet.join(' or ')})`}`,
  )
  if (count > 0)
    throw new StepFault(
      {
        zh: `${to} 中有 ${count} 行与 ${from} 的行 id 相同，但两者没有关联，未作任何改动：${ids.join('、')}。请用 by 指明连接两者的引用字段，或改用 SQL 迁移。`,
        en: `${count} rows of ${to} have the ids of rows of ${from} with which nothing connects them, and nothing was changed: ${ids.join(', ')}. Name the reference that connects them in "by", or write an SQL file.`,
      },
      positions['by'] ?? positions['to'],
    )
}

/** Throws where values of present rows would be moved to deleted rows, which no list shows. */
async function assureVisible(queries: Queries, work: MoveWork): Promise<void> {
  const { move, former, wanted, columns } = work
  if (![former, wanted].every(table => has(table, engineColumns.deleted))) return
  const { count, ids } = await rowsInTheWay(
    queries,
    `select f."id" from ${quoted(former.name)} f join ${quoted(wanted.name)} t on ${isCounterpart(work)}
      where f."is_deleted" = 0 and t."is_deleted" <> 0${move.fields ? ` and ${anyOf('f', columns)}` : ''}`,
  )
  if (count > 0)
    throw new StepFault({
      zh: `${move.from} 有 ${count} 行的值会移到 ${move.to} 中已删除的行，未作任何改动：${ids.join('、')}。请先恢复这些行，或修改引用。`,
      en: `The values of ${count} rows of ${move.from} would be moved to deleted rows of ${move.to}, and nothing was changed: ${ids.join(', ')}. First restore these rows, or change the references.`,
    })
}

/** The number of rows that a statement returns, and the first ids. */
async function rowsInTheWay(
  queries: Queries,
  statement: string,
): Promise<{ readonly count: number; readonly ids: readonly string[] }> {
  const { rows } = await execute<{ id: string; count: string }>(
    queries,
    word(`select "id"::text as id, count(*) over () as count from (${statement}) r order by r."id" limit 5`),
  )
  return { count: Number(rows[0]?.count ?? 0), ids: rows.map(({ id }) => id) }
}

/** Throws where a value is not that of the counterpart: then it would be lost. */
async function assureMoved(queries: Queries, work: MoveWork): Promise<void> {
  const { former, wanted, columns } = work
  for (const { name } of columns) {
    await assureAccepted(queries, work, name)
    const isEqual = `t.${quoted(name)} is not distinct from f.${quoted(name)}`
    const { count, ids } = await rowsInTheWay(
      queries,
      `select f."id" from ${quoted(former.name)} f where f.${quoted(name)} is not null
        and not exists (select from ${quoted(wanted.name)} t where ${isCounterpart(work)} and ${isEqual})`,
    )
    if (count > 0)
      throw new StepFault({
        zh: `${former.mark.of} 有 ${count} 行的 ${name} 与 ${wanted.mark.of} 中的值不同，未作任何改动：${ids.join('、')}。`,
        en: `${count} values of ${name} in ${former.mark.of} differ from those in ${wanted.mark.of}, and nothing was changed: ${ids.join(', ')}.`,
      })
  }
}

/** Throws where a value violates a constraint that only the wanted table has: no plan would count it. */
async function assureAccepted(queries: Queries, { former, wanted }: MoveWork, name: string): Promise<void> {
  const [before, column] = [former, wanted].map(({ columns }) => columns.find(one => one.name === name))
  if (!before || !column || !hasRulesOf(2, former)) return
  const { required: _, ...rules } = column.rules
  const value = `f.${quoted(name)}`
  const counting = (broken: readonly string[]): Counting => ({
    table: former.name,
    sql: `select count(*) as count from ${quoted(former.name)} f where f."is_deleted" = 0 and (${broken.join(' or ') || 'false'})`,
  })
  const broken = brokenBy(rules, before.rules, value, column)
  // Tables before version 3 do not record that a column contains files.
  const isFormKnown = column.reads?.links ? hasRulesOf(3, former) : true
  const scan =
    isFormKnown && hasOtherForm(column, before.rules)
      ? formScan(column, { table: former.name, alias: 'f', value }, texts => counting([...broken, ...texts]))
      : undefined
  const count = await countAffected(queries, await scanned(queries, { ...counting(broken), ...(scan && { scan }) }))
  if (count > 0)
    throw new StepFault({
      zh: `${former.mark.of} 有 ${count} 行的 ${name} 不符合 ${wanted.mark.of} 的限制，未作任何改动：请先放宽限制，移动后再收紧。`,
      en: `${count} values of ${name} in ${former.mark.of} violate the constraints of ${wanted.mark.of}, and nothing was changed. First relax these constraints, and restrict them after the move.`,
    })
}

/** Deletes former rows without further values; their history continues in the other resource. */
function deletion({ former, wanted }: MoveWork): string {
  const others = former.columns.filter(({ name }) => !systemColumns.has(name))
  const tenant = has(former, engineColumns.tenant) ? 'f."tenant_id"' : `''`
  return `with moved as (
      delete from ${quoted(former.name)} f where not ${anyOf('f', others)}
        and exists (select from ${quoted(wanted.name)} t where t."id" = f."id"${ofTenant(former, wanted)})
      returning ${tenant} as tenant_id, f."id")
    update engine_history h set resource = ${literal(wanted.mark.of)} from moved
    where h.resource = ${literal(former.mark.of)} and h.record_id = moved.id and h.tenant_id = moved.tenant_id`
}

/** That a reference to one of both may become one to the other. */
const recorded = ({ from, to }: Move): string =>
  `insert into engine_move (source, target) values (${literal(from)}, ${literal(to)}) on conflict do nothing`

/** Sets what is computed from the moved values; formulas are computed again by their job. */
async function derive(queries: Queries, { former, wanted }: MoveWork): Promise<void> {
  for (const { name, fill, ownerFrom, rules } of wanted.columns) {
    if (fill !== undefined)
      await run(
        queries,
        `update ${quoted(wanted.name)} t set ${quoted(name)} = ${fill} where t.${quoted(name)} is null`,
      )
    if (ownerFrom) {
      const { column, master } = ownerFrom
      const own = `t.${quoted(column)}`
      const owner = master
        ? `(select m.${quoted(master.column)} from ${quoted(master.table)} m where m."id" = ${own})`
        : own
      await run(
        queries,
        `update ${quoted(wanted.name)} t set ${quoted(name)} = ${owner} where t.${quoted(name)} is distinct from ${owner}`,
      )
    }
    if (name === displayKeyColumn && rules.computed)
      await fillKeys(queries, { table: wanted.name, from: rules.computed.from, key: wanted.primaryKey })
  }
  const names = [former, wanted].map(({ mark }) => literal(mark.of)).join(', ')
  await run(queries, `delete from engine_formula where resource in (${names})`)
}

const run = (queries: Queries, statement: string) => execute(queries, word(statement))

async function countRows(queries: Queries, { name }: Table, where: string): Promise<number> {
  const { rows } = await execute<{ count: string }>(
    queries,
    word(`select count(*) as count from ${quoted(name)} f where ${where}`),
  )
  return Number(rows[0]?.count ?? 0)
}
