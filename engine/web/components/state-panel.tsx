import type { ReactNode } from 'react'
import './state-panel.css'

/** An empty or error state: an icon, a title, one helpful sentence, actions. */
export function StatePanel({
  icon,
  title,
  help,
  isPage,
  children,
}: {
  icon: ReactNode
  title: string
  help?: ReactNode
  /** It is all that the page shows. */
  isPage?: boolean
  children?: ReactNode
}) {
  return (
    <div className="state-panel gap-6 grow column justify-center text-center min-h-260 py-16 px-28" role="status">
      <div className="centered muted hovered mb-8 square-44 round-12" aria-hidden="true">
        {icon}
      </div>
      {isPage ? <h1 className="line-36">{title}</h1> : <h2>{title}</h2>}
      {help && <p className="line-20">{help}</p>}
      {children && <div className="state-panel-actions flex wrap gap-8 justify-center mt-12">{children}</div>}
    </div>
  )
}
