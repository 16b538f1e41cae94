/** Digest of all that a build is made of. By content, since a checkout gives every file a new time. */
export declare function digestOfSources(root: string): string
