/** Bundles the server of a checkout into files that plain Node runs; packages stay external. */
export declare function bundleServer(
  root: string,
  outDir: string,
  /** Additional entries by name. */
  more?: Readonly<Record<string, string>>,
): Promise<unknown>
