/**
 * Journeys whose result does not depend on the database, by their file in `tests/browser/`, and what they check instead.
 * They run on the embedded database in every run, so that `.ci/run` has them once. The other journeys sort, search, lock,
 * import or export rows, and run on PostgreSQL in a thorough run.
 */
export const screenJourneys = {
  accessibility: 'colours, names, sizes and widths of what the browser draws',
  'api-reference': 'a page that shows a document',
  charts: 'drawings, marks and keys of charts; their numbers are tested on both',
  keyboard: 'focus and keys',
  pages: 'menus, routes and addresses',
  'part-seams': 'pieces of pages that a part adds',
  'record-form': 'messages, focus, drafts and layout of a form',
  review: 'keys, pictures and layout of the review; claims are tested on both',
  shell: 'tabs, palette and frame',
  'sign-in': 'the sign-in screen and its redirects',
  typing: 'text that the browser resolves to values',
  uploads: 'retries and progress of the browser, and files outside of the database',
  video: 'the demonstration and the player decide what is shown',
} as const
