/** Replaced by the storage work: starts a PostgreSQL for the tests. */
export function setup(): void {}
