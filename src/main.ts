import { signedOn, startEngine } from '../engine/web/start.ts'

// The application's data is requested before its code is run.
void signedOn(window.location).then(async () => {
  const start = startEngine(window.location)
  await start.asked
  const { draw } = await import('./app.tsx')
  return draw(start)
})
