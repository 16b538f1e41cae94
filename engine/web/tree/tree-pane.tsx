import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { ChevronDown, FolderTree, PanelLeftClose } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { Field } from '../../model/model.ts'
import { useEngine } from '../data/engine-context.ts'
import { useChoices } from '../data/use-choices.ts'
import { useTranslation } from '../words/i18n.ts'
import type { BranchTreeProps } from './branch-tree.tsx'
import { isOwnTree, openTree, treeFields } from './tree-fields.ts'
import './tree-pane.css'
import { useMenu } from '../components/use-menu.ts'

// Most lists have no tree, or keep it folded.
const BranchTree = lazy(() => import('./branch-tree.tsx').then(found => ({ default: found.BranchTree })))

type TreePaneProps = Omit<BranchTreeProps, 'field' | 'rowHeight'>

/**
 * On the left of a list: its own tree, or one to which its records refer. It can be collapsed, which is stored; one
 * that is only referred to is collapsed initially.
 */
export function TreePane(props: TreePaneProps) {
  const translate = useTranslation()
  const { preferences } = useEngine()
  const { panes } = useChoices(preferences)
  const { resource, model, language } = props.part
  const fields = treeFields(resource, model)
  const [first] = fields
  if (!first) return null
  const field = openTree(resource, model, panes)
  const show = (name: string) => preferences.write({ panes: { ...panes, [resource.name]: name } })
  if (!field) {
    const title = translate('tree.open', { tree: titleOf(props, first) })
    return (
      <div className="tree-strip fixed muted ruled-right text-center pt-8 w-48">
        <IconButton
          data-hint={title}
          data-hint-side="right"
          aria-label={title}
          aria-expanded={false}
          onClick={() => show(first.name)}
        >
          <FolderTree />
        </IconButton>
      </div>
    )
  }
  return (
    <nav className="tree-pane stack fixed min-h-0 ruled-right pt-8 px-12 w-272" aria-label={titleOf(props, field)}>
      <header className="spread gap-8 fixed mb-4">
        {fields.length > 1 ? (
          <Choice fields={fields} field={field} language={language} onChoose={show} />
        ) : (
          !isOwnTree(resource, field) && <h2 className="text-13 pl-4">{titleOf(props, field)}</h2>
        )}
        <IconButton size="small" aria-label={translate('tree.fold')} aria-expanded onClick={() => show('')}>
          <PanelLeftClose />
        </IconButton>
      </header>
      <Suspense>
        <BranchTree key={field.name} {...props} field={field} />
      </Suspense>
    </nav>
  )
}

const titleOf = ({ part: { resource, language } }: TreePaneProps, field: Field): string =>
  isOwnTree(resource, field) ? resource.titles[language] : field.title[language]

interface ChoiceProps {
  readonly fields: readonly Field[]
  readonly field: Field
  readonly language: 'zh' | 'en'
  onChoose(name: string): void
}

/** Selects one of several trees. */
function Choice({ fields, field, language, onChoose }: ChoiceProps) {
  const { opener, menu, choose } = useMenu()
  return (
    <>
      <Button variant="text" size="small" endIcon={<ChevronDown />} {...opener}>
        {field.title[language]}
      </Button>
      {menu.open && (
        <Menu {...menu}>
          {fields.map(one => (
            <MenuItem key={one.name} selected={one === field} onClick={choose(() => onChoose(one.name))}>
              {one.title[language]}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  )
}
