/** The version of the engine, as rows record it. It is that of `package.json`. */
export const engineVersion = '0.1.0'
