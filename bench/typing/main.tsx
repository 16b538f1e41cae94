import { TextField } from '@mui/material'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createEngineApp } from '../../engine/web/engine-app.tsx'
import { screenCode } from '../../engine/web/frame/screen-code.tsx'
import { startEngine } from '../../engine/web/start.ts'
import { screens } from '../../src/screens.tsx'

/** The baseline for forms: MUI's own text field with one state, in the same page and theme. */
function PlainField() {
  const [value, setValue] = useState('')
  return <TextField id="plain" value={value} onChange={event => setValue(event.target.value)} />
}

const place = document.getElementById('root')
if (place) {
  const Home = screenCode(() => Promise.resolve(PlainField))
  const app = createEngineApp({ ...screens, Home }, startEngine(window.location))
  void app.then(app => createRoot(place).render(app))
}
