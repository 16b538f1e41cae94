/** Builds unless `dist/` is up to date. Ends the process with the build's exit code where the build fails. */
export declare function assureFreshBuild(root: string): void
/** Whether `dist/` is a build of the current sources. */
export declare function isFresh(root: string): boolean
