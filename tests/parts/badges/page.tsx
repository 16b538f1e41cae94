import { createRoot } from 'react-dom/client'
import { createEngineApp } from '../../../engine/web/engine-app.tsx'
import { startEngine } from '../../../engine/web/start.ts'
import { badgesWeb } from './web-part.tsx'

const root = document.getElementById('root')
if (root) createRoot(root).render(await createEngineApp({}, startEngine(window.location), [badgesWeb]))
