/** Builds unless `dist/` is up to date. Ends the process with the build's exit code where the build fails. */
export declare function assureFreshBuild(root: string): void
