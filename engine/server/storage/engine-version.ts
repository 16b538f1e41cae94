/**
 * The version of the engine, as the stored revision records it: one engine version writes a database. Every change of
 * the engine tables or of the language raises it.
 */
export const engineVersion = 1
