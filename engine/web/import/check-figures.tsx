import type { ImportView } from '../../model/import-view.ts'
import { figure } from '../words/figure.ts'
import { useTranslation } from '../words/i18n.ts'

/** The results of the check as counts and as shares of a bar. */
export function CheckFigures({ view: { counts, match } }: { view: ImportView }) {
  const translate = useTranslation()
  const { rows, wrong, fixable, updates, same } = counts
  const right = rows - wrong
  const ofChange = [
    ...(match?.mode === 'update' ? [] : ([['importing.toAdd', right - updates - same, 'green']] as const)),
    ['importing.toUpdate', updates, 'blue'],
    ['importing.unchanged', same, 'text'],
  ] as const
  const figures = [
    ['importing.allRows', rows, 'text'],
    ...(match ? ofChange : ([['importing.right', right, 'green']] as const)),
    ...(match && fixable === 0 ? [] : ([['importing.fixable', fixable, 'amber']] as const)),
    ['importing.wrong', wrong, 'red'],
  ] as const
  const shares = [
    ['green', right - updates - same],
    ['blue', updates],
    ['grey', same],
    ['amber', fixable],
    ['red', wrong - fixable],
  ] as const
  return (
    <>
      <dl className="import-figure-row grid gap-12">
        {figures.map(([title, count, colour]) => (
          <div key={title} className="flex" data-colour={count > 0 ? colour : 'text'}>
            <dt className="muted text-13">{translate(title)}</dt>
            <dd className="bold num">{figure(count)}</dd>
          </div>
        ))}
      </dl>
      <div className="import-shares flex gap-2" aria-hidden="true">
        {shares.map(
          ([colour, count]) => count > 0 && <span key={colour} data-colour={colour} style={{ flex: count }} />,
        )}
      </div>
    </>
  )
}
