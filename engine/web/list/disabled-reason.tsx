/** Why a menu entry is disabled, in small print beside it. */
export const DisabledReason = ({ text }: { readonly text: string | undefined }) =>
  text === undefined ? null : <small className="menu-reason">{text}</small>
