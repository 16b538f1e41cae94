import { ThemeProvider } from '@mui/material'
import { createTheme } from '@mui/material/styles'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { TreeBrowser } from '../../engine/fields/reference/tree-browser.tsx'
import type { TreeSource } from '../../engine/fields/reference/use-tree.ts'
import { isUnread } from '../../engine/fields/unread-text.ts'
import { withUploaded } from '../../engine/fields/uploads.ts'
import { webOf } from '../../engine/fields/web.ts'
import type { Field } from '../../engine/model/model.ts'
import { look } from '../../engine/web/look/look.ts'
import { pageSources as sources } from './page-sources.ts'
import { sampleFields, sampleModel } from './sample-fields.ts'

// The input and filter of every field type on one page, for browser tests; `values` and `query` can be read.
/** Each reload of its one level returns another thousand; further pages wait until released. */
const changing = { renewals: 0, waiting: [] as (() => void)[] }
const changingTree: TreeSource = {
  async level(_parent, from) {
    if (from > 0) {
      await new Promise<void>(go => changing.waiting.push(go))
      return [{ id: 'late', label: '迟到', hasChildren: false }]
    }
    changing.renewals += 1
    const label = `第${changing.renewals}次`
    return Array.from({ length: 1000 }, (_none, at) => ({
      id: `${label}${at}`,
      label: `${label}${at}`,
      hasChildren: false,
    }))
  },
  find: async () => [],
}
function ChangingTree() {
  const [stamp, setStamp] = useState(0)
  return (
    <section data-field="changingTree">
      <button type="button" onClick={() => setStamp(stamp + 1)}>
        再读一遍
      </button>
      <TreeBrowser
        source={changingTree}
        language="zh"
        label="会变的树"
        chosen={[]}
        isMany={false}
        stamp={stamp}
        onToggle={() => undefined}
      />
    </section>
  )
}

const fields: readonly Field[] = Object.values(sampleFields).flat()
const theme = createTheme(look({ theme: 'theme-bule', scheme: 'light', density: 'comfortable', locale: 'zh' }))

function Page() {
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>({})
  const [query, setQuery] = useState<Readonly<Record<string, string>>>({})
  Object.assign(window, { values, query, changing })
  useEffect(() => sources.uploads.onArrival((place, link) => setValues(now => withUploaded(now, place, link))), [])
  const context = { model: sampleModel, language: 'zh' as const, record: values, sources }
  return fields.map(field => {
    const { Input, Filter, Cell } = webOf(field)
    const set = (value: unknown) => setValues(before => ({ ...before, [field.name]: value }))
    const value = values[field.name]
    return (
      <section key={field.name} data-field={field.name}>
        <Input
          {...context}
          id={field.name}
          field={field}
          value={isUnread(value) ? null : value}
          {...(isUnread(value) && { unread: value })}
          disabled={false}
          invalid={false}
          onChange={set}
        />
        {Filter && <Filter {...context} id={`ask-${field.name}`} field={field} query={query} onChange={setQuery} />}
        <output>{isUnread(value) ? value.unread : <Cell {...context} field={field} value={value} />}</output>
      </section>
    )
  })
}

createRoot(document.body.appendChild(document.createElement('main'))).render(
  <ThemeProvider theme={theme}>
    <Page />
    <ChangingTree />
  </ThemeProvider>,
)
