/**
 * Test files that only `npm run test:both` runs: they take a third of the time of a run, and what they check changes
 * seldom. `npm test` runs the other journeys over the same screens and endpoints. A file that is named runs always.
 */
export const thoroughOnly: Readonly<Record<string, string>> = {
  'scripts/migrate.test.ts': 'the command npm run migrate; the migration has tests of its own',
  'scripts/plan.test.ts': 'the command npm run plan; the planner has tests of its own',
  'scripts/rescue.test.ts': 'the command npm run rescue',
  'tests/browser/accessibility.test.ts': 'every screen under axe, at several widths and colours',
  'tests/browser/bulk.test.ts': 'operations on many records in a browser',
  'tests/browser/changed-rows.test.ts': 'rows that other users change',
  'tests/browser/choosing.test.ts': 'pickers and trees',
  'tests/browser/collection-actions.test.ts': 'buttons of collection actions',
  'tests/browser/conflict.test.ts': 'two users at one record in a browser',
  'tests/browser/export.test.ts': 'files that a browser downloads',
  'tests/browser/hand-written-form.test.ts': 'an example form beside the generated one',
  'tests/browser/pages.test.ts': 'menus, routes and addresses',
  'tests/browser/retried-changes.test.ts': 'lost responses in a browser',
  'tests/browser/session-end.test.ts': 'signing in again over a page',
  'tests/browser/typing.test.ts': 'text that the browser resolves to values',
  'tests/browser/uploads.test.ts': 'retries and progress of uploads',
  'tests/due-steps-kill.test.ts': 'servers killed during automatic steps',
  'tests/import.test.ts': 'the command npm run import; imports have tests of their own',
  'tests/import-kill.test.ts': 'servers killed during an import',
  'tests/jobs-kill.test.ts': 'servers killed during a job',
  'tests/kill.test.ts': 'servers killed during writes',
  'tests/list-position.test.ts': 'the position of a record in lists of each kind',
  'tests/messages-kill.test.ts': 'servers killed while they send messages',
  'tests/pdf.test.ts': 'records as PDF',
  'tests/refreshed-values.test.ts': 'stored values that a job computes again',
  'tests/renames-in-long-work.test.ts': 'names that change during an import',
  'tests/renames-under-load.test.ts': 'names that change while two servers write; the planner has tests of its own',
  'tests/round-trip.test.ts': 'export and import of every resource',
  'tests/seed.test.ts': 'the rows of the demonstration',
  'tests/seeds.test.ts': 'the seeds of the product',

  'tests/second-process.test.ts': 'starts that fail, and a second process on a database',
  'tests/slow-connections.test.ts': 'clients that send or read slowly',
  'tests/users-by-call.test.ts': 'every call of a merchant; the access to users has a suite on the store',
}

/** The files that a run with these arguments leaves out. */
export function excludedFiles(commandLine: readonly string[]): readonly string[] {
  const commands = ['run', 'list', 'watch']
  const isOption = (one: string | undefined) => one?.startsWith('-') ?? false
  const isNamed = commandLine.some(
    (one, at) => !commands.includes(one) && !isOption(one) && !isOption(commandLine[at - 1]),
  )
  return process.env['WALK'] === 'both' || isNamed ? [] : Object.keys(thoroughOnly)
}
