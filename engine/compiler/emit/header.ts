/** First line of every generated file. */
export const header = '// Generated from the descriptors by `npm run generate`. Do not edit.\n'
