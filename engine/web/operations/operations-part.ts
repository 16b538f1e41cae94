import { partCode, type WebPart } from '../frame/web-part.ts'

/** Of an operation on several records: its undo, its file and the result of each record. */
export const operationsPart = {
  name: 'operations',
  RowButtons: {
    sysOperation: partCode(() => import('./operation-buttons.tsx').then(({ OperationButtons }) => OperationButtons)),
  },
  panelOf: 'sysOperation',
  RecordPanel: partCode(() => import('./operation-result.tsx').then(({ OperationResult }) => OperationResult)),
} satisfies WebPart
