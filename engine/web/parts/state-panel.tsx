import type { ReactNode } from 'react'
import './state-panel.css'

/** What stands where data would: an icon, what is the matter, one sentence of use, what to do. */
export function StatePanel({
  icon,
  title,
  help,
  children,
}: {
  icon: ReactNode
  title: string
  help?: ReactNode
  children?: ReactNode
}) {
  return (
    <div className="state-panel" role="status">
      <div className="state-panel-icon" aria-hidden="true">
        {icon}
      </div>
      <h2>{title}</h2>
      {help && <p>{help}</p>}
      {children && <div className="state-panel-actions">{children}</div>}
    </div>
  )
}
