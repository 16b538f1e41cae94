/** Enough of a revision to tell it from others. */
export const shortRevision = (revision: string): string => revision.slice(0, 8)
