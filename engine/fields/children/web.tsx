import { Figure, isNothing, Nothing } from '../cells.tsx'
import type { FieldWeb, InputProps } from '../field-web.ts'
import type { Line } from './field.ts'

export const childrenWeb: FieldWeb<readonly Line[]> = {
  Cell: ({ value }) => (isNothing(value) ? <Nothing /> : <Figure>{value.length}</Figure>),
  Input: LinesCount,
  align: 'right',
  width: 80,
}

/** How many lines there are. Where they are entered, the form draws its table of lines in place of this. */
function LinesCount({ id, value, language }: InputProps<readonly Line[]>) {
  const count = value?.length ?? 0
  return <output id={id}>{language === 'zh' ? `${count} 行` : `${count} line${count === 1 ? '' : 's'}`}</output>
}
