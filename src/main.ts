import { startEngine } from '../engine/web/start.ts'

// The program is large: what it will need is asked for while it is on its way.
const start = startEngine(window.location)
void import('./app.tsx').then(({ draw }) => draw(start))
