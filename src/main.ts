import { signedOn, startEngine } from '../engine/web/start.ts'

// The application's data is requested while its code is loading.
const app = import('./app.tsx').then(({ draw }) => draw)
void signedOn(window.location).then(async () => {
  const start = startEngine(window.location)
  return (await app)(start)
})
