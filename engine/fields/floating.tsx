import type { PopperProps } from '@mui/material/Popper'
import type { ReactNode } from 'react'
import { lazyComponent } from './lazy-component.tsx'

const popper = lazyComponent<PopperProps>(async () => (await import('@mui/material/Popper')).default)

/** Prefetches the code that positions floating elements. */
export const fetchFloating = popper.fetch

/** MUI's Popper; its code is loaded after the first screen, which has nothing that floats. */
export function Floating({ children, ...props }: Omit<PopperProps, 'children'> & { readonly children: ReactNode }) {
  return (
    <popper.Part
      {...props}
      // Without the code, the content is below its box, wherever that is in the window.
      waiting={hasFailed => hasFailed && <div className="floating-unplaced">{children}</div>}
    >
      {children}
    </popper.Part>
  )
}
