import { lazy, Suspense } from 'react'
import { useDelayed } from '../components/sheet-state.tsx'
import { useModelIndex } from '../data/resource-part.ts'

const TopBarMore = lazy(() =>
  import('./top-bar-more.tsx').then(
    file => ({ default: file.TopBarMore }),
    // Without the connection or with another build, the page works without them.
    () => ({ default: () => <></> }),
  ),
)
const DescriptorMark = lazy(() => import('./descriptor-mark.tsx').then(file => ({ default: file.DescriptorMark })))

/** The mark of the descriptors, for users with the page of the descriptors, after what the screen needs is loaded. */
export function DescriptorMarkOfEditors() {
  const page = useModelIndex()?.pages.find(({ screen }) => screen === 'Descriptors')
  if (!useDelayed(1500) || page?.path === undefined) return null
  return (
    <Suspense fallback={null}>
      <DescriptorMark path={page.path} />
    </Suspense>
  )
}

/** Error log, bell and lock, after what the screen needs is loaded. Their room is kept, so that nothing moves. */
export const LateButtons = () => (
  <span className="row gap-4 fixed justify-end min-w-140">
    {useDelayed(300) && (
      <Suspense fallback={null}>
        <TopBarMore />
      </Suspense>
    )}
  </span>
)
