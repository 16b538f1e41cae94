import { startEngine } from '../engine/web/start.ts'

// The application's data is requested while its code is loading.
const start = startEngine(window.location)
void import('./app.tsx').then(({ draw }) => draw(start))
