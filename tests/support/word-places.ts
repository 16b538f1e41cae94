/**
 * Parts of the Model that several files of the server read, because reading them decides nothing: they contain other
 * parts, or name or show a thing.
 */
export const structure: readonly RegExp[] = [
  /^(Model|Brand|Bilingual|Order)\./,
  /\.(name|key|title|titles|help|fields|type|code|options|table|column)$/,
  /^Resource\.(lifecycle|actions|queries|binds|access|list|menu|partOf)$/,
  /^Resource\.partOf\.field$/,
  /^Lifecycle\.(field|transitions)$/,
  /^Dictionary\.entries$/,
  // The type of a value in expressions.
  /^Field\.rule$/,
]

/** Files, or folders, that treat all words alike, and why they have to read them in addition to the file that implements each. */
export const readers: Readonly<Record<string, string>> = {
  'services/seed/': 'generates example rows, which have to satisfy the words',
  'storage/tables-of.ts': 'plans the columns, keys and indexes for what other files evaluate',
  'http/model-index.ts': 'sends the parts of the Model that a user may read',
  'http/model-part.ts': 'sends the parts of the Model that a user may read',
  'dialects/blade/menu-tree.ts': 'represents the menu in the format of the other HTTP dialect',
  'dialects/blade/menu-records.ts': 'represents the menu in the format of the other HTTP dialect',
  'live/described-rows.ts': 'copies the descriptors into rows that administrators edit',
  'live/proposed-renames.ts': 'compares two revisions of the descriptors',
  'live/unknown-former-names.ts': 'compares two revisions of the descriptors',
  'live/loss-hint.ts': 'compares two revisions of the descriptors',
  'services/bulk/operation-basis.ts': 'compares two revisions of the descriptors',
  'services/import/write-staged.ts': 'compares two revisions of the descriptors',
}

/** Words that two files have to read, and why: docs/decisions/read-a-word-in-one-file-of-the-server.md. */
export const twins: Readonly<Record<string, string>> = {
  'UniqueSet.where': 'the index enforces it, and the refusal names the records that it found equal',
  'AccessRule.where': 'it selects rows, and the fields that it reads are in the events of changed rows',
  'AccessRule.dataScope': 'it bounds the rows of a user, and its removal waits for a confirmation',
  'AccessRule.hide': 'it hides values from a user, and its removal waits for a confirmation',
  'AccessRule.role': 'it selects the rules of a user, and restricts a user with a role that any rule names',
  'AccessRule.allow': 'it decides for a user, and a role is compared with its assigner before it is assigned',
  'Field.editableBy': 'it decides for a user, and a role is compared with its assigner before it is assigned',
  'DeclaredRole.dataScope':
    'the rows of roles have it, a wider one after a confirmation, and scoped columns are indexed',
  'DeclaredQuery.sort': 'groups are sorted by a column of the result, records by a field of the resource',
}
