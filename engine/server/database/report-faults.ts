import { loggedFault } from '../errors/database-errors.ts'

/** The code and the message of an error of the database. */
export type ReportedFault = NonNullable<ReturnType<typeof loggedFault>>

const milliseconds = 1_000

/** Passes on the errors that are refused because of the database, at most one a second of each code. */
export function reportFaults(pass: (fault: ReportedFault) => void = () => undefined): (error: unknown) => void {
  const passed = new Map<string, number>()
  return error => {
    const fault = loggedFault(error)
    if (!fault) return
    const now = performance.now()
    if (now - (passed.get(fault.code) ?? Number.NEGATIVE_INFINITY) < milliseconds) return
    passed.set(fault.code, now)
    pass(fault)
  }
}
