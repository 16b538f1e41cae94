import type { PositionView } from '../data/descriptor-state.ts'

/** A place in a file of the app, as editors and terminals open it. */
export const FilePosition = ({ at: { file, line, column } }: { readonly at: PositionView }) => (
  <code>
    {file}:{line}:{column}
  </code>
)
