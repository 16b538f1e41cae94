import type { Bilingual } from '../../model/model.ts'

/** Thrown when the steps differ from those that the database has recorded, or a step is invalid. */
export class StepFault extends Error {
  readonly text: Bilingual

  constructor(text: Bilingual, options?: ErrorOptions) {
    super(text.en, options)
    this.text = text
  }
}
