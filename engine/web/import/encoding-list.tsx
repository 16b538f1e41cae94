import { Button } from '@mui/material'
import type { Encoding } from '../../model/import-view.ts'
import { useTranslation } from '../words/i18n.ts'
import type { Import } from './use-import.ts'

/** Offers the encodings in which a file can be read, with some of its lines in each. */
export function EncodingList({ importing, onChoose }: { importing: Import; onChoose(encoding: Encoding): void }) {
  const translate = useTranslation()
  return (
    <section className="import-open" aria-label={translate('importing.encoding')}>
      <h2>{translate('importing.encoding')}</h2>
      <p className="import-hint quiet text-13">{translate('importing.encodingHelp')}</p>
      <ul>
        {importing.encodings.map(({ encoding, lines }) => (
          <li key={encoding}>
            <pre className="import-open-sub muted size-13 num">{lines.join('\n')}</pre>
            <Button variant="outlined" onClick={() => onChoose(encoding)}>
              {encoding.toUpperCase()}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
