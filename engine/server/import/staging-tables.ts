/** What holds the rows of imports: as they were checked, as they came, and their lines. */
export const stagingTables = ['engine_import_row', 'engine_import_chunk', 'engine_import_line'] as const
