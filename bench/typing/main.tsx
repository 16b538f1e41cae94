import { TextField } from '@mui/material'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createEngineApp } from '../../engine/web/engine-app.tsx'
import { startEngine } from '../../engine/web/start.ts'
import { SignIn } from '../../src/sign-in.tsx'

/** What forms are held against: MUI's own field, held by one state, in the same page under the same look. */
function PlainField() {
  const [value, setValue] = useState('')
  return <TextField id="plain" value={value} onChange={event => setValue(event.target.value)} />
}

const place = document.getElementById('root')
if (place) {
  const title = { zh: '打字', en: 'Typing' }
  const app = createEngineApp({ title, Mark: PlainField, SignIn }, startEngine(window.location))
  void app.then(app => createRoot(place).render(app))
}
