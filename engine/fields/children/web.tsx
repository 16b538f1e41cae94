import { Figure, isNothing, Nothing } from '../cells.tsx'
import type { FieldWeb, InputProps } from '../field-web.ts'
import type { RecordLine } from './field.ts'

export const childrenWeb: FieldWeb<readonly RecordLine[]> = {
  Cell: ({ value }) => (isNothing(value) ? <Nothing /> : <Figure>{value.length}</Figure>),
  Input: LinesCount,
  align: 'right',
  width: 80,
}

/** The number of lines. The form shows its table of lines instead where they can be edited. */
function LinesCount({ id, value, language }: InputProps<readonly RecordLine[]>) {
  const count = value?.length ?? 0
  return <output id={id}>{language === 'zh' ? `${count} 行` : `${count} line${count === 1 ? '' : 's'}`}</output>
}
