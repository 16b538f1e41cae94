import { TextField } from '@mui/material'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createEngineApp } from '../../engine/web/engine-app.tsx'
import { startEngine } from '../../engine/web/start.ts'
import { screens } from '../../src/screens.tsx'

/** The baseline for forms: MUI's own text field with one state, in the same page. */
function PlainField() {
  const [value, setValue] = useState('')
  return <TextField id="plain" value={value} onChange={event => setValue(event.target.value)} />
}

const place = document.getElementById('root')
if (place) {
  const app = createEngineApp(screens, startEngine(window.location))
  void app.then(app =>
    createRoot(place).render(
      <>
        {app}
        <div style={{ position: 'fixed', bottom: 0, left: 0 }}>
          <PlainField />
        </div>
      </>,
    ),
  )
}
