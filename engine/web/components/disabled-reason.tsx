/** The reason why a menu entry is disabled, in small print next to it. */
export const DisabledReason = ({ text }: { readonly text: string | undefined }) =>
  text === undefined ? null : <small className="size-12 ml-4">{text}</small>
