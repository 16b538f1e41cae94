import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { receiverGroups } from '../../model/message.ts'
import type { MessagePreview, PreviewReceiver } from '../../model/message-preview.ts'
import type { Step } from '../../model/model.ts'
import { endpointPath } from '../../model/names.ts'
import { useEngine } from '../data/engine-context.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { useTranslation } from '../words/i18n.ts'
import { recordWords } from '../words/record-words.ts'
import './step-messages.css'

interface StepMessagesProps {
  readonly part: ResourcePart
  readonly preview: ReturnType<typeof usePreview>
  /** Code of the message that is sent. */
  readonly chosen: string | undefined
  onChoose(code: string): void
}

/** The path at which a step shows its messages before they are sent. */
const previewPathOf = ({ sends = [] }: Pick<Step, 'sends'>): string | undefined =>
  sends.find(({ preview }) => preview !== undefined)?.preview

/** The messages that a step will send: text and receivers, and the choice among several. */
export function StepMessages({ part, preview, chosen, onChoose }: StepMessagesProps) {
  const translate = useTranslation(recordWords)
  const { data, error } = preview
  if (error) return <p className="text-13 mistake">{translate('step.previewFailed')}</p>
  if (!data) return <div className="step-messages stack gap-8 mt-16 min-h-96" aria-busy="true" />
  const shown = data.find(({ templateId }) => templateId === chosen) ?? data[0]
  if (!shown) return <p className="text-13 mistake">{translate('step.messageDisabled')}</p>
  return (
    <section className="step-messages stack gap-8 mt-16 min-h-96" aria-label={translate('step.messageTitle')}>
      {data.length > 1 && (
        <TextField
          select
          fullWidth
          size="small"
          label={translate('step.messageChoice')}
          value={shown.templateId}
          onChange={event => onChoose(event.target.value)}
        >
          {data.map(({ templateId, templateName }) => (
            <MenuItem key={templateId} value={templateId}>
              {templateName}
            </MenuItem>
          ))}
        </TextField>
      )}
      <h3 className="text-13">{translate('step.messageTitle')}</h3>
      <p className="break round-8 size-14 line-22 hovered py-10 px-14 pre-wrap">{shown.content}</p>
      <h3 className="text-13">{translate('step.receivers')}</h3>
      <ul className="stack gap-4 muted text-13">
        {shown.receivers.map(receiver => (
          <ReceiverLine key={`${receiver.channel} ${receiver.sendObj} ${receiver.name}`} part={part} {...receiver} />
        ))}
      </ul>
    </section>
  )
}

/** The messages that a step would send; not loaded where it has no preview. */
export function usePreview({ resource }: ResourcePart, step: Step, id: string) {
  const { session } = useEngine()
  const path = previewPathOf(step) ?? ''
  return useQuery({
    queryKey: [resource.name, 'messages', path, id],
    queryFn: ({ signal }) =>
      session.call<readonly MessagePreview[]>(endpointPath(resource, { path }), { query: { id }, signal }),
    enabled: path !== '',
    gcTime: 0,
  })
}

const channelTexts = { sms: 'step.bySms', email: 'step.byEmail', inApp: 'step.inApp' } as const
const faultTexts = { noPhone: 'step.noPhone', noEmail: 'step.noEmail', hidden: 'step.receiverBarred' } as const
const faultText = (fault: string) =>
  fault in faultTexts ? faultTexts[fault as keyof typeof faultTexts] : 'step.noReceiver'

function ReceiverLine({ part, sendObj, name, channel, fault }: PreviewReceiver & { readonly part: ResourcePart }) {
  const translate = useTranslation(recordWords)
  const { model, language } = part
  const group = model.dictionaries[receiverGroups]?.entries.find(({ key }) => key === sendObj)?.title[language]
  const parts = [group, translate(channelTexts[channel])].filter(text => text !== undefined)
  return (
    <li className="flex wrap">
      {name !== null && <span className="num ink">{name}</span>}
      <span>{parts.join(' · ')}</span>
      {fault !== undefined && <span className="text-13 mistake">{translate(faultText(fault))}</span>}
    </li>
  )
}
