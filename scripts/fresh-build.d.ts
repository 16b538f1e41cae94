/** Sees to it that `dist/` holds what the sources say. Ends the process with the build's code where it cannot be built. */
export declare function assureFreshBuild(root: string): void
