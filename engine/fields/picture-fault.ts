import type { Fault } from './field-type.ts'

/** Why a picture cannot be sent; retrying does not help. */
export class PictureFault extends Error {
  readonly fault: Fault

  constructor(found: Fault) {
    super(found.code)
    this.fault = found
  }
}
