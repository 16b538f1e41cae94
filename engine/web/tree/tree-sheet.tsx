import Badge from '@mui/material/Badge'
import Dialog from '@mui/material/Dialog'
import IconButton from '@mui/material/IconButton'
import { FolderTree, X } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../words/i18n.ts'
import type { BranchTreeProps } from './branch-tree.tsx'
import { queriedBranches, treeFields } from './tree-fields.ts'
import './tree-pane.css'

const BranchTree = lazy(() => import('./branch-tree.tsx').then(found => ({ default: found.BranchTree })))

/** On a phone: a button that opens the trees of a list in a full-screen sheet. */
export function TreeSheet(props: Omit<BranchTreeProps, 'field' | 'rowHeight'>) {
  const translate = useTranslation()
  const { resource, model, language } = props.part
  const [shown, setShown] = useState<string>()
  const fields = treeFields(resource, model)
  const field = fields.find(({ name }) => name === shown)
  const [first] = fields
  if (!first) return null
  const asked = fields.some(one => queriedBranches(props.query, one).length > 0)
  return (
    <>
      <IconButton
        aria-label={translate('tree.open', { tree: first.title[language] })}
        onClick={() => setShown(first.name)}
      >
        <Badge variant="dot" invisible={!asked} color="primary">
          <FolderTree />
        </Badge>
      </IconButton>
      {field && (
        <Dialog
          fullScreen
          open
          onClose={() => setShown(undefined)}
          slotProps={{ paper: { 'aria-label': field.title[language] } }}
        >
          <header className="phone-bar fixed">
            <IconButton aria-label={translate('tree.close')} onClick={() => setShown(undefined)}>
              <X />
            </IconButton>
            <h2>{resource.tree ? resource.titles[language] : field.title[language]}</h2>
          </header>
          {fields.length > 1 && (
            <div className="tree-kinds flex gap-8 scrolls py-8 px-16" role="tablist">
              {fields.map(one => (
                <button
                  className="fixed px-14 min-w-44 h-44 edge-boxed round-18"
                  key={one.name}
                  type="button"
                  role="tab"
                  aria-selected={one === field}
                  onClick={() => setShown(one.name)}
                >
                  {one.title[language]}
                </button>
              ))}
            </div>
          )}
          <div className="stack grow pt-8 px-12">
            <Suspense>
              <BranchTree
                key={field.name}
                {...props}
                field={field}
                rowHeight={44}
                onSearch={query => {
                  props.onSearch(query)
                  setShown(undefined)
                }}
              />
            </Suspense>
          </div>
        </Dialog>
      )}
    </>
  )
}
