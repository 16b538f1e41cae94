/** Digest of all inputs of a build. By content, because a checkout gives every file a new time. */
export declare function digestOfSources(root: string): string
