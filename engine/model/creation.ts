/** The operations by which a record is created, as its history names them; by the second, an import gave it a state. */
export const creations = ['save', 'importState'] as const
export type CreatingOperation = (typeof creations)[number]

/** Whether an operation in the history created the record. */
export const isCreation = (operation: string): operation is CreatingOperation =>
  (creations as readonly string[]).includes(operation)
