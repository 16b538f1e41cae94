import type { FieldSources } from '../../fields/field-web.ts'
import { webOf } from '../../fields/web.ts'
import type { Field, Language, Model } from '../../model/model.ts'
import { useTranslation } from '../words/i18n.ts'
import { recordWords } from '../words/record-words.ts'
import { alignOf, type FormLine, isSummed } from './lines-columns.ts'

interface SummedLines {
  readonly lines: readonly FormLine[]
  readonly model: Model
  readonly language: Language
  readonly sources: FieldSources
}

interface SumRowProps extends SummedLines {
  readonly columns: readonly Field[]
  /** Whether the last column contains buttons. */
  readonly hasActions: boolean
}

/** The footer of lines: the sum of each column below it. */
export function SumRow({ columns, hasActions, ...of }: SumRowProps) {
  const translate = useTranslation(recordWords)
  if (of.lines.length === 0 || !columns.some(isSummed)) return null
  return (
    <tfoot>
      <tr>
        <th scope="row" colSpan={2}>
          {translate('form.sum')}
        </th>
        {columns.slice(1).map(column => (
          <td key={column.name} className={alignOf(column)}>
            {isSummed(column) && <Sum {...of} column={column} />}
          </td>
        ))}
        {hasActions && <td />}
      </tr>
    </tfoot>
  )
}

/** The sum of a column, formatted like its cells. */
export function Sum({ column, lines, model, language, sources }: SummedLines & { readonly column: Field }) {
  const { Cell } = webOf(column)
  const value = sumOf(lines, column.name)
  return <Cell field={column} model={model} language={language} record={{}} sources={sources} value={value} />
}

/** Money is summed in cents, so that 0.1 + 0.2 is 0.3. */
const sumOf = (lines: readonly FormLine[], name: string) =>
  lines.reduce((cents, line) => cents + Math.round(Number(line[name] ?? 0) * 100), 0) / 100
