import { createRoot } from 'react-dom/client'
import { createEngineApp } from '../engine/web/engine-app.tsx'
import type { Start } from '../engine/web/start.ts'
import { parts, screens } from './screens.tsx'

/** Renders the product. */
export async function draw(start: Start): Promise<void> {
  const place = document.getElementById('root')
  if (!place) throw new Error('The page has no place with the id "root".')
  const app = await createEngineApp(screens, start, parts)
  createRoot(place).render(app)
}
