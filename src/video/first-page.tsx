import { Navigate } from 'react-router'
import { useModelIndex } from '../../engine/web/data/resource-part.ts'
import { Home } from '../../engine/web/shell/home.tsx'

/** Users of China, schools and education authorities begin with the pictures of their cameras. */
export function FirstPage() {
  const index = useModelIndex()
  const wall = index?.pages.find(({ key }) => key === 'cameraWall')
  const isWatching = /^(CHINA|SCHOOL)_/.test(index?.me.sourceType ?? '')
  return wall && isWatching ? <Navigate to={wall.path} replace /> : <Home />
}
