/** Makes the server of a checkout one file that runs on a bare Node; packages stay where npm put them. */
export declare function bundleServer(
  root: string,
  outDir: string,
  /** Entries beside its own, by their names. */
  more?: Readonly<Record<string, string>>,
): Promise<unknown>
