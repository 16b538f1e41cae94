import { createElement, memo } from 'react'
import { useModelIndex } from '../data/resource-part.ts'

/** A Lucide icon by the name in a descriptor; an unknown name leaves its space empty. */
export const MenuIcon = memo(function MenuIcon({ name = 'file' }: { name: string | undefined }) {
  const shapes = useModelIndex()?.icons[name] ?? []
  return (
    <svg className="menu-icon fixed" viewBox="0 0 24 24" aria-hidden="true">
      {shapes.map(([element, attributes]) =>
        createElement(element, { key: JSON.stringify(attributes), ...attributes }),
      )}
    </svg>
  )
})
